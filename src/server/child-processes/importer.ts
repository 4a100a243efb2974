// Works on one import in a process of its own, and ends with it.
import { once } from "node:events";
import { rmSync } from "node:fs";
import {
  type ImportResult,
  type ImportTask,
  type ImportWords,
  keepFiles,
  openTarget,
  prepareImport,
  putIn,
} from "../../api/imports/index.ts";
import { importSource } from "../../importing/index.ts";
import { ImportError } from "../../importing/source/index.ts";
import { workApart } from "../../platform/child-process/index.ts";
import { badInput, LecternError } from "../../platform/index.ts";
import { openContext } from "../open-context.ts";

workApart<ImportTask, ImportResult, ImportWords>({
  run: work,
  refusalIn,
  // Nobody else removes what it has put on the disk.
  abandon: ({ order }) => rmSync(order.folder, { recursive: true, force: true, maxRetries: 5 }),
});

async function work(
  { config, order, into, userId, home, ifMatch }: ImportTask,
  say: (words: ImportWords) => void,
): Promise<ImportResult> {
  const { allowPrivateNetwork } = config;
  const imported = await importSource({ ...order, allowPrivateNetwork }, (progress) => say({ progress }));
  const prepared = await prepareImport(imported, home);
  const context = await openContext(config);
  const target = openTarget(context, into, userId);
  await keepFiles(context, target, prepared);
  say({ isRead: true });
  await once(process, "message");
  return putIn({ context, caller: { tokenId: "", userId, email: "" }, ifMatch }, target, prepared);
}

function refusalIn(error: unknown): LecternError | undefined {
  // What is nested too deep for the stack says so with such an error.
  if (error instanceof RangeError)
    return badInput("url", "could not be read: it is nested too deep, or too large");
  if (error instanceof ImportError) return badInput("url", error.message);
  if (!(error instanceof LecternError)) return undefined;
  // The changes are not the caller's own.
  const message = error.message.replace(/^changes\[\d+\](?:\.|: )/, "");
  return new LecternError(error.status, message, error.headers);
}
