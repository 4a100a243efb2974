import { flushCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import type { LecternError } from "../index.ts";
import type { ChildMessage } from "./child-process.ts";

interface ChildProgram<Task, Result, Message> {
  run(task: Task, send: (message: Message) => void): Promise<Result>;
  /** The error to report to the API's client; undefined for an internal error. */
  toClientError(error: unknown): LecternError | undefined;
  /** Called when the parent has ended and cannot clean up. */
  cleanUp?(task: Task): void;
}

/** Runs the one task of a process that `withChildProcess` started. */
export function runChildProgram<Task, Result, Message = never>(program: ChildProgram<Task, Result, Message>) {
  // A failed send means that the parent has ended, which "disconnect" reports.
  const send = (message: ChildMessage<Result, Message>) => process.send?.(message, () => {});
  exitWithParent();
  process.once("message", async (task: Task) => {
    process.once("disconnect", () => {
      program.cleanUp?.(task);
      process.exit();
    });
    try {
      const result = await program.run(task, (message) => send({ message }));
      // The parent kills this process before Node would write the cache at exit.
      flushCompileCache();
      send({ result });
    } catch (error) {
      const clientError = program.toClientError(error);
      if (clientError !== undefined) {
        const { status, message, headers } = clientError;
        send({ clientError: { status, message, headers } });
      } else send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

/** Plain JavaScript, so that the thread takes little memory. An orphaned process gets another parent. */
const watchParent = `
  const { workerData: parent } = require("node:worker_threads");
  setInterval(() => process.ppid === parent || process.kill(process.pid, "SIGKILL"), 500);
`;

/** Kills this process when its parent ends. A thread does so even while the main thread is blocked. */
function exitWithParent(): void {
  const resourceLimits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 };
  // The parent's id is read here: the parent may have ended when the thread starts.
  new Worker(watchParent, { eval: true, resourceLimits, workerData: process.ppid }).unref();
}
