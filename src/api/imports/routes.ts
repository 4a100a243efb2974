import { type Static, Type } from "@sinclair/typebox";
import { badInput } from "../../platform/index.ts";
import { importSources } from "../../storage/database/index.ts";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import {
  type Access,
  type Call,
  HttpUrl,
  type Operation,
  type OperationGroup,
  operation,
  refineAccess,
  StringEnum,
} from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import type { ImportTarget } from "./import-content.ts";
import { createImportUpload, ImportUpload, ImportUploadUrl } from "./import-uploads.ts";
import { importAndWait } from "./run-import.ts";
import { ImportOptionFields, ImportResult } from "./schema.ts";

type ImportRequest = Static<typeof ImportRequest>;
const ImportRequest = Type.Object({
  url: HttpUrl,
  source: StringEnum(importSources, { description: "The kind of source at the URL." }),
  ...ImportOptionFields,
});

/** Content that the caller may import into. */
interface Destination {
  readonly target: ImportTarget;
  /** Checks again that the caller may change the content. */
  readonly requireAccess: () => Promise<unknown>;
}

function onDestination<Found extends object, Params>(
  access: Access<Found, Params>,
  targetOf: (found: Found, params: Params) => ImportTarget,
): Access<Destination, unknown> {
  return refineAccess(access, (found, call: Call<Params>) => ({
    target: targetOf(found, call.params),
    requireAccess: () => access.resolve(call),
  }));
}

/** The operations that import into content, and into one of its pages. */
function importOperations(
  path: string,
  name: string,
  ids: { readonly content: string; readonly page: string },
  access: Access<Destination, unknown>,
): Operation[] {
  const shared = {
    access,
    body: ImportRequest,
    reply: { 201: ImportResult },
    location: ({ revision }: ImportResult, { context, params }: Call) =>
      context.urls.api(`/spaces/${(params as { spaceId: string }).spaceId}/revisions/${revision}`),
  } as const;
  const importInto = (call: Call<unknown, unknown, ImportRequest> & Destination, page?: string) => {
    const { target, requireAccess, body } = call;
    const { source: kind, url, directory, replace, origin } = body;
    if (directory !== undefined && kind !== "zip") throw badInput("directory", "requires the source zip");
    if (replace && page !== undefined) throw badInput("replace", "is not possible in a page");
    const source = { source: kind, from: { url }, directory, page, replaces: replace, origin };
    return importAndWait(call, target, source, requireAccess);
  };
  return [
    operation(ids.content, `POST ${path}/import`, {
      ...shared,
      summary: `Import content into ${name}`,
      handle: (call) => importInto(call),
    }),
    operation(ids.page, `POST ${path}/page/:pageId/import`, {
      ...shared,
      summary: `Import content into a page of ${name}, and below it`,
      handle: (call) => importInto(call, call.params.pageId),
    }),
  ];
}

export const imports: OperationGroup = {
  title: "Importing content",
  operations: [
    ...importOperations(
      "/spaces/:spaceId/content",
      "the primary content of an unlocked space",
      { content: "importContent", page: "importContentInPageById" },
      onDestination(onActiveSpace("edit"), ({ space }) => ({ space })),
    ),
    ...importOperations(
      "/spaces/:spaceId/change-requests/:changeRequestId/content",
      "a change request",
      { content: "importContentInChangeRequest", page: "importContentInChangeRequestPageById" },
      onDestination(onActiveChangeRequest("edit"), ({ changeRequest }, { spaceId, changeRequestId }) => ({
        changeRequest,
        readPath: `/spaces/${spaceId}/change-requests/${changeRequestId}/content`,
      })),
    ),

    operation("createImportUpload", "POST /spaces/:spaceId/content/import/upload", {
      summary:
        "Create a URL to which a file can be uploaded by PUT, which imports it into the primary content, or keeps it for a run",
      access: onActiveSpace("edit"),
      body: ImportUpload,
      reply: { 201: ImportUploadUrl },
      location: ({ url }) => url,
      handle: (call) => createImportUpload(call, call.space.id, call.body),
    }),
  ],
};
