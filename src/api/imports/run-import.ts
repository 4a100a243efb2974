import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { withTemporaryFolder } from "../../platform/child-process/index.ts";
import { addMilliseconds, badInput, LecternError, newId } from "../../platform/index.ts";
import { readRunFile, removeRunFile } from "../../storage/files/index.ts";
import { enqueueClaimed, finish, leaseLength, renew } from "../../storage/jobs/index.ts";
import { onActiveChangeRequest } from "../change-requests/index.ts";
import type { ChangeCall } from "../content/index.ts";
import { callOfTicket } from "../files/index.ts";
import type { Call, Context } from "../http/index.ts";
import { onActiveSpace } from "../spaces/index.ts";
import {
  type ImportTarget,
  importContent,
  importSlots,
  openForImport,
  type Source,
} from "./import-content.ts";
import {
  beginAttempt,
  failRun,
  type ImportRunRow,
  insertRun,
  logFailure,
  type RunAttempt,
  type RunOptions,
} from "./run-store.ts";
import type { ImportResult } from "./schema.ts";

/** The kind of the jobs that do imports. */
export const importJob = "import-content";

/** How often a run is begun again after its server has ended. */
const maxAttempts = 5;

type ImportCall = ChangeCall & Partial<Pick<Call, "onDisconnect">>;

/** Imports a source as one new revision, while the caller waits. The import is a run like those that nobody waits for. */
export async function importAndWait(
  call: ImportCall,
  target: ImportTarget,
  source: Source,
  requireAccess: () => Promise<unknown>,
): Promise<ImportResult> {
  const { context, caller } = call;
  const opened = await openForImport(call, target, source.page);
  return importSlots.run(opened.target.organizationId, async () => {
    const now = context.clock.now();
    const attempt = newId();
    const { url, path } = { url: undefined, path: undefined, ...source.from };
    const { run, job } = await context.database.write(async (trx) => {
      const id = await insertRun(
        trx,
        {
          ...{ organizationId: opened.target.organizationId, spaceId: opened.target.spaceId },
          ...{ changeRequestId: "changeRequest" in target ? target.changeRequest.id : undefined },
          ...{ pageId: source.page, userId: caller.userId, source: source.source, url },
          file: path === undefined ? undefined : { name: path.slice(path.lastIndexOf("/") + 1) },
          options: { ...optionsOf(source), isAwaited: true },
        },
        now,
        attempt,
      );
      const { organizationId } = opened.target;
      const job = { kind: importJob, payload: { runId: id }, organizationId };
      return { run: { id, attempt }, job: await enqueueClaimed(trx, job, now) };
    });
    const heartbeat = setInterval(() => {
      context.database.write((trx) => renew(trx, job, context.clock.now())).catch(() => {});
    }, leaseLength / 3);
    try {
      return await importContent(call, target, source, { run, requireAccess });
    } catch (error) {
      await failRun(context, run, error);
      throw error;
    } finally {
      clearInterval(heartbeat);
      await context.database.write((trx) => finish(trx, job, context.clock.now()));
    }
  });
}

function optionsOf({ directory, replaces, origin }: Source): RunOptions {
  return { directory, replaces, origin };
}

/** Does a run that was started without waiting. Called again if its server has ended meanwhile. */
export async function runImport(context: Context, runId: string): Promise<void> {
  const { database, clock } = context;
  const run = await database.write((trx) => beginAttempt(trx, runId, clock.now()));
  if (run === undefined) return removeFileOf(context, runId);
  try {
    requireContinuable(run);
    await importRun(context, run);
  } catch (error) {
    logFailure(context, runId, error);
    await failRun(context, run, error);
  }
  await removeFileOf(context, runId);
}

function requireContinuable(run: ImportRunRow): void {
  const { isAwaited } = JSON.parse(run.options) as RunOptions;
  if (isAwaited)
    throw new LecternError(503, "The server ended during the import. Nothing was imported; import again");
  if (run.attempts > maxAttempts)
    throw new LecternError(
      503,
      `The server ended during the import ${maxAttempts} times; nothing was imported`,
    );
}

async function importRun(context: Context, run: ImportRunRow & RunAttempt): Promise<void> {
  const { target, call } = await openRunTarget(context, run);
  const options = JSON.parse(run.options) as RunOptions;
  const importFrom = (from: Source["from"]) =>
    importContent(
      call,
      target,
      { source: run.source, from, page: run.page_id ?? undefined, ...options },
      { run, requireAccess: () => openRunTarget(context, run) },
    );
  if (run.url !== null) return void (await importFrom({ url: run.url }));
  await withTemporaryFolder(async (folder) => {
    const path = await pathOfUpload(folder, run.file_name ?? "");
    await writeUpload(context, run, path);
    await importFrom({ path }).catch(nameFile);
  });
}

async function writeUpload(context: Context, run: ImportRunRow, path: string): Promise<void> {
  const file = await context.database.read
    .selectFrom("run_files")
    .where("id", "=", run.file_id)
    .select("size")
    .executeTakeFirst();
  if (run.file_id === null || !file?.size)
    throw badInput("file", "is no longer on the server; upload it again");
  await pipeline(readRunFile(context, run.file_id, { start: 0, end: file.size }), createWriteStream(path));
}

async function removeFileOf(context: Context, runId: string): Promise<void> {
  const row = await context.database.read
    .selectFrom("import_runs")
    .where("id", "=", runId)
    .select("file_id")
    .executeTakeFirst();
  if (row?.file_id) await removeRunFile(context, row.file_id);
}

/** The content of a run, if the one who started it may still change it. */
export async function openRunTarget(context: Context, run: ImportRunRow, userId = run.created_by) {
  const { space_id: spaceId, change_request_id: changeRequestId } = run;
  if (changeRequestId === null) {
    const call = callOfTicket(context, "startImportRun", { spaceId }, userId);
    const { space } = await onActiveSpace("edit").resolve(call);
    return { call, target: { space } };
  }
  const call = callOfTicket(context, "startImportRun", { spaceId, changeRequestId }, userId);
  const { changeRequest } = await onActiveChangeRequest("edit").resolve(call);
  const readPath = `/spaces/${spaceId}/change-requests/${changeRequestId}/content`;
  return { call, target: { changeRequest, readPath } };
}

/** A path for an uploaded file. Its name is that of the file as far as it is safe. */
export async function pathOfUpload(folder: string, name: string): Promise<string> {
  const safeName =
    name
      .replace(/[\\/:*?"<>|\p{C}]+/gu, "-")
      .replace(/^\.+/, "")
      .slice(-100) || "upload";
  await mkdir(join(folder, "upload"));
  return join(folder, "upload", safeName);
}

/** Errors of an import are about a URL. */
export function nameFile(error: unknown): never {
  if (!(error instanceof LecternError) || !error.message.startsWith("url: ")) throw error;
  throw badInput("file", error.message.slice("url: ".length));
}

/** How long an uploaded file is kept before a run is started with it, in milliseconds. */
const uploadLifetime = 86_400_000;

export function uploadExpiry({ clock }: Context): string {
  return addMilliseconds(clock.now(), uploadLifetime);
}
