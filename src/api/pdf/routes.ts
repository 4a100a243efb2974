import { type Static, Type } from "@sinclair/typebox";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import { HttpUrl, type OperationGroup, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { getPdfAddress } from "./make-pdf.ts";
import type { PdfCall } from "./order.ts";

export type PdfQuery = Static<typeof PdfQuery>;
const PdfQuery = Type.Object({
  only: Type.Boolean({ default: false, description: "Whether to leave out the descendants of the page." }),
  page: Type.Optional(
    Type.String({ description: "The id of a page: the PDF contains this page and its descendants." }),
  ),
});

const PdfAddress = Type.Object(
  {
    url: Type.Unsafe<string>({
      ...HttpUrl,
      description: "The address of the PDF. It needs no token and expires after an hour.",
    }),
  },
  { title: "PdfAddress" },
);

const shared = {
  query: PdfQuery,
  reply: { 200: PdfAddress },
  handle: async (call: PdfCall) => ({ url: await getPdfAddress(call) }),
} as const;

export const pdf: OperationGroup = {
  title: "PDF",
  operations: [
    operation("getSpacePDF", "GET /spaces/:spaceId/pdf", {
      ...shared,
      summary: "Get the address of the primary content of a space, or a part of it, as a PDF",
      access: onActiveSpace("read"),
    }),

    operation("getChangeRequestPDF", "GET /spaces/:spaceId/change-requests/:changeRequestId/pdf", {
      ...shared,
      summary: "Get the address of the content of a change request, or a part of it, as a PDF",
      access: onActiveChangeRequest("read"),
    }),
  ],
};
