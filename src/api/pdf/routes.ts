import { onActiveChangeRequest } from "../change-requests/index.ts";
import { type Chapter, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import type { PdfCall } from "./find-order.ts";
import { PdfAddress, PdfQuery } from "./schema.ts";

const shared = { method: "GET", query: PdfQuery, reply: { 200: PdfAddress }, handle: giveAddress } as const;

export const pdf: Chapter = {
  title: "PDF",
  operations: [
    operation({
      ...shared,
      id: "getSpacePDF",
      path: "/spaces/:spaceId/pdf",
      summary: "Get the address of the primary content of a space, or a part of it, as a PDF",
      // Of what is in the trash, no address leads to anything.
      access: onActiveSpace("read"),
    }),

    operation({
      ...shared,
      id: "getChangeRequestPDF",
      path: "/spaces/:spaceId/change-requests/:changeRequestId/pdf",
      summary: "Get the address of the content of a change request, or a part of it, as a PDF",
      access: onActiveChangeRequest("read"),
    }),
  ],
};

/** What it takes is loaded when first asked for, and not by every start. */
async function giveAddress(call: PdfCall): Promise<{ url: string }> {
  const { givePdf } = await import("./give-pdf.ts");
  return { url: await givePdf(call) };
}
