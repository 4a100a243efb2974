import { onActiveChangeRequest } from "../change-requests/index.ts";
import { type Access, type Call, type Chapter, type Operation, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { importContent } from "./import-content.ts";
import type { ImportTarget } from "./import-target.ts";
import { ImportRequest, ImportResult } from "./schema.ts";

/** Content that the caller may import into. */
interface Importer {
  importFrom(request: ImportRequest, page?: string): Promise<ImportResult>;
}

const intoSpace: Access<Importer, { spaceId: string }> = {
  ...onActiveSpace("edit"),
  resolve: async (call) => {
    const requireAccess = () => onActiveSpace("edit").resolve(call);
    const { space } = await requireAccess();
    return importerInto(call, { space }, requireAccess);
  },
};

const intoChangeRequest: Access<Importer, { spaceId: string; changeRequestId: string }> = {
  ...onActiveChangeRequest("edit"),
  resolve: async (call) => {
    const { spaceId, changeRequestId } = call.params;
    const requireAccess = () => onActiveChangeRequest("edit").resolve(call);
    const { changeRequest } = await requireAccess();
    const readPath = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
    return importerInto(call, { changeRequest, readPath }, requireAccess);
  },
};

function importerInto(call: Call, target: ImportTarget, requireAccess: () => Promise<unknown>): Importer {
  return {
    importFrom: ({ url, source }, page) =>
      importContent(
        call,
        target,
        { source, from: { url }, ...(page !== undefined && { page }) },
        { requireAccess },
      ),
  };
}

interface ImportRoute {
  readonly path: string;
  readonly access: Access<Importer, never>;
  /** Names the content in the summaries. */
  readonly name: string;
  readonly ids: { readonly content: string; readonly page: string };
}

/** The operations that import into content, and into one of its pages. */
function importOperations({ path, access: declared, name, ids }: ImportRoute): Operation[] {
  // The access rule and the location read the path parameters.
  const access = declared as Access<Importer, unknown>;
  const shared = {
    method: "POST",
    access,
    body: ImportRequest,
    reply: { 201: ImportResult },
    location: ({ revision }: ImportResult, { context, params }: Call<unknown>) =>
      context.urls.api(`/spaces/${(params as { spaceId: string }).spaceId}/revisions/${revision}`),
  } as const;
  return [
    operation({
      ...shared,
      id: ids.content,
      path: `${path}/import`,
      summary: `Import content into ${name}`,
      handle: ({ importFrom, body }) => importFrom(body),
    }),
    operation({
      ...shared,
      id: ids.page,
      path: `${path}/page/:pageId/import` as const,
      summary: `Import content into a page of ${name}, and below it`,
      handle: ({ importFrom, body, params }) => importFrom(body, params.pageId),
    }),
  ];
}

export const imports: Chapter = {
  title: "Importing content",
  operations: [
    ...importOperations({
      path: "/spaces/:spaceId/content",
      access: intoSpace,
      name: "the primary content of an unlocked space",
      ids: { content: "importContent", page: "importContentInPageById" },
    }),
    ...importOperations({
      path: "/spaces/:spaceId/change-requests/:changeRequestId/content",
      access: intoChangeRequest,
      name: "a change request",
      ids: { content: "importContentInChangeRequest", page: "importContentInChangeRequestPageById" },
    }),
  ],
};
