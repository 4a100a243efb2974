// Has a process of its own do what never ends, and says which one that is.
import { withChildProcess } from "../../../src/platform/child-process/child-process.ts";
import { LecternError } from "../../../src/platform/errors.ts";

const refusal = new LecternError(400, "too much");
await withChildProcess<number, string, number>(
  {
    script: new URL("./worker.ts", import.meta.url),
    name: "test",
    memory: { heap: 64 },
    timeoutMinutes: 1,
    timeoutError: refusal,
    memoryError: refusal,
    onMessage: (words) => process.stdout.write(`${words}\n`),
  },
  ({ send: tell, result }) => {
    tell("busy");
    return result;
  },
);
