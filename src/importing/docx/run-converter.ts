import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ImportError } from "../source/index.ts";

/** What a document may take: 14 MB of XML as Word writes it take 7 s, and all of that memory. */
const longest = 60_000;
const memory = ["--max-old-space-size=272", "--max-semi-space-size=4"];
const converter = fileURLToPath(new URL("./converter.ts", import.meta.url));
const run = promisify(execFile);

/**
 * The HTML of a Word document in a file, of which each image holds its own path in the place of its bytes. Converting runs
 * in another process, in a folder of its own, and knows nothing of this one.
 */
export async function runConverter(path: string, folder: string, milliseconds = longest): Promise<string> {
  const options = {
    cwd: folder,
    env: {},
    timeout: milliseconds,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  } as const;
  const { stdout } = await run(
    process.execPath,
    [...memory, converter, path, String(milliseconds)],
    options,
  ).catch((error: unknown) => {
    throw reasonOf(error);
  });
  if (stdout === "\0") throw tooLongError();
  return stdout;
}

/** It ends itself where the document is wrong, and is ended where that is too much for it. */
function reasonOf(error: unknown): unknown {
  const { code, signal } = error as { code?: unknown; signal?: unknown };
  if (typeof signal === "string" || code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" || code === 134)
    return tooLongError();
  return typeof code === "number"
    ? new ImportError("The Word document is damaged: it cannot be read")
    : error;
}

export function tooLongError(): ImportError {
  return new ImportError("The Word document is too long to be converted: import it in parts");
}
