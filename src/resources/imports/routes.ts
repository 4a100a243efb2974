import { type Call, type Chapter, operation } from "../../http/operation.ts";
import { contentOf } from "../change-request-content/content-target.ts";
import { onLivingChangeRequest } from "../change-requests/access.ts";
import { primaryContentOf } from "../content/primary-content.ts";
import { onLivingSpace } from "../spaces/access.ts";
import { importContent } from "./import-content.ts";
import { ImportRequest, ImportResult } from "./schema.ts";

const spaceContent = "/spaces/:spaceId/content";
const changeRequestContent = "/spaces/:spaceId/change-requests/:changeRequestId/content";

/** Where the revision is found that an import made. */
function location({ revision }: ImportResult, { context, params }: Call<{ spaceId: string }>): string {
  return context.urls.api(`/spaces/${params.spaceId}/revisions/${revision}`);
}

export const imports: Chapter = {
  title: "Importing content",
  operations: [
    operation({
      id: "importContent",
      method: "POST",
      path: `${spaceContent}/import`,
      summary: "Import content into the primary content of an unlocked space",
      access: onLivingSpace("edit"),
      body: ImportRequest,
      reply: { 201: ImportResult },
      location,
      handle: (call) => {
        const { context, space, body } = call;
        return importContent(call, primaryContentOf(context, space), orderOf(body));
      },
    }),

    operation({
      id: "importContentInPageById",
      method: "POST",
      path: `${spaceContent}/page/:pageId/import`,
      summary: "Import content into a page of an unlocked space, and below it",
      access: onLivingSpace("edit"),
      body: ImportRequest,
      reply: { 201: ImportResult },
      location,
      handle: (call) => {
        const { context, space, body, params } = call;
        return importContent(call, primaryContentOf(context, space), orderOf(body), { page: params.pageId });
      },
    }),

    operation({
      id: "importContentInChangeRequest",
      method: "POST",
      path: `${changeRequestContent}/import`,
      summary: "Import content into a change request",
      access: onLivingChangeRequest("edit"),
      body: ImportRequest,
      reply: { 201: ImportResult },
      location,
      handle: (call) => {
        const { context, caller, changeRequest, body, params } = call;
        const readAt = `/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/content`;
        return importContent(call, contentOf(context, changeRequest, caller.userId, readAt), orderOf(body));
      },
    }),

    operation({
      id: "importContentInChangeRequestPageById",
      method: "POST",
      path: `${changeRequestContent}/page/:pageId/import`,
      summary: "Import content into a page of a change request, and below it",
      access: onLivingChangeRequest("edit"),
      body: ImportRequest,
      reply: { 201: ImportResult },
      location,
      handle: (call) => {
        const { context, caller, changeRequest, body, params } = call;
        const readAt = `/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/content`;
        const target = contentOf(context, changeRequest, caller.userId, readAt);
        return importContent(call, target, orderOf(body), { page: params.pageId });
      },
    }),
  ],
};

function orderOf({ url, source }: ImportRequest) {
  return { source, from: { url } } as const;
}
