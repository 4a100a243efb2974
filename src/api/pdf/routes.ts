import { type Static, Type } from "@sinclair/typebox";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import { HttpUrl, type OperationGroup, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { getPdfUrl } from "./make-pdf.ts";
import type { PdfCall } from "./order.ts";

export type PdfQuery = Static<typeof PdfQuery>;
const PdfQuery = Type.Object({
  only: Type.Boolean({ default: false, description: "Whether to omit the descendants of the page." }),
  page: Type.Optional(
    Type.String({ description: "The id of a page: the PDF contains this page and its descendants." }),
  ),
});

const PdfAddress = Type.Object(
  {
    url: Type.Unsafe<string>({
      ...HttpUrl,
      description: "The URL of the PDF. It requires no token and expires after an hour.",
    }),
  },
  { title: "PdfAddress" },
);

const shared = {
  query: PdfQuery,
  reply: { 200: PdfAddress },
  handle: async (call: PdfCall) => ({ url: await getPdfUrl(call) }),
} as const;

export const pdf: OperationGroup = {
  title: "PDF",
  operations: [
    operation("getSpacePDF", "GET /spaces/:spaceId/pdf", {
      ...shared,
      summary: "Get the URL of a PDF of a space's primary content, or of a part of it",
      access: onActiveSpace("read"),
    }),

    operation("getChangeRequestPDF", "GET /spaces/:spaceId/change-requests/:changeRequestId/pdf", {
      ...shared,
      summary: "Get the URL of a PDF of a change request's content, or of a part of it",
      access: onActiveChangeRequest("read"),
    }),
  ],
};
