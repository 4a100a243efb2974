import { Type } from "@sinclair/typebox";
import {
  ChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
  readChangeRequest,
} from "../change-requests/index.ts";
import { type Chapter, largeBodyLimit, operation } from "../http/index.ts";
import { contentVersion, onChangeRequestContent, openSpaceContent } from "./access.ts";
import { changeContent } from "./change-content.ts";
import { ContentChanges, ContentOutcome } from "./change-schema.ts";
import { changeRequestContentTarget } from "./content-targets.ts";
import { presentChanges } from "./present-changes.ts";
import { readOperations } from "./read-operations.ts";
import { ChangesQuery, SemanticChanges } from "./schema.ts";

const ChangeQuery = Type.Object({
  compat: Type.Boolean({
    default: true,
    description: "If false, the reply also has the changed pages and the inserted files.",
  }),
});

const ChangedChangeRequest = Type.Composite([Type.Object({ changeRequest: ChangeRequest }), ContentOutcome], {
  title: "ChangedChangeRequest",
});

const path = "/spaces/:spaceId/change-requests/:changeRequestId";

export const changeRequestContent: Chapter = {
  title: "Content of change requests",
  operations: [
    ...readOperations({
      path: `${path}/content`,
      access: onChangeRequestContent("read"),
      name: "a change request",
      ids: {
        revision: "getRevisionOfChangeRequestById",
        pages: "listPagesInChangeRequest",
        page: "getPageInChangeRequestById",
        pageByPath: "getPageInChangeRequestByPath",
        files: "listFilesInChangeRequestById",
        file: "getFileInChangeRequestById",
        reusableContent: "getReusableContentInChangeRequestById",
        pageDocument: "getPageDocumentInChangeRequestById",
        reusableContentDocument: "getReusableContentDocumentInChangeRequestById",
      },
    }),

    operation("updateChangeRequestContent", `POST ${path}/content`, {
      summary: "Apply a batch of changes atomically to the content of a change request",
      access: onActiveChangeRequest("edit"),
      query: ChangeQuery,
      body: ContentChanges,
      bodyLimit: largeBodyLimit,
      reply: { 200: Type.Union([ChangeRequest, ChangedChangeRequest]) },
      handle: async (call) => {
        const { context, caller, changeRequest, params, query, body } = call;
        const readPath = `/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/content`;
        const target = changeRequestContentTarget(context, changeRequest, caller.userId, readPath);
        const outcome = await changeContent(call, target, body.changes);
        const changed = await readChangeRequest(call, changeRequest.id);
        return query.compat ? changed : { changeRequest: changed, ...outcome };
      },
    }),

    operation("getChangeRequestChanges", `GET ${path}/changes`, {
      summary: "Read the changes of a change request to the primary content that it pulled last",
      access: onChangeRequest("read"),
      query: ChangesQuery,
      version: ({ context, changeRequest }) =>
        contentVersion(context, `${changeRequest.revision_id} ${changeRequest.merged_ancestor_id}`),
      reply: { 200: SemanticChanges },
      handle: ({ context, space, changeRequest, query }) => {
        const before = openSpaceContent(context, space, changeRequest.base_root);
        const after = openSpaceContent(context, space, changeRequest.root);
        return presentChanges(context, space.id, before, after, query.limit);
      },
    }),
  ],
};
