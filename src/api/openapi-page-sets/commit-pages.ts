import type { SyncedPage } from "../../importing/openapi-pages/index.ts";
import type { OpenAPIPageSetTable, Writer } from "../../storage/database/index.ts";
import {
  type Head,
  type HeadUpdate,
  readDirectHead,
  readPrimaryHead,
  updateHead,
  updatePrimaryHead,
} from "../../storage/repositories/index.ts";
import {
  addContribution,
  openWithRevision,
  readChangeRequestHead,
  updateChangeRequest,
  updateChangeRequestHead,
} from "../change-requests/index.ts";
import type { Context } from "../http/index.ts";
import { type KnownPages, recordResult } from "./known-pages.ts";

interface BuiltPages {
  readonly root: string;
  readonly pages: readonly SyncedPage[];
  readonly bytes: Uint8Array;
}

interface PageCommit {
  readonly set: OpenAPIPageSetTable;
  readonly known: KnownPages;
  readonly version: string | null;
  /** The subject of a new change request. */
  readonly subject: string;
  build(head: Head): Promise<BuiltPages>;
}

/** Where pages are changed, without how they are built. */
type Target<H extends Head> = Pick<
  HeadUpdate<H, BuiltPages>,
  "mutexKey" | "read" | "primaryRoot" | "compareAndSwap"
>;

/**
 * Changes pages in the change request that is open already, in the primary content, or in a new change request. Nothing is changed
 * if the pages are in step.
 */
export async function commitPages(context: Context, commit: PageCommit): Promise<void> {
  const { set, known } = commit;
  const ref = { organizationId: set.organization_id, spaceId: set.space_id };
  const request = known.proposal?.changeRequest;
  if (request !== undefined)
    return update(context, commit, inChangeRequest(context, commit, request), request.id);
  const { editMode } = await readPrimaryHead(context, ref);
  const isDirect = set.delivery === "direct" && editMode === "live";
  return update(context, commit, isDirect ? inPrimary(context, commit) : inNewRequest(context, commit));
}

async function update<H extends Head>(
  context: Context,
  { set, known, version, build }: PageCommit,
  target: Target<H>,
  changeRequestId?: string,
): Promise<void> {
  const { result, revisionId } = await updateHead<H, BuiltPages>(context, {
    ...target,
    userId: set.user_id,
    build: async (head) => {
      const built = await build(head);
      const next = { root: built.root, parents: [head.revisionId], type: "edits" } as const;
      return { ...(built.root !== head.root && { next }), result: built };
    },
  });
  if (revisionId !== undefined) return;
  const unchanged = { ...result, version, changeRequestId, now: context.clock.now() };
  await context.database.write((trx) => recordResult(trx, set, known, unchanged));
}

function inPrimary(context: Context, { set, known, version }: PageCommit): Target<Head> {
  const ref = { organizationId: set.organization_id, spaceId: set.space_id };
  return {
    mutexKey: set.space_id,
    read: () => readDirectHead(context, ref),
    primaryRoot: ({ root }) => root,
    compareAndSwap: async (trx, head, saved, built) => {
      if (!(await updatePrimaryHead(trx, head, saved, ["live"]))) return false;
      await recordResult(trx, set, known, { ...built, version, revisionId: saved.id, now: saved.now });
      return true;
    },
  };
}

/** A change request that is ready for review. */
function inNewRequest(context: Context, { set, known, version, subject }: PageCommit): Target<Head> {
  const ref = { organizationId: set.organization_id, spaceId: set.space_id };
  const userId = set.user_id;
  return {
    mutexKey: set.space_id,
    read: () => readPrimaryHead(context, ref),
    primaryRoot: () => undefined,
    compareAndSwap: async (trx: Writer, head, saved, built) => {
      const id = await openWithRevision(trx, head, saved, { userId, subject });
      if (id === undefined) return false;
      const request = { id, space_id: set.space_id, organization_id: set.organization_id };
      await updateChangeRequest(trx, request, { status: "open" }, { userId, now: saved.now });
      await recordResult(trx, set, known, { ...built, version, changeRequestId: id, now: saved.now });
      return true;
    },
  };
}

function inChangeRequest(
  context: Context,
  { set, known, version }: PageCommit,
  request: NonNullable<KnownPages["proposal"]>["changeRequest"],
): Target<Awaited<ReturnType<typeof readChangeRequestHead>>> {
  return {
    mutexKey: request.id,
    read: () => readChangeRequestHead(context, request),
    primaryRoot: () => undefined,
    compareAndSwap: async (trx, head, saved, built) => {
      if (!(await updateChangeRequestHead(trx, head, saved))) return false;
      await addContribution(trx, request, set.user_id, 1, saved.now);
      const result = { ...built, version, changeRequestId: request.id, now: saved.now };
      await recordResult(trx, set, known, result);
      return true;
    },
  };
}
