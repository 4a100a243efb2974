// A parent process whose child never ends. It prints the child's messages.
import { withChildProcess } from "../../../src/platform/child-process/child-process.ts";
import { LecternError } from "../../../src/platform/errors.ts";

const error = new LecternError(400, "limit exceeded");
await withChildProcess<number, string, number>(
  {
    script: new URL("./program.ts", import.meta.url),
    name: "test",
    memory: { heap: 64 },
    timeoutMinutes: 1,
    timeoutError: error,
    memoryError: error,
    onMessage: (message) => process.stdout.write(`${message}\n`),
  },
  ({ send, result }) => {
    send("busy");
    return result;
  },
);
