// Has a process of its own do what never ends, and says which one that is.
import { withChild } from "../../../src/platform/child-process/with-child.ts";
import { LecternError } from "../../../src/platform/errors.ts";

const refusal = new LecternError(400, "too much");
await withChild<number, string, number>(
  {
    script: new URL("./worker.ts", import.meta.url),
    name: "test",
    memory: { heap: 64 },
    patience: 1,
    tooSlow: refusal,
    tooLarge: refusal,
    hear: (words) => process.stdout.write(`${words}\n`),
  },
  ({ tell, result }) => {
    tell("busy");
    return result;
  },
);
