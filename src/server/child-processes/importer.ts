// The child process of one import.
import { once } from "node:events";
import { rmSync } from "node:fs";
import type { ImportMessage, ImportResult, ImportTask } from "../../api/imports/index.ts";
import { importSource } from "../../importing/index.ts";
import { ImportError } from "../../importing/source/index.ts";
import { runChildProgram } from "../../platform/child-process/index.ts";
import { badInput, LecternError } from "../../platform/index.ts";
import { applyTree } from "../imports/index.ts";
import { openContext } from "../index.ts";

runChildProgram<ImportTask, ImportResult, ImportMessage>({
  run: runImport,
  toClientError,
  cleanUp: ({ options }) => rmSync(options.folder, { recursive: true, force: true, maxRetries: 5 }),
});

async function runImport(
  { config, options, ...target }: ImportTask,
  send: (message: ImportMessage) => void,
): Promise<ImportResult> {
  const { allowPrivateNetwork } = config;
  const imported = await importSource({ ...options, allowPrivateNetwork }, (progress) => send({ progress }));
  send({ isStoring: true });
  const context = await openContext(config);
  return applyTree(context, imported, target, () => {
    send({ isRead: true });
    return once(process, "message");
  });
}

function toClientError(error: unknown): LecternError | undefined {
  // Thrown on stack overflow.
  if (error instanceof RangeError)
    return badInput("url", "could not be read: the content is nested too deeply or too large");
  if (error instanceof ImportError) return badInput("url", error.message);
  if (!(error instanceof LecternError)) return undefined;
  // The prefix refers to a list of changes, which the client did not send.
  const message = error.message.replace(/^changes\[\d+\](?:\.|: )/, "");
  return new LecternError(error.status, message, error.headers);
}
