import { Type } from "@sinclair/typebox";
import { emptyContent, findBlocks, readVariables } from "../../content/index.ts";
import { requireFound } from "../../platform/index.ts";
import { parentsOf } from "../../storage/repositories/index.ts";
import {
  ChangeRequest,
  type ChangeRequestParams,
  type OnChangeRequest,
  onActiveChangeRequest,
  onChangeRequest,
  readChangeRequest,
} from "../change-requests/index.ts";
import {
  type Call,
  largeBodyLimit,
  type OperationGroup,
  operation,
  RecordOf,
  StreamedJson,
} from "../http/index.ts";
import { onActiveSpace, onSpace, readSpace } from "../spaces/index.ts";
import {
  contentVersion,
  onChangeRequestContent,
  onPrimaryContent,
  onRevision,
  onSharedRevision,
  openSpaceContent,
  readRevision,
} from "./access.ts";
import { BlockChanges, ChangedBlocks } from "./block-schema.ts";
import { changeContent, changeRequestContentTarget, primaryContentTarget } from "./change-content.ts";
import { ChangedSpace, ContentChanges, ContentOutcome } from "./change-schema.ts";
import { DocumentIds } from "./document-ids.ts";
import { DocumentBlocks } from "./document-schema.ts";
import { readMergedFrom, revisionVersion } from "./merged-from.ts";
import { ChangesQuery, SemanticChanges } from "./page-schema.ts";
import { presentChanges } from "./present-changes.ts";
import { readOperations } from "./read-operations.ts";
import { updateBlocks } from "./update-blocks.ts";

const RevisionChangesQuery = Type.Composite([
  ChangesQuery,
  Type.Object({
    since: Type.Optional(
      Type.String({ description: "The id of the revision to compare with. By default it is the parent." }),
    ),
  }),
]);

export const content: OperationGroup = {
  title: "Content of spaces",
  operations: [
    ...readOperations({
      path: "/spaces/:spaceId/content",
      access: onPrimaryContent(),
      name: "a space's primary content",
      infix: "",
      ids: { revision: "getCurrentRevision", pages: "listPages", files: "listFiles" },
    }),

    operation("getVariables", "GET /spaces/:spaceId/content/variables", {
      summary: "Read the variables of a space's primary content",
      isRepeatable: true,
      access: onSpace("read"),
      reply: { 200: Type.Object({ variables: RecordOf(Type.String()) }) },
      handle: async ({ context, space }) => ({
        variables: await readVariables(openSpaceContent(context, space, space.root)),
      }),
    }),

    operation("updateSpaceContent", "POST /spaces/:spaceId/content", {
      summary: "Apply a batch of changes atomically to the primary content of an unlocked space",
      access: onActiveSpace("edit"),
      body: ContentChanges,
      bodyLimit: largeBodyLimit,
      reply: { 200: ChangedSpace },
      handle: async (call) => {
        const { context, space, body } = call;
        const target = primaryContentTarget(context, space);
        const requireAccess = () => onActiveSpace("edit").resolve(call);
        const outcome = await changeContent(call, target, body.changes, requireAccess);
        return { ...(await readSpace(call, space.id)), ...outcome };
      },
    }),

    operation("updatePageBlocks", "POST /spaces/:spaceId/content/page/:pageId/blocks", {
      summary: "Save changes to single blocks of a page in the primary content of an unlocked space",
      access: onActiveSpace("edit"),
      body: BlockChanges,
      bodyLimit: largeBodyLimit,
      reply: { 200: ChangedBlocks },
      handle: async (call) => {
        const { context, space, params, body } = call;
        const target = primaryContentTarget(context, space);
        return new StreamedJson(await updateBlocks(call, target, params.pageId, body));
      },
    }),

    ...readOperations({
      path: "/spaces/:spaceId/revisions/:revisionId",
      access: onSharedRevision(),
      name: "a revision",
      infix: "InRevision",
      ids: {
        revision: "getRevisionById",
        pages: "listPagesInRevisionById",
        files: "listFilesInRevisionById",
      },
    }),

    operation("getDocumentById", "GET /spaces/:spaceId/documents/:documentId", {
      summary: "Read a document as blocks, by the document id of a page or a reusable content",
      isRepeatable: true,
      access: onSpace("read"),
      reply: { 200: DocumentBlocks },
      handle: async ({ context, space, params }) => {
        const { nodes } = openSpaceContent(context, space, space.root);
        const hash = new DocumentIds(context, space.id).hashOf(params.documentId);
        const document = hash === undefined ? undefined : await findBlocks(nodes, hash);
        return new StreamedJson(requireFound(document, "Document"));
      },
    }),

    operation("getRevisionSemanticChanges", "GET /spaces/:spaceId/revisions/:revisionId/changes", {
      summary: "Read the changes that a revision made to its parent, or those since another revision",
      isRepeatable: true,
      access: onRevision("read"),
      query: RevisionChangesQuery,
      version: revisionVersion,
      reply: { 200: SemanticChanges },
      handle: async ({ context, space, revision, query }) => {
        const after = openSpaceContent(context, space, revision.root);
        const parent = query.since ?? parentsOf(revision)[0];
        const before =
          parent === undefined
            ? emptyContent(after.nodes)
            : openSpaceContent(context, space, (await readRevision(context, space, parent)).root);
        return new StreamedJson({
          mergedFrom: await readMergedFrom(context, space, revision),
          ...(await presentChanges(context, space.id, before, after, query)),
        });
      },
    }),
  ],
};

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

function changeRequestTargetOf({
  context,
  caller,
  changeRequest,
  params,
}: Call<ChangeRequestParams> & OnChangeRequest) {
  const readPath = `/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/content`;
  return changeRequestContentTarget(context, changeRequest, caller.userId, readPath);
}

export const changeRequestContent: OperationGroup = {
  title: "Content of change requests",
  operations: [
    ...readOperations({
      path: `${path}/content`,
      access: onChangeRequestContent("read"),
      name: "a change request",
      infix: "InChangeRequest",
      ids: {
        revision: "getRevisionOfChangeRequestById",
        pages: "listPagesInChangeRequest",
        files: "listFilesInChangeRequestById",
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
        const { changeRequest, query, body } = call;
        const target = changeRequestTargetOf(call);
        const requireAccess = () => onActiveChangeRequest("edit").resolve(call);
        const outcome = await changeContent(call, target, body.changes, requireAccess);
        const changed = await readChangeRequest(call, changeRequest.id);
        return query.compat ? changed : { changeRequest: changed, ...outcome };
      },
    }),

    operation("updateChangeRequestPageBlocks", `POST ${path}/content/page/:pageId/blocks`, {
      summary: "Save changes to single blocks of a page in a change request",
      access: onActiveChangeRequest("edit"),
      body: BlockChanges,
      bodyLimit: largeBodyLimit,
      reply: { 200: ChangedBlocks },
      handle: async (call) => {
        const target = changeRequestTargetOf(call);
        return new StreamedJson(await updateBlocks(call, target, call.params.pageId, call.body));
      },
    }),

    operation("getChangeRequestChanges", `GET ${path}/changes`, {
      summary: "Read the changes of a change request to the primary content that it pulled last",
      isRepeatable: true,
      access: onChangeRequest("read"),
      query: ChangesQuery,
      version: ({ context, changeRequest }) =>
        contentVersion(context, `${changeRequest.revision_id} ${changeRequest.merged_ancestor_id}`),
      reply: { 200: SemanticChanges },
      handle: async ({ context, space, changeRequest, query }) => {
        const before = openSpaceContent(context, space, changeRequest.base_root);
        const after = openSpaceContent(context, space, changeRequest.root);
        return new StreamedJson(await presentChanges(context, space.id, before, after, query));
      },
    }),
  ],
};
