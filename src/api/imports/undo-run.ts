import { restoreContent } from "../../content/changes/index.ts";
import { openContent, openDraft, rootOf } from "../../content/index.ts";
import { conflict } from "../../platform/index.ts";
import { findRevision, updateHead } from "../../storage/repositories/index.ts";
import type { Call, Context } from "../http/index.ts";
import { openTarget } from "./import-content.ts";
import { openRunTarget } from "./run-import.ts";
import type { ImportRunRow } from "./run-store.ts";

/** Whether the revision of a run is still the current one. */
export async function canUndo({ database }: Context, run: ImportRunRow): Promise<boolean> {
  if (run.revision_id === null || run.previous_revision_id === null || run.undone_at !== null) return false;
  const { read } = database;
  const row =
    run.change_request_id === null
      ? await read
          .selectFrom("spaces")
          .where("id", "=", run.space_id)
          .select("revision_id")
          .executeTakeFirst()
      : await read
          .selectFrom("change_requests")
          .where("id", "=", run.change_request_id)
          .select("revision_id")
          .executeTakeFirst();
  return row?.revision_id === run.revision_id;
}

/** Restores the content before an import, as a new revision, unless anything has changed since. */
export async function undoRun(call: Call, run: ImportRunRow): Promise<void> {
  const { context, caller } = call;
  if (run.undone_at !== null) throw conflict("The import was undone already");
  const previousId = run.previous_revision_id;
  if (run.revision_id === null || previousId === null)
    throw conflict("The import has changed nothing, so there is nothing to undo");
  const { target: opened } = await openRunTarget(context, run, caller.userId);
  const target = openTarget(context, opened, caller.userId);
  await updateHead(context, {
    userId: caller.userId,
    mutexKey: target.mutexKey,
    read: target.read,
    primaryRoot: target.primaryRoot,
    build: async (head) => {
      if (head.revisionId !== run.revision_id)
        throw conflict(
          "The content has changed since the import: restore the revision before it from the history, or delete pages",
        );
      const previous = await findRevision(context.database.read, target, previousId);
      if (previous === undefined) throw conflict("The revision before the import no longer exists");
      const draft = openDraft(openContent(head.nodes, head.root));
      await restoreContent(draft, openContent(head.nodes, previous.root), context.clock.now());
      const entry = { kind: "restore", restored: previousId } as const;
      return {
        next: { root: rootOf(draft), parents: [head.revisionId], type: "rollback", entry },
        result: undefined,
      };
    },
    compareAndSwap: async (trx, head, saved, result) => {
      if (!(await target.compareAndSwap(trx, head, saved, result))) return false;
      const { numUpdatedRows } = await trx
        .updateTable("import_runs")
        .where("id", "=", run.id)
        .where("undone_at", "is", null)
        .set({ undone_at: saved.now, updated_at: saved.now })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw conflict("The import was undone already");
      return true;
    },
  });
}
