import {
  applyChanges,
  keepPageTimes,
  restoreContent,
  restoreReferences,
} from "../../content/changes/index.ts";
import { type Content, openContent, openDraft, readBlocks, rootOf } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { badInput, conflict, newId, notFound, preconditionFailed } from "../../platform/index.ts";
import type { RevisionTable, Writer } from "../../storage/database/index.ts";
import {
  documentLinksReader,
  findSavedRevision,
  type Head,
  readPrimaryHead,
  type SavedRevision,
  updateHead,
} from "../../storage/repositories/index.ts";
import { findChangeRequest, openWithRevision, presentChangeRequest } from "../change-requests/index.ts";
import { primaryContentTarget, readRevision } from "../content/index.ts";
import { type Access, type Call, refineAccess } from "../http/index.ts";
import { type OnSpace, onActiveSpace } from "../spaces/index.ts";
import type { RestoreRequest } from "./schema.ts";

type OnRestored = OnSpace & { readonly revision: RevisionTable };

/** A revision in the history of a space. One that a later save replaced is not, and is removed some time. */
export function onRestoredRevision(): Access<OnRestored, { spaceId: string; revisionId: string }> {
  return refineAccess(onActiveSpace("edit"), async (found, { context, params }) => {
    const revision = await readRevision(context, found.space, params.revisionId);
    const inHistory = await findSavedRevision(context.database.read, found.space.id, revision.id);
    if (inHistory !== revision.id) throw notFound("Revision");
    return { ...found, revision };
  });
}

type RestoreCall = Call<unknown, unknown, RestoreRequest> & OnRestored;

/** Puts the state of a revision, of a page in it or of some blocks on top of the current content, as a new revision. */
export async function restoreRevision(call: RestoreCall) {
  const { context, caller, space, revision, body } = call;
  const { changeRequest: opened } = body;
  const author = { userId: caller.userId };
  let requestId: string | undefined;
  let previousRevision = "";
  const direct = primaryContentTarget(context, space);
  const target =
    opened === undefined
      ? direct
      : {
          ...direct,
          primaryRoot: () => undefined,
          read: () => readPrimaryHead(context, { organizationId: space.organization_id, spaceId: space.id }),
          compareAndSwap: async (trx: Writer, head: Head, saved: SavedRevision) => {
            requestId = await openWithRevision(trx, head, saved, {
              ...author,
              subject: opened.subject ?? "",
            });
            return requestId !== undefined;
          },
        };
  const { revisionId = "" } = await updateHead(context, {
    ...author,
    mutexKey: space.id,
    primaryRoot: target.primaryRoot,
    read: target.read,
    build: async (head) => {
      requireCurrent(body, head);
      previousRevision = head.revisionId;
      const root = await buildRestored(call, head);
      if (root === head.root)
        throw conflict("Nothing differs from this revision, so there is nothing to restore");
      const entry = { kind: "restore", restored: revision.id } as const;
      return { next: { root, parents: [head.revisionId], type: "rollback", entry }, result: undefined };
    },
    compareAndSwap: target.compareAndSwap,
  });
  const request = requestId && (await findChangeRequest(context.database.read, space, requestId));
  return {
    object: "restored-revision" as const,
    revision: revisionId,
    previousRevision,
    ...(request && { changeRequest: presentChangeRequest(request, context.urls) }),
  };
}

function requireCurrent({ currentRevision }: RestoreRequest, { revisionId }: Head): void {
  if (currentRevision !== undefined && currentRevision !== revisionId)
    throw preconditionFailed("currentRevision: the content has changed since");
}

/** The root of the current content with what is restored. */
async function buildRestored({ context, revision, body }: RestoreCall, head: Head): Promise<string> {
  const { page: id, blocks } = body;
  const now = context.clock.now();
  const base = openContent(head.nodes, head.root);
  const source = openContent(head.nodes, revision.root);
  const draft = openDraft(base);
  if (id === undefined) {
    if (blocks !== undefined) throw badInput("blocks", "requires a page");
    await restoreContent(draft, source, now);
    return rootOf(draft);
  }
  const record = await findPage(source, id);
  if (record === undefined) throw badInput("page", "does not exist in this revision");
  if (blocks !== undefined) await requireBlocks(source, base, id, blocks);
  await restoreReferences(
    draft,
    source,
    { id, record, blocks },
    documentLinksReader(context, head.repositoryId),
  );
  const change = { operation: "revert_page", page: id, ...(blocks && { block: blocks }) } as const;
  await applyChanges(base, draft, [change], { now, newId, revision: async () => source });
  await keepPageTimes(base, draft);
  return rootOf(draft);
}

async function requireBlocks(source: Content, current: Content, id: string, keys: readonly string[]) {
  const pages = [await findPage(source, id), await findPage(current, id)];
  const known = new Set<string | undefined>();
  for (const page of pages) {
    if (page === undefined) throw badInput("blocks", "requires a page that exists in both revisions");
    for (const { key } of (await readBlocks(source.nodes, page.document)).nodes) known.add(key);
  }
  for (const [i, key] of keys.entries())
    if (!known.has(key)) throw badInput(`blocks[${i}]`, "is not the key of a top-level block");
}
