import { type Static, Type } from "@sinclair/typebox";
import { HttpUrl, StringEnum, Timestamp } from "../http/index.ts";

const Id = Type.String({ minLength: 1, maxLength: 256 });

export type ContentExportRequest = Static<typeof ContentExportRequest>;
export const ContentExportRequest = Type.Object({
  page: Type.Optional({
    ...Id,
    description: "The id of a page: the export has this page and its descendants.",
  }),
});

export type SiteExportRequest = Static<typeof SiteExportRequest>;
export const SiteExportRequest = Type.Object({
  url: Type.Optional({
    ...HttpUrl,
    description: "The URL that the copy will have; by default that of the site.",
  }),
});

export type Export = Static<typeof Export>;
export const Export = Type.Object(
  {
    object: Type.Literal("export"),
    id: Type.String(),
    format: StringEnum(["markdown", "site"], {
      description: "`markdown`: the content as Markdown; `site`: a static copy of the site.",
    }),
    status: StringEnum(["pending", "in-progress", "completed", "failed", "cancelled"]),
    space: Type.Optional(Type.String()),
    changeRequest: Type.Optional(Type.String()),
    page: Type.Optional(Type.String()),
    site: Type.Optional(Type.String()),
    createdAt: Timestamp,
    endedAt: Type.Optional(Timestamp),
    expiresAt: { ...Timestamp, description: "When the file is removed." },
    progress: Type.Optional(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
    reason: Type.Optional(Type.String({ description: "Why it failed." })),
    result: Type.Optional(
      Type.Object({
        pages: Type.Integer(),
        files: Type.Integer(),
        skipped: Type.Array(Type.String(), {
          description: "The paths of pages that were omitted, because their names are too long.",
        }),
        name: Type.String(),
        size: Type.Integer({ description: "The size of the file in bytes." }),
      }),
    ),
    url: Type.Optional({
      ...HttpUrl,
      description: "Downloads the ZIP file. It needs no token and expires after an hour.",
    }),
    urls: Type.Object({ location: HttpUrl }),
  },
  { title: "Export" },
);
