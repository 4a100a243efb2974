// Works on one import in a process of its own, and ends with it.
import { once } from "node:events";
import { rmSync } from "node:fs";
import {
  applyImport,
  type ImportMessage,
  type ImportResult,
  type ImportTask,
  openTarget,
  prepareImport,
  storeFiles,
} from "../../api/imports/index.ts";
import { importSource } from "../../importing/index.ts";
import { ImportError } from "../../importing/source/index.ts";
import { runChildProgram } from "../../platform/child-process/index.ts";
import { badInput, LecternError } from "../../platform/index.ts";
import { openContext } from "../open-context.ts";

runChildProgram<ImportTask, ImportResult, ImportMessage>({
  run: work,
  toClientError,
  // Nobody else removes what it has put on the disk.
  cleanUp: ({ options }) => rmSync(options.folder, { recursive: true, force: true, maxRetries: 5 }),
});

async function work(
  { config, options, target: into, targetPage, userId, ifMatch }: ImportTask,
  say: (message: ImportMessage) => void,
): Promise<ImportResult> {
  const { allowPrivateNetwork } = config;
  const imported = await importSource({ ...options, allowPrivateNetwork }, (progress) => say({ progress }));
  const prepared = await prepareImport(imported, targetPage);
  const context = await openContext(config);
  const target = openTarget(context, into, userId);
  await storeFiles(context, target, prepared);
  say({ isRead: true });
  await once(process, "message");
  return applyImport({ context, caller: { tokenId: "", userId, email: "" }, ifMatch }, target, prepared);
}

function toClientError(error: unknown): LecternError | undefined {
  // What is nested too deep for the stack says so with such an error.
  if (error instanceof RangeError)
    return badInput("url", "could not be read: it is nested too deep, or too large");
  if (error instanceof ImportError) return badInput("url", error.message);
  if (!(error instanceof LecternError)) return undefined;
  // The changes are not the caller's own.
  const message = error.message.replace(/^changes\[\d+\](?:\.|: )/, "");
  return new LecternError(error.status, message, error.headers);
}
