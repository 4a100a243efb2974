import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/index.ts";
import { withChildProcess, withTemporaryFolder } from "../../platform/child-process/index.ts";
import { conflict, LecternError, newSecretId } from "../../platform/index.ts";
import { removeRunFile, storeRunFile } from "../../storage/files/index.ts";
import type { Context } from "../http/index.ts";
import { requireExportable } from "./access.ts";
import { beginExport, type ExportRow, failExport, removeSurplusExports, updateExport } from "./store.ts";
import { watchExport } from "./watch-export.ts";

/** The message that starts an export in a child process. */
export interface ExportTask {
  readonly config: Config;
  readonly folder: string;
  /** The path of the zip file. */
  readonly path: string;
  readonly source:
    | { readonly siteId: string; readonly url: string | undefined }
    | { readonly spaceId: string; readonly changeRequestId: string | null; readonly page: string | null };
}

export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

/** What the child process has written. */
export interface ExportResult {
  readonly pages: number;
  readonly files: number;
  readonly skipped: readonly string[];
  readonly size: number;
}

/** How often an export is begun again after its server has ended. */
const maxAttempts = 5;
const timeoutMinutes = 60;
/** The heap size of the child process in megabytes. */
const heap = 384;
/** How often progress is stored, in milliseconds. */
const interval = 500;

/** Does an export: a child process writes the file, which is then stored for its download. */
export async function runExport(context: Context, exportId: string): Promise<void> {
  const { database, clock } = context;
  const row = await database.write((trx) => beginExport(trx, exportId, clock.now()));
  if (row === undefined) return;
  try {
    if (row.attempts > maxAttempts)
      throw new LecternError(503, `The server ended during the export ${maxAttempts} times`);
    const name = await requireExportable(context, row);
    await withTemporaryFolder(async (folder) => {
      const path = join(folder, "export.zip");
      const result = await writeInChildProcess(context, row, folder, path);
      await storeResult(context, row, { ...result, name }, path);
    });
  } catch (error) {
    await failExport(context, row, error);
  }
}

function writeInChildProcess(context: Context, row: ExportRow, folder: string, path: string) {
  let progress: ExportProgress | undefined;
  const options = {
    script: context.childPrograms.exporter,
    name: "export",
    memory: { heap },
    timeoutMinutes,
    timeoutError: new LecternError(
      503,
      `The export takes longer than ${timeoutMinutes} minutes: use the command line`,
    ),
    memoryError: new LecternError(503, "The export needs more memory than it may use: use the command line"),
    onMessage: (message: ExportProgress) => {
      progress = message;
    },
  };
  return withChildProcess<ExportResult, ExportProgress, ExportResult>(options, async (child) => {
    const watch = watchExport(context, row, {
      progress: () => progress,
      onCancel: () => child.fail(conflict("The export was canceled")),
    });
    const timer = setInterval(watch, interval);
    try {
      child.send({ config: context.config, folder, path, source: sourceOf(row) } satisfies ExportTask);
      return await child.result;
    } finally {
      clearInterval(timer);
    }
  });
}

function sourceOf(row: ExportRow): ExportTask["source"] {
  if (row.site_id !== null) return { siteId: row.site_id, url: JSON.parse(row.options).url };
  return { spaceId: row.space_id ?? "", changeRequestId: row.change_request_id, page: row.page_id };
}

async function storeResult(
  context: Context,
  row: ExportRow,
  result: ExportResult & { readonly name: string },
  path: string,
): Promise<void> {
  const { clock } = context;
  const id = newSecretId();
  const owner = { organizationId: row.organization_id, userId: row.created_by };
  const times = { now: clock.now(), expiresAt: row.expires_at };
  // The file belongs to the export before it is complete, so that it never counts as an upload.
  if (!(await updateExport(context, row, { file_id: id }))) return;
  await storeRunFile(context, { id, ...owner, name: result.name, ...times }, createReadStream(path));
  const isStored = await updateExport(context, row, {
    ...{ status: "completed", ended_at: clock.now() },
    result: JSON.stringify(result),
  });
  if (isStored) await removeSurplusExports(context, row);
  else await removeRunFile(context, id);
}
