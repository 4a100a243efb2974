import type { Document } from "../../content/document/index.ts";
import {
  type Content,
  emptyContent,
  findBlocks,
  type PageRecord,
  type ReusableContentRecord,
} from "../../content/index.ts";
import { readEntries } from "../../content/map/index.ts";
import { notFound } from "../../platform/index.ts";
import { parentsOf } from "../../storage/repositories/index.ts";
import { findByMergedRevision, presentChangeRequest } from "../change-requests/index.ts";
import { type Chapter, type Context, largeBodyLimit, operation } from "../http/index.ts";
import { onActiveSpace, onSpace, readSpace, type SpaceRow } from "../spaces/index.ts";
import {
  contentVersion,
  onPrimaryContent,
  onRevision,
  onSharedRevision,
  openSpaceContent,
  readRevision,
} from "./access.ts";
import { changeContent } from "./change-content.ts";
import { ChangedSpace, ContentChanges } from "./change-schema.ts";
import { primaryContentTarget } from "./content-targets.ts";
import { DocumentBlocks } from "./document-schema.ts";
import { presentChanges } from "./present-changes.ts";
import { readOperations } from "./read-operations.ts";
import { ChangesQuery, DocumentByIdQuery, SemanticChanges } from "./schema.ts";

export const content: Chapter = {
  title: "Content of spaces",
  operations: [
    ...readOperations({
      path: "/spaces/:spaceId/content",
      access: onPrimaryContent(),
      name: "a space's primary content",
      ids: {
        revision: "getCurrentRevision",
        pages: "listPages",
        page: "getPageById",
        pageByPath: "getPageByPath",
        files: "listFiles",
        file: "getFileById",
        reusableContent: "getReusableContentById",
        pageDocument: "getPageDocumentById",
        reusableContentDocument: "getReusableContentDocumentById",
      },
    }),

    operation("updateSpaceContent", "POST /spaces/:spaceId/content", {
      summary: "Apply a batch of changes atomically to the primary content of an unlocked space",
      access: onActiveSpace("edit"),
      body: ContentChanges,
      bodyLimit: largeBodyLimit,
      reply: { 200: ChangedSpace },
      handle: async (call) => {
        const { context, space, body } = call;
        const outcome = await changeContent(call, primaryContentTarget(context, space), body.changes);
        return { ...(await readSpace(call, space.id)), ...outcome };
      },
    }),

    ...readOperations({
      path: "/spaces/:spaceId/revisions/:revisionId",
      access: onSharedRevision(),
      name: "a revision",
      ids: {
        revision: "getRevisionById",
        pages: "listPagesInRevisionById",
        page: "getPageInRevisionById",
        pageByPath: "getPageInRevisionByPath",
        files: "listFilesInRevisionById",
        file: "getFileInRevisionById",
        reusableContent: "getReusableContentInRevisionById",
        pageDocument: "getPageDocumentInRevisionById",
        reusableContentDocument: "getReusableContentDocumentInRevisionById",
      },
    }),

    operation("getDocumentById", "GET /spaces/:spaceId/documents/:documentId", {
      summary: "Read a document as blocks, by the id that a page or a reusable content has",
      access: onSpace("read"),
      query: DocumentByIdQuery,
      reply: { 200: DocumentBlocks },
      handle: async ({ context, space, params }) => {
        const document = await findSpaceDocument(context, space, params.documentId);
        if (document === undefined) throw notFound("Document");
        return document;
      },
    }),

    operation("getRevisionSemanticChanges", "GET /spaces/:spaceId/revisions/:revisionId/changes", {
      summary: "Read the changes that a revision made to its parent",
      access: onRevision("read"),
      query: ChangesQuery,
      // The reply for a merge contains the change request, which changes independently.
      version: ({ context, revision }) =>
        revision.type === "merge" ? undefined : contentVersion(context, revision.id),
      reply: { 200: SemanticChanges },
      handle: async ({ context, space, revision, query }) => {
        const after = openSpaceContent(context, space, revision.root);
        const [parent] = parentsOf(revision);
        const before =
          parent === undefined
            ? emptyContent(after.nodes)
            : openSpaceContent(context, space, (await readRevision(context, space, parent)).root);
        const merged =
          revision.type === "merge"
            ? await findByMergedRevision(context.database.read, space, revision.id)
            : undefined;
        return {
          ...(merged && { mergedFrom: presentChangeRequest(merged, context.urls) }),
          ...(await presentChanges(context, space.id, before, after, query.limit)),
        };
      },
    }),
  ],
};

/**
 * Finds a document of a space by its id. Copies of a space share a repository. If there are copies, only documents of the
 * primary content are found, because others may belong to a space that the caller may not read.
 */
async function findSpaceDocument(
  context: Context,
  space: SpaceRow,
  documentId: string,
): Promise<Document | undefined> {
  const content = openSpaceContent(context, space, space.root);
  const document = await findBlocks(content.nodes, documentId);
  if (document === undefined || !(await hasCopies(context, space))) return document;
  return (await usesDocument(content, documentId)) ? document : undefined;
}

async function hasCopies({ database }: Context, { id, repository_id }: SpaceRow): Promise<boolean> {
  const other = await database.read
    .selectFrom("spaces")
    .where("repository_id", "=", repository_id)
    .where("id", "!=", id)
    .select("id")
    .executeTakeFirst();
  return other !== undefined;
}

async function usesDocument({ nodes, roots }: Content, hash: string): Promise<boolean> {
  const matches = ({ value }: { value: { readonly document?: string } }) => value.document === hash;
  const reusable = await readEntries<ReusableContentRecord>(nodes, roots.reusableContents);
  return reusable.some(matches) || (await readEntries<PageRecord>(nodes, roots.pages)).some(matches);
}
