// The child process that prints a PDF. It loads nothing else, since printing takes the most memory.
import { writeFile } from "node:fs/promises";
import type { PrintTask } from "../../api/pdf/index.ts";
import { printBook, removeUnusualCharacters } from "../../pdf/print/index.ts";
import { runChildProgram } from "../../platform/child-process/index.ts";

runChildProgram<PrintTask, true>({
  run: async ({ manuscript, path, isCautious }) => {
    if (isCautious) await removeUnusualCharacters(manuscript.folder);
    await writeFile(path, printBook(manuscript));
    return true;
  },
  toClientError: () => undefined,
});
