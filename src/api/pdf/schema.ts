import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl } from "../http/index.ts";

export type PdfQuery = Static<typeof PdfQuery>;
export const PdfQuery = Type.Object({
  only: Type.Boolean({ default: false, description: "True leaves out what is below the page." }),
  page: Type.Optional(
    Type.String({ description: "The id of a page: the PDF is of this page and all below it." }),
  ),
});

export const PdfAddress = Type.Object(
  {
    url: Type.Unsafe<string>({
      ...HttpUrl,
      description: "Where the PDF is found, by whoever has the address, for an hour.",
    }),
  },
  { title: "PdfAddress" },
);
