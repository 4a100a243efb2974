// The child program of the tests.
import { runChildProgram } from "../../../src/platform/child-process/child-program.ts";
import { badInput, LecternError } from "../../../src/platform/errors.ts";

export type TestTask =
  | "add"
  | "refuse"
  | "fail"
  | "hang"
  | "native memory"
  | "objects"
  | "exit"
  | "busy"
  | "crash";

runChildProgram<TestTask, number, string>({
  run: async (task, send) => {
    send(`started: ${task}`);
    if (task === "refuse") throw badInput("field", "is refused");
    if (task === "fail") throw new TypeError("a mistake");
    if (task === "exit") process.exit(3);
    if (task === "crash") process.kill(process.pid, "SIGSEGV");
    if (task === "add") return 1 + 1;
    if (task === "busy") {
      send(String(process.pid));
      // Let the message be sent.
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (;;);
    }
    const allocated: unknown[] = [];
    for (;;) {
      if (task === "native memory") allocated.push(Buffer.alloc(8 * 1024 * 1024, 1));
      if (task === "objects") allocated.push(Array.from({ length: 500_000 }, (_, i) => ({ i })));
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  },
  toClientError: (error) => (error instanceof LecternError ? error : undefined),
});
