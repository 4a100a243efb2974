import { collectNewNodes, type Nodes, openContent } from "../../content/index.ts";
import { databaseBusy, newId } from "../../platform/index.ts";
import type { Isolation, RevisionType, Writer } from "../database/index.ts";
import type { StorageContext } from "../index.ts";
import { saveNodes, saveNodesEarly } from "./nodes.ts";
import { insertRevision } from "./revisions.ts";

/** How long a change tries to find the head where it left it, and how often at least. */
const patience = 20_000;
const leastTries = 10;

export interface SpaceRef {
  readonly spaceId: string;
  readonly organizationId: string;
}

/** What content is at one moment, and where it is kept. */
export interface Head extends SpaceRef {
  readonly repositoryId: string;
  readonly revisionId: string;
  readonly root: string;
  readonly nodes: Nodes;
}

/** The revision that a head is to be moved to. */
export interface NextRevision {
  readonly root: string;
  readonly parents: readonly string[];
  readonly type: RevisionType;
}

/** The same when it is being written. */
export interface SavedRevision extends NextRevision {
  readonly id: string;
  readonly now: string;
}

/** One way to move a head: an edit, an update, a merge. */
export interface HeadMove<H extends Head, T> {
  readonly userId: string;
  /** The id of what has the head: those with the same turn go one after the other, so that they do not make each other's work void. */
  readonly mutexKey: string;
  /** Whether the move needs to know more than what is in the rows that it changes. */
  readonly isolation?: Isolation;
  read(): Promise<H>;
  /** Makes new content from the head: may be called again, when another was faster. Without a next, nothing is moved. */
  build(head: H): Promise<{ readonly next?: NextRevision; readonly result: T }>;
  /** Moves the head to the new revision. If it is no longer where it was read, does nothing and says so. */
  move(trx: Writer, head: H, saved: SavedRevision, result: T): Promise<boolean>;
}

/**
 * Moves a head from one revision to the next, by compare-and-swap. Within one process, those who want the same take
 * turns; between processes, the database decides, and the slower builds anew.
 */
export async function advanceHead<H extends Head, T>(
  context: StorageContext,
  step: HeadMove<H, T>,
): Promise<{ result: T; revisionId: string | undefined }> {
  return context.headMutex.run(step.mutexKey, async () => {
    const deadline = Date.now() + patience;
    for (let tries = 0; tries < leastTries || Date.now() < deadline; tries++) {
      const head = await step.read();
      const { next, result } = await step.build(head);
      if (next === undefined) return { result, revisionId: undefined };
      const revisionId = await save(context, step, head, next, result);
      if (revisionId !== undefined) return { result, revisionId };
    }
    throw databaseBusy();
  });
}

/** Saves the new content with its revision, if the head could be moved to it; the id of the revision. */
async function save<H extends Head, T>(
  { database, clock }: StorageContext,
  { userId, mutexKey: turn, isolation, move }: HeadMove<H, T>,
  head: H,
  next: NextRevision,
  result: T,
): Promise<string | undefined> {
  const fresh = await collectNewNodes(openContent(head.nodes, next.root));
  const left = await saveNodesEarly(database, head.repositoryId, fresh);
  const revisionId = await database.write(
    async (trx) => {
      const saved = { ...next, id: newId(), now: clock.now() };
      if (!(await move(trx, head, saved, result))) return undefined;
      const { organizationId, spaceId } = head;
      await insertRevision(trx, { ...saved, organizationId, spaceId, createdBy: userId }, saved.now);
      await saveNodes(trx, head.repositoryId, left);
      return saved.id;
    },
    turn,
    isolation,
  );
  if (revisionId !== undefined) head.nodes.cacheStaged(fresh.keys());
  return revisionId;
}
