import { type Static, Type } from "@sinclair/typebox";

/** The fields of requests that start an import. */
export const ImportOptionFields = {
  directory: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: "For `zip`: the folder of the space in a repository with several spaces.",
    }),
  ),
  replace: Type.Optional(
    Type.Boolean({
      description:
        "Whether the import replaces the content. Pages whose path in the source stays the same keep their ids.",
    }),
  ),
  origin: Type.Optional(
    Type.String({
      pattern: "^[\\w-]{1,64}$",
      description:
        "The id of the imported space in GitBook. Links to it (`https://app.gitbook.com/s/<id>/…`) become links to its pages.",
    }),
  ),
};

export type ImportResult = Static<typeof ImportResult>;
export const ImportResult = Type.Object(
  {
    revision: Type.String({ description: "The id of the new revision." }),
    importedResources: Type.Integer({ description: "The number of imported pages and files." }),
    totalResources: Type.Integer({ description: "The number of pages and files in the source." }),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        description: "What was skipped, and why. Absent if there is nothing to tell.",
      }),
    ),
  },
  { title: "ImportResult" },
);
