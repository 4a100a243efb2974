import { onActiveChangeRequest } from "../change-requests/index.ts";
import { type Access, type Call, type Chapter, type Operation, operation } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import { importContent } from "./import-content.ts";
import type { ImportTarget } from "./import-target.ts";
import { ImportRequest, ImportResult } from "./schema.ts";

/** Content that the caller may import into. */
interface Destination {
  readonly target: ImportTarget;
  /** Checks again that the caller may change the content. */
  readonly requireAccess: () => Promise<unknown>;
}

const intoSpace: Access<Destination, { spaceId: string }> = {
  ...onActiveSpace("edit"),
  resolve: async (call) => {
    const requireAccess = () => onActiveSpace("edit").resolve(call);
    const { space } = await requireAccess();
    return { target: { space }, requireAccess };
  },
};

const intoChangeRequest: Access<Destination, { spaceId: string; changeRequestId: string }> = {
  ...onActiveChangeRequest("edit"),
  resolve: async (call) => {
    const { spaceId, changeRequestId } = call.params;
    const requireAccess = () => onActiveChangeRequest("edit").resolve(call);
    const { changeRequest } = await requireAccess();
    const readPath = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
    return { target: { changeRequest, readPath }, requireAccess };
  },
};

function importInto(
  call: Call<unknown> & Destination,
  { url, source }: ImportRequest,
  page?: string,
): Promise<ImportResult> {
  return importContent(
    call,
    call.target,
    { source, from: { url }, ...(page !== undefined && { page }) },
    call,
  );
}

interface ImportRoute {
  readonly path: string;
  readonly access: Access<Destination, never>;
  /** Names the content in the summaries. */
  readonly name: string;
  readonly ids: { readonly content: string; readonly page: string };
}

/** The operations that import into content, and into one of its pages. */
function importOperations({ path, access: declared, name, ids }: ImportRoute): Operation[] {
  // The access rule and the location read the path parameters.
  const access = declared as Access<Destination, unknown>;
  const shared = {
    access,
    body: ImportRequest,
    reply: { 201: ImportResult },
    location: ({ revision }: ImportResult, { context, params }: Call<unknown>) =>
      context.urls.api(`/spaces/${(params as { spaceId: string }).spaceId}/revisions/${revision}`),
  } as const;
  return [
    operation(ids.content, `POST ${path}/import`, {
      ...shared,
      summary: `Import content into ${name}`,
      handle: (call) => importInto(call, call.body),
    }),
    operation(ids.page, `POST ${path}/page/:pageId/import`, {
      ...shared,
      summary: `Import content into a page of ${name}, and below it`,
      handle: (call) => importInto(call, call.body, call.params.pageId),
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
