// A child program that replaces the printer in tests that do not read the PDF, since printing takes most of the time.
import { writeFile } from "node:fs/promises";
import { runChildProgram } from "../../../src/platform/child-process/child-program.ts";

runChildProgram<{ readonly path: string }, true>({
  run: async ({ path }) => {
    await writeFile(path, "%PDF-1.7\n");
    return true;
  },
  toClientError: () => undefined,
});
