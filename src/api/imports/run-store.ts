import type { ImportProgress } from "../../importing/source/index.ts";
import { conflict, errorMessage, LecternError, newId } from "../../platform/index.ts";
import type {
  ImportRunTable,
  ImportSource,
  ImportStep,
  Reader,
  Writer,
} from "../../storage/database/index.ts";
import { removeRunFile } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";

/** A run without its pages and its result, which may be large. */
export type ImportRunRow = Omit<ImportRunTable, "pages" | "result">;

export const runColumns = [
  "import_runs.id",
  "import_runs.organization_id",
  "import_runs.space_id",
  "import_runs.change_request_id",
  "import_runs.page_id",
  "import_runs.site_id",
  "import_runs.created_by",
  "import_runs.status",
  "import_runs.step",
  "import_runs.source",
  "import_runs.url",
  "import_runs.file_id",
  "import_runs.file_name",
  "import_runs.options",
  "import_runs.attempt",
  "import_runs.attempts",
  "import_runs.progress",
  "import_runs.error",
  "import_runs.revision_id",
  "import_runs.previous_revision_id",
  "import_runs.created_at",
  "import_runs.started_at",
  "import_runs.updated_at",
  "import_runs.ended_at",
  "import_runs.undone_at",
] as const;

/** Whoever works on a run has its attempt. Changes of an earlier one have no effect. */
export interface RunAttempt {
  readonly id: string;
  readonly attempt: string;
}

/** The options of a run that are stored as JSON. */
export interface RunOptions {
  readonly directory?: string | undefined;
  readonly replaces?: boolean | undefined;
  readonly origin?: string | undefined;
  /** Whether a client waits for the end. Then nobody continues the run if its server ends. */
  readonly isAwaited?: boolean;
}

interface NewRun {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly changeRequestId?: string | undefined;
  readonly pageId?: string | undefined;
  readonly siteId?: string | undefined;
  readonly userId: string;
  readonly source: ImportSource;
  readonly url?: string | undefined;
  readonly file?: { readonly id?: string; readonly name: string } | undefined;
  readonly options: RunOptions;
}

/** Adds a run that waits, or one that is begun at once. */
export async function insertRun(trx: Writer, run: NewRun, now: string, attempt?: string): Promise<string> {
  const id = newId();
  const isBegun = attempt !== undefined;
  await trx
    .insertInto("import_runs")
    .values({
      ...{ id, organization_id: run.organizationId, space_id: run.spaceId, created_by: run.userId },
      ...{ change_request_id: run.changeRequestId ?? null, page_id: run.pageId ?? null },
      ...{ site_id: run.siteId ?? null, source: run.source, url: run.url ?? null },
      ...{ file_id: run.file?.id ?? null, file_name: run.file?.name ?? null },
      ...{ options: JSON.stringify(run.options), status: isBegun ? "in-progress" : "pending" },
      ...{ step: isBegun ? "reading" : null, attempt: attempt ?? null, attempts: isBegun ? 1 : 0 },
      ...{ progress: null, error: null, result: null, pages: null },
      ...{ revision_id: null, previous_revision_id: null, undone_at: null },
      ...{ created_at: now, started_at: isBegun ? now : null, updated_at: now, ended_at: null },
    })
    .execute();
  return id;
}

export async function findRun(db: Reader, organizationId: string, id: string) {
  return db
    .selectFrom("import_runs")
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .select(runColumns)
    .executeTakeFirst();
}

/** A run with its pages and its result. */
export async function findWholeRun(db: Reader, id: string): Promise<ImportRunTable | undefined> {
  return db.selectFrom("import_runs").where("id", "=", id).selectAll().executeTakeFirst();
}

/** Begins a run that waits, or continues one whose server has ended. Undefined if it has ended already. */
export async function beginAttempt(
  trx: Writer,
  id: string,
  now: string,
): Promise<(ImportRunRow & RunAttempt) | undefined> {
  const attempt = newId();
  return (await trx
    .updateTable("import_runs")
    .where("id", "=", id)
    .where("status", "in", ["pending", "in-progress"])
    .set((eb) => ({
      ...{ status: "in-progress", step: "reading", attempt, progress: null, updated_at: now },
      attempts: eb("attempts", "+", 1),
      started_at: eb.fn.coalesce("started_at", eb.val(now)),
    }))
    .returning(runColumns)
    .executeTakeFirst()) as (ImportRunRow & RunAttempt) | undefined;
}

function updateAttempt(trx: Writer, { id, attempt }: RunAttempt) {
  return trx
    .updateTable("import_runs")
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "=", "in-progress");
}

/** Stores what an attempt does. */
export async function reportRun(
  { database, clock }: Context,
  run: RunAttempt,
  state: { readonly step: ImportStep; readonly progress: ImportProgress | undefined },
): Promise<void> {
  await database.write((trx) =>
    updateAttempt(trx, run)
      .set({
        ...{ step: state.step, updated_at: clock.now() },
        ...(state.progress && { progress: JSON.stringify(state.progress) }),
      })
      .execute(),
  );
}

/** Whether an attempt counts: the run was neither cancelled nor deleted nor taken over. */
export async function isCurrent(db: Reader, { id, attempt }: RunAttempt): Promise<boolean> {
  const row = await db
    .selectFrom("import_runs")
    .where("id", "=", id)
    .where("attempt", "=", attempt)
    .where("status", "!=", "cancelled")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

type Completion = Pick<ImportRunTable, "result" | "pages" | "revision_id" | "previous_revision_id">;

/** Completes a run in the transaction that saves its revision, so that a run is never applied twice. */
export async function completeRun(trx: Writer, run: RunAttempt, completion: Completion, now: string) {
  const { numUpdatedRows } = await updateAttempt(trx, run)
    .set({ ...completion, status: "completed", step: null, ended_at: now, updated_at: now })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw runCancelled();
}

/** The error of an import that was cancelled while it was running. */
export function runCancelled(): LecternError {
  return conflict("The import was canceled");
}

/** Ends an attempt with an error. A run that was cancelled stays so. */
export async function failRun({ database, clock }: Context, run: RunAttempt, error: unknown): Promise<void> {
  const now = clock.now();
  const reason =
    error instanceof LecternError
      ? { status: error.status, message: error.message }
      : { status: 500, message: "The import failed because of an error in the server" };
  // The client has disconnected: nobody waits for the result.
  const status = reason.status === 408 ? "cancelled" : "failed";
  await database.write((trx) =>
    updateAttempt(trx, run)
      .set({ status, error: JSON.stringify(reason), step: null, ended_at: now, updated_at: now })
      .executeTakeFirst(),
  );
}

/** Logs an error that is not the client's. */
export function logFailure({ log }: Context, runId: string, error: unknown): void {
  if (!(error instanceof LecternError)) log.error({ err: error, run: runId }, errorMessage(error));
}

/** Cancels a run, unless it has ended. */
export async function cancelRun({ database, clock }: Context, id: string): Promise<void> {
  const now = clock.now();
  await database.write((trx) =>
    trx
      .updateTable("import_runs")
      .where("id", "=", id)
      .where("status", "in", ["pending", "in-progress"])
      .set({ status: "cancelled", step: null, ended_at: now, updated_at: now })
      .execute(),
  );
}

const lifetime = 90 * 86_400_000;
const removedAtOnce = 100;

/** Removes runs that ended long ago, and uploaded files that no run needs. */
export async function removeOldImportRuns(context: Context): Promise<void> {
  const { database, clock, stopping } = context;
  const before = new Date(clock.time() - lifetime).toISOString();
  await database.write((trx) =>
    trx
      .deleteFrom("import_runs")
      .where("created_at", "<", before)
      .where("status", "not in", ["pending", "in-progress"])
      .execute(),
  );
  let count = removedAtOnce;
  while (count === removedAtOnce && !stopping?.aborted) {
    const files = await selectUnused(context).limit(removedAtOnce).select("id").execute();
    for (const { id } of files) if (!stopping?.aborted) await removeRunFile(context, id);
    count = files.length;
  }
}

function selectUnused({ database, clock }: Context) {
  return database.read
    .selectFrom("run_files")
    .where("expires_at", "<", clock.now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("import_runs")
            .whereRef("import_runs.file_id", "=", "run_files.id")
            .where("status", "in", ["pending", "in-progress"])
            .select("import_runs.id"),
        ),
      ),
    )
    .orderBy("expires_at");
}
