import { type Static, Type } from "@sinclair/typebox";
import { importSources } from "../../storage/database/index.ts";
import { HttpUrl, StringEnum } from "../http/index.ts";

export type ImportRequest = Static<typeof ImportRequest>;
export const ImportRequest = Type.Object({
  url: HttpUrl,
  source: StringEnum(importSources, { description: "What is at the address." }),
});

export type ImportResult = Static<typeof ImportResult>;
export const ImportResult = Type.Object(
  {
    revision: Type.String({ description: "The id of the new revision." }),
    importedResources: Type.Integer({ description: "How many pages and files were taken." }),
    totalResources: Type.Integer({ description: "How many there were." }),
  },
  { title: "ImportResult" },
);
