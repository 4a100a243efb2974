import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ImportError } from "../source/index.ts";

/** 14 MB of XML as Word writes it take 7 s, and all of this memory. */
const timeoutMilliseconds = 60_000;
const memory = ["--max-old-space-size=272", "--max-semi-space-size=4"];
const converter = fileURLToPath(new URL("./converter.ts", import.meta.url));
const run = promisify(execFile);

/**
 * Converts the Word document in a file to HTML. The content of each image is its path. The child process has the folder as
 * its working directory, and an empty environment.
 */
export async function runConverter(
  path: string,
  folder: string,
  milliseconds = timeoutMilliseconds,
): Promise<string> {
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
    throw conversionError(error);
  });
  if (stdout === "\0") throw tooLongError();
  return stdout;
}

/** The process exits with an error for an invalid document, and is killed for one that takes too long or too much memory. */
function conversionError(error: unknown): unknown {
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
