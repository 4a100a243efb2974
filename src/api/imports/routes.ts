import { onActiveChangeRequest } from "../change-requests/index.ts";
import { type Access, type Call, type Chapter, type Operation, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import type { ImportTarget } from "./import-target.ts";
import { ImportRequest, ImportResult } from "./schema.ts";

/** Content that something can be imported into, by whoever may change it. */
interface Into {
  importFrom(request: ImportRequest, page?: string): Promise<ImportResult>;
}

const intoSpace: Access<Into, { spaceId: string }> = {
  ...onActiveSpace("edit"),
  resolve: async (call) => {
    const requireAccess = () => onActiveSpace("edit").resolve(call);
    const { space } = await requireAccess();
    return intoTarget(call, { space }, requireAccess);
  },
};

const intoChangeRequest: Access<Into, { spaceId: string; changeRequestId: string }> = {
  ...onActiveChangeRequest("edit"),
  resolve: async (call) => {
    const { spaceId, changeRequestId } = call.params;
    const requireAccess = () => onActiveChangeRequest("edit").resolve(call);
    const { changeRequest } = await requireAccess();
    const into = { changeRequest, readPath: `/spaces/${spaceId}/change-requests/${changeRequestId}/content` };
    return intoTarget(call, into, requireAccess);
  },
};

/** What it takes is loaded by the first import, and not by every start. */
function intoTarget(call: Call, into: ImportTarget, requireAccess: () => Promise<unknown>): Into {
  return {
    importFrom: async ({ url, source }, page) => {
      const { importContent } = await import("./import-content.ts");
      const order = { source, from: { url }, ...(page !== undefined && { page }) };
      return importContent(call, into, order, { requireAccess });
    },
  };
}

interface ImportPlace {
  readonly path: string;
  readonly access: Access<Into, never>;
  /** What the content is called in a sentence. */
  readonly name: string;
  readonly ids: { readonly content: string; readonly page: string };
}

/** Import into content as a whole, or into one of its pages. */
function importOperations({ path, access: declared, name, ids }: ImportPlace): Operation[] {
  // The path's own parameters are read by its access, and one by the place of the new revision.
  const access = declared as Access<Into, unknown>;
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
