import { type Static, Type } from "@sinclair/typebox";
import { importSources } from "../../storage/database/index.ts";
import { HttpUrl, StringEnum } from "../http/index.ts";

export type ImportRequest = Static<typeof ImportRequest>;
export const ImportRequest = Type.Object({
  url: HttpUrl,
  source: StringEnum(importSources, { description: "The kind of source at the URL." }),
});

export type ImportResult = Static<typeof ImportResult>;
export const ImportResult = Type.Object(
  {
    revision: Type.String({ description: "The id of the new revision." }),
    importedResources: Type.Integer({ description: "The number of imported pages and files." }),
    totalResources: Type.Integer({ description: "The number of pages and files in the source." }),
  },
  { title: "ImportResult" },
);
