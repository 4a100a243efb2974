import { Type } from "@sinclair/typebox";
import {
  type Context,
  ListOf,
  ListQuery,
  type Operation,
  operation,
  presentList,
  readPage,
  SerializedJson,
} from "../http/index.ts";
import { type OnVersion, onShownSpec, onVersion } from "./access.ts";
import { readEntry, readFilesystem } from "./files.ts";
import { addressOfVersion, presentVersion } from "./present.ts";
import { SpecContent, SpecRawContent, SpecVersion } from "./schema.ts";
import { matchVersions, showVersions } from "./store.ts";

const path = "/orgs/:organizationId/openapi/:specSlug/versions";

type Reading = OnVersion & { readonly context: Context };

export const versionOperations: readonly Operation[] = [
  operation({
    id: "listOpenAPISpecVersions",
    method: "GET",
    path,
    summary: "List the versions of an OpenAPI spec, the newest first",
    access: onShownSpec(),
    query: Type.Object(ListQuery),
    reply: { 200: ListOf(SpecVersion) },
    handle: async (call) => {
      const { context, spec } = call;
      const page = await readPage(call, {
        matching: matchVersions(context.database.read, spec),
        select: showVersions,
        keys: ["number"],
        order: "desc",
      });
      return presentList(page, (row) => presentVersion(row, spec, context));
    },
  }),
  ...operationsOn("latest", "the last version of an OpenAPI spec", {
    read: "getLatestOpenAPISpecVersion",
    content: "getLatestOpenAPISpecVersionContent",
    raw: "getLatestOpenAPISpecVersionContentRaw",
  }),
  ...operationsOn(":versionId", "a version of an OpenAPI spec", {
    read: "getOpenAPISpecVersionById",
    content: "getOpenAPISpecVersionContentById",
    raw: "getOpenAPISpecVersionContentRawById",
  }),
];

/** What can be done with a version is the same whether it is named by its id or as the last one. */
function operationsOn<const Name extends "latest" | ":versionId">(
  name: Name,
  inWords: string,
  ids: { read: string; content: string; raw: string },
): Operation[] {
  return [
    operation({
      id: ids.read,
      method: "GET",
      path: `${path}/${name}`,
      summary: `Read ${inWords}`,
      access: onVersion(),
      reply: { 200: SpecVersion },
      handle: ({ context, spec, version }) => presentVersion(version, spec, context),
    }),
    operation({
      id: ids.content,
      method: "GET",
      path: `${path}/${name}/content`,
      summary: `Read the documents of ${inWords}, each by the name of its file`,
      access: onVersion(),
      reply: { 200: SpecContent },
      version: versionTag,
      handle: async ({ context, spec, version }) => {
        const filesystem = await readFilesystem(context.database.read, spec, version);
        const url = JSON.stringify(addressOfVersion(version, context));
        const [before, after] = [Buffer.from('{"filesystem":'), Buffer.from(`,"url":${url}}`)];
        return new SerializedJson(Buffer.concat([before, filesystem, after]));
      },
    }),
    operation({
      id: ids.raw,
      method: "GET",
      path: `${path}/${name}/content/raw`,
      summary: `Read the main file of ${inWords}, as it was given`,
      access: onVersion(),
      reply: { 200: SpecRawContent },
      version: versionTag,
      handle: async ({ context, spec, version }) => ({
        text: await readEntry(context.database.read, spec, version),
        format: version.format,
      }),
    }),
  ];
}

/** What a version says never changes, how it is written may; its address changes with the server's own. */
function versionTag({ context, version }: Reading): string {
  return `${addressOfVersion(version, context)} ${version.hash}`;
}
