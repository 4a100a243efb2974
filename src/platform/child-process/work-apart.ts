import { flushCompileCache } from "node:module";
import type { LecternError } from "../errors.ts";
import { endWithServer } from "./end-with-server.ts";
import type { Message } from "./message.ts";

interface Work<Task, Result, Words> {
  run(task: Task, say: (words: Words) => void): Promise<Result>;
  /** What the caller is told of an error; undefined for a mistake of ours. */
  refusalIn(error: unknown): LecternError | undefined;
  /** Removes what would stay behind when the server has gone. */
  abandon?(task: Task): void;
}

/** Works on one task in this process, which was started for it alone by `withChild`. */
export function workApart<Task, Result, Words = never>(work: Work<Task, Result, Words>): void {
  // That the server has gone is heard of otherwise.
  const send = (message: Message<Result, Words>) => process.send?.(message, () => {});
  endWithServer();
  process.once("message", async (task: Task) => {
    // Nobody waits for it any more.
    process.once("disconnect", () => {
      work.abandon?.(task);
      process.exit();
    });
    try {
      const result = await work.run(task, (words) => send({ words }));
      // It is not left the time to do so at its end.
      flushCompileCache();
      send({ result });
    } catch (error) {
      const refusal = work.refusalIn(error);
      if (refusal !== undefined) {
        const { status, message, headers } = refusal;
        send({ refusal: { status, message, headers } });
      } else send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
