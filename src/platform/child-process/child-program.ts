import { flushCompileCache } from "node:module";
import type { LecternError } from "../errors.ts";
import { exitWithParent } from "./end-with-server.ts";
import type { Message } from "./message.ts";

interface ChildProgram<Task, Result, Words> {
  run(task: Task, say: (words: Words) => void): Promise<Result>;
  /** What the caller is told of an error; undefined for a mistake of ours. */
  toClientError(error: unknown): LecternError | undefined;
  /** Removes what would stay behind when the server has gone. */
  cleanUp?(task: Task): void;
}

/** Works on one task in this process, which was started for it alone by `withChild`. */
export function runChildProgram<Task, Result, Words = never>(work: ChildProgram<Task, Result, Words>): void {
  // That the server has gone is heard of otherwise.
  const send = (message: Message<Result, Words>) => process.send?.(message, () => {});
  exitWithParent();
  process.once("message", async (task: Task) => {
    // Nobody waits for it any more.
    process.once("disconnect", () => {
      work.cleanUp?.(task);
      process.exit();
    });
    try {
      const result = await work.run(task, (words) => send({ words }));
      // It is not left the time to do so at its end.
      flushCompileCache();
      send({ result });
    } catch (error) {
      const refusal = work.toClientError(error);
      if (refusal !== undefined) {
        const { status, message, headers } = refusal;
        send({ refusal: { status, message, headers } });
      } else send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
