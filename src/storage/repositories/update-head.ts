import { collectNewNodes, type Nodes, openContent } from "../../content/index.ts";
import { databaseBusy, newId } from "../../platform/index.ts";
import { type RevisionType, together, type Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { type BlockSave, insertBlockSave } from "./block-saves.ts";
import { type FormerSlug, findFormerSlugs } from "./former-slugs.ts";
import { findHistory, type HistorySummary, insertHistory, savePageChangesEarly } from "./history.ts";
import { saveNodes, saveNodesEarly } from "./nodes.ts";
import { findRevision, insertRevision } from "./revisions.ts";

/** Retries end after this time in milliseconds, but not before this many attempts. */
const retryTimeout = 40_000;
const minAttempts = 10;
/** In milliseconds. What is built on a head for longer is built again, since the collection of garbage keeps what it uses for some hours. */
const maxBuildTime = 6 * 3_600_000;

export interface SpaceRef {
  readonly spaceId: string;
  readonly organizationId: string;
}

/** The current revision of a space or change request, and the repository that stores its content. */
export interface Head extends SpaceRef {
  readonly repositoryId: string;
  readonly revisionId: string;
  readonly root: string;
  readonly nodes: Nodes;
}

export interface NextRevision {
  readonly root: string;
  readonly parents: readonly string[];
  readonly type: RevisionType;
  /** Set for a save of blocks. */
  readonly blockSave?: BlockSave;
  /** What its entry in the history of the space tells besides its changes. */
  readonly entry?: Pick<HistorySummary, "kind" | "restored">;
}

/** A new revision in the transaction that saves it. */
export interface SavedRevision extends NextRevision {
  readonly id: string;
  readonly now: string;
  /** Where pages were in the primary content that the revision replaces. */
  readonly formerSlugs: readonly FormerSlug[];
}

/** An update of a head, such as an edit or a merge. */
export interface HeadUpdate<H extends Head, T> {
  readonly userId: string;
  /** The id of the space or change request. Updates of the same head run one after the other within a process. */
  readonly mutexKey: string;
  read(): Promise<H>;
  /** The root of the primary content that the update replaces; undefined if it does not change primary content. */
  primaryRoot(head: H): string | undefined;
  /** Builds new content from the head. Called again if the head has changed in the meantime. Without `next`, the head stays. */
  build(head: H): Promise<{ readonly next?: NextRevision; readonly result: T }>;
  /**
   * Sets the head to the new revision. Returns false if the head has changed in the meantime. Runs with isolation
   * `snapshot`, so it must change or lock all rows that it decides by.
   */
  compareAndSwap(trx: Writer, head: H, saved: SavedRevision, result: T): Promise<boolean>;
}

/** Sets a head to a new revision by compare-and-swap, and retries if another process has changed it first. */
export async function updateHead<H extends Head, T>(
  context: StorageContext,
  update: HeadUpdate<H, T>,
): Promise<{ result: T; revisionId: string | undefined }> {
  return context.headMutex.run(update.mutexKey, async () => {
    const deadline = Date.now() + retryTimeout;
    for (let attempt = 0; attempt < minAttempts || Date.now() < deadline; attempt++) {
      const startedAt = Date.now();
      const head = await update.read();
      const { next, result } = await update.build(head);
      if (next === undefined) {
        // Otherwise what the result says may be outdated: that a change is already saved, for example.
        const { revisionId } = await update.read();
        if (revisionId === head.revisionId) return { result, revisionId: undefined };
        continue;
      }
      if (Date.now() - startedAt > maxBuildTime) continue;
      const revisionId = await save(context, update, head, next, result);
      if (revisionId !== undefined) return { result, revisionId };
    }
    throw databaseBusy();
  });
}

/** Saves a revision with its nodes and updates the head. Returns its id, or undefined if the head has changed. */
async function save<H extends Head, T>(
  context: StorageContext,
  update: HeadUpdate<H, T>,
  head: H,
  next: NextRevision,
  result: T,
): Promise<string | undefined> {
  const { database, clock } = context;
  const newNodes = await collectNewNodes(openContent(head.nodes, next.root));
  const seriesId = next.blockSave?.series.id;
  const remaining = await saveNodesEarly(database, head.repositoryId, newNodes, seriesId);
  const before = update.primaryRoot(head);
  const formerSlugs =
    before === undefined
      ? []
      : await findFormerSlugs(database.read, head.spaceId, openContent(head.nodes, before), next.root);
  const saved = { ...next, id: newId(), now: clock.now(), formerSlugs };
  const ref = { spaceId: head.spaceId, id: saved.id, now: saved.now, userId: update.userId };
  const history =
    before && (await findHistory(head.nodes, await previousRoot(context, head, next, before), next.root));
  const pages = history && (await savePageChangesEarly(database, ref, history.pages));
  const revisionId = await database.write(
    async (trx) => {
      if (!(await update.compareAndSwap(trx, head, saved, result))) return undefined;
      const { organizationId, spaceId } = head;
      const revision = { ...saved, organizationId, spaceId, createdBy: update.userId };
      const summary = history && { ...next.entry, ...history.summary };
      await together([
        insertRevision(trx, revision, saved.now),
        saved.blockSave && insertBlockSave(trx, head, saved, saved.blockSave),
        summary && pages && insertHistory(trx, ref, { summary, pages }, next.blockSave?.series.replacedId),
        saveNodes(trx, head.repositoryId, remaining, seriesId),
      ]);
      return saved.id;
    },
    update.mutexKey,
    "snapshot",
  );
  if (revisionId !== undefined) head.nodes.cacheStaged(newNodes.keys());
  return revisionId;
}

/** The root of the content before a revision. A save that continues a series has the place of those before it. */
async function previousRoot(
  { database }: StorageContext,
  head: Head,
  { parents, blockSave }: NextRevision,
  primaryRoot: string,
): Promise<string> {
  const [parent] = parents;
  if (blockSave?.series.replacedId === undefined || parent === undefined) return primaryRoot;
  return (await findRevision(database.read, head, parent))?.root ?? primaryRoot;
}
