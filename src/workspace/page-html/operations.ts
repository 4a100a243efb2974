import { randomUUID } from "node:crypto";
import { onChangeRequest } from "../../api/change-requests/index.ts";
import { openSpaceContent, readRevision } from "../../api/content/index.ts";
import {
  type Access,
  type Call,
  type Context,
  jsonString,
  type Operation,
  type OperationGroup,
  operation,
  type ReplyVersion,
  refineAccess,
  StreamedJson,
} from "../../api/http/index.ts";
import { type OnSpace, onSpace } from "../../api/spaces/index.ts";
import { presentUser } from "../../api/users/index.ts";
import { findReusableContent } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import type { RevisionTable } from "../../storage/database/index.ts";
import { PageHtml, ReusableContentHtml, renderDocument, renderPageHtml } from "./render.ts";
import type { ReadContent } from "./targets.ts";

interface OnReadContent {
  readonly read: ReadContent;
  readonly revisionId: string;
  /** The revision in the path. */
  readonly revision?: RevisionTable;
}

function onPrimaryContent(): Access<OnReadContent, { spaceId: string }> {
  return refineAccess(onSpace("read"), (found, { context }) =>
    toRead(
      context,
      found,
      { id: found.space.revision_id, root: found.space.root },
      `/spaces/${found.space.id}`,
    ),
  );
}

function onRevision(): Access<OnReadContent, { spaceId: string; revisionId: string }> {
  return refineAccess(onSpace("read"), async (found, { context, params }) => {
    const revision = await readRevision(context, found.space, params.revisionId);
    const path = `/spaces/${found.space.id}/revisions/${revision.id}`;
    return { ...toRead(context, found, revision, path), revision };
  });
}

function onChangeRequestContent(): Access<OnReadContent, { spaceId: string; changeRequestId: string }> {
  return refineAccess(onChangeRequest("read"), (found, { context }) => {
    const { id, revision_id, root } = found.changeRequest;
    const path = `/spaces/${found.space.id}/change-requests/${id}`;
    return toRead(context, found, { id: revision_id, root }, path);
  });
}

function toRead(
  context: Context,
  { space, member }: OnSpace,
  revision: { readonly id: string; readonly root: string },
  path: string,
): OnReadContent {
  const content = openSpaceContent(context, space, revision.root);
  return { revisionId: revision.id, read: { space, member, content, path } };
}

/** The version of the database means something only in the process that has read it. */
const processId = randomUUID();

/** Documents show titles of other spaces, names of people and specs. These are unchanged if nothing was written since. */
async function versionOf({ context, caller, revisionId }: Call & OnReadContent): Promise<ReplyVersion> {
  const details = [processId, await context.database.readVersion(), caller.userId].join(" ");
  return { content: `${context.config.baseUrl} ${revisionId}`, details };
}

/** The content that has the operation, as in the operations that read documents as blocks. */
function readPageHtml(
  infix: string,
  path: string,
  name: string,
  access: Access<OnReadContent, unknown>,
): Operation {
  return operation(`getPageHtml${infix}ById`, `GET ${path}/page/:pageId/html`, {
    summary: `Read a page of ${name} as HTML, as its writers see it`,
    access: access as Access<OnReadContent, { pageId: string }>,
    version: versionOf,
    reply: { 200: PageHtml },
    handle: async ({ context, read, revision, params }) => {
      const { pageId } = params;
      const page = requireFound(await findPage(read.content, pageId), "Page");
      const { document, ...rest } = await renderPageHtml(context, read, pageId, page);
      return new StreamedJson({
        ...rest,
        ...(document && { document: inPieces(document) }),
        ...(revision && { revision: await presentRevision(context, revision) }),
      });
    },
  });
}

function readReusableContentHtml(
  infix: string,
  path: string,
  name: string,
  access: Access<OnReadContent, unknown>,
): Operation {
  const id = `getReusableContentHtml${infix}ById`;
  return operation(id, `GET ${path}/reusable-contents/:reusableContentId/html`, {
    summary: `Read a reusable content of ${name} as HTML, as its writers see it`,
    access: access as Access<OnReadContent, { reusableContentId: string }>,
    version: versionOf,
    reply: { 200: ReusableContentHtml },
    handle: async ({ context, read, params: { reusableContentId } }) => {
      const found = await findReusableContent(read.content, reusableContentId);
      if (found?.key !== reusableContentId) throw notFound("Reusable content");
      const { title, document: hash } = found.value;
      const { document } = await renderDocument(context, read, { origin: undefined, hash, title });
      return new StreamedJson({
        object: "reusable-content-html",
        id: reusableContentId,
        title,
        document: inPieces(document),
      });
    },
  });
}

async function presentRevision({ database, urls }: Context, revision: RevisionTable) {
  const { id, type, created_at, created_by } = revision;
  const users = database.read.selectFrom("users").where("id", "=", created_by);
  const user = await users.selectAll().executeTakeFirst();
  return { id, type, createdAt: created_at, ...(user && { createdBy: presentUser(user, urls) }) };
}

/** HTML may be long. */
function inPieces<T extends { readonly html: string }>(document: T) {
  return { ...document, html: jsonString(document.html) };
}

export const pageHtml: OperationGroup = {
  title: "Pages as HTML",
  operations: [
    readPageHtml("", "/spaces/:spaceId/content", "a space's primary content", onPrimaryContent()),
    readPageHtml("InRevision", "/spaces/:spaceId/revisions/:revisionId", "a revision", onRevision()),
    readPageHtml(
      "InChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content",
      "a change request",
      onChangeRequestContent(),
    ),

    readReusableContentHtml("", "/spaces/:spaceId/content", "a space's primary content", onPrimaryContent()),
    readReusableContentHtml(
      "InChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/content",
      "a change request",
      onChangeRequestContent(),
    ),
  ],
};
