import type { Static } from "@sinclair/typebox";
import { updatePageBlocks } from "../../content/block-changes/index.ts";
import { changedBlocks } from "../../content/document/index.ts";
import { hashOf, openContent, openDraft, rootOf } from "../../content/index.ts";
import { addMilliseconds, conflict, finishYielding } from "../../platform/index.ts";
import {
  findRevision,
  findSavedRevisions,
  type Head,
  isAncestor,
  isBlockSaveKnown,
  type NextRevision,
  type SpaceRef,
  seriesOfNextSave,
  updateHead,
} from "../../storage/repositories/index.ts";
import type { Context } from "../http/index.ts";
import type { BlockChanges, ChangedBlocks } from "./block-schema.ts";
import { type ChangeCall, type ContentTarget, requireIfMatch } from "./change-content.ts";

/** Clocks of servers may differ by this time in milliseconds. */
const maxClockSkew = 3_600_000;

type Changed = Static<typeof ChangedBlocks>;

/**
 * Saves changes to single blocks of a page. They refer to the page in an earlier revision, and are merged with what was changed
 * since. Consecutive saves of one author become one revision.
 */
export async function updateBlocks<H extends Head>(
  call: ChangeCall,
  target: ContentTarget<H>,
  pageId: string,
  input: BlockChanges,
): Promise<Changed> {
  let headId = "";
  const { result, revisionId = headId } = await updateHead(call.context, {
    userId: call.caller.userId,
    mutexKey: target.mutexKey,
    read: () => target.read(),
    primaryRoot: (head) => target.primaryRoot(head),
    build: (head) => {
      requireIfMatch(call, target, head);
      headId = head.revisionId;
      return buildSave(call, target, head, pageId, input);
    },
    compareAndSwap: (...step) => target.compareAndSwap(...step),
  });
  return { revision: revisionId, ...result };
}

async function buildSave(
  { context, caller: { userId } }: ChangeCall,
  target: Pick<ContentTarget, "spaceId" | "organizationId" | "mutexKey">,
  head: Head,
  pageId: string,
  { revision, changes }: BlockChanges,
): Promise<{ next?: NextRevision; result: Omit<Changed, "revision"> }> {
  const { read: db } = context.database;
  const placeId = target.mutexKey;
  const now = context.clock.now();
  const requestHash = hashOf(JSON.stringify([placeId, userId, pageId, revision, changes]));
  const isBehind = revision !== head.revisionId;
  const baseRoot = isBehind ? await readBaseRoot(context, target, head, revision) : head.root;
  // The request may have been saved already, if its reply was lost.
  const isSaved = isBehind && (await isBlockSaveKnown(db, target.spaceId, requestHash));
  const draft = openDraft(openContent(head.nodes, head.root));
  const base = openContent(head.nodes, baseRoot);
  const update = { pageId, base, changes: isSaved ? [] : changes, now };
  const { before, after } = await updatePageBlocks(draft, update);
  const changed = await finishYielding(changedBlocks(before, after));
  const result = {
    order: after.nodes.map(({ key = "" }) => key),
    blocks: Object.fromEntries(changed.map((block) => [block.key, block])),
  };
  const root = rootOf(draft);
  if (root === head.root) return { result };
  const { series, parents } = await seriesOfNextSave(db, head, { placeId, userId, now });
  return { next: { root, parents, type: "edits", blockSave: { placeId, requestHash, series } }, result };
}

/** The root of the revision that a request names. The head must be based on it. */
async function readBaseRoot(
  { database }: Context,
  { spaceId, organizationId }: SpaceRef,
  head: Head,
  revisionId: string,
): Promise<string> {
  const { read: db } = database;
  const ref = { spaceId, organizationId };
  const base = await findRevision(db, ref, revisionId);
  if (base !== undefined) {
    // Another process may have replaced the head since it was read.
    const saved = await findSavedRevisions(db, spaceId, [revisionId, head.revisionId]);
    const [ancestor = revisionId, descendant = head.revisionId] = saved;
    const since = addMilliseconds(base.created_at, -maxClockSkew);
    if (await isAncestor(db, spaceId, { ancestor, descendant, since })) return base.root;
  }
  throw conflict("revision: the current content is not based on this revision; read the page again");
}
