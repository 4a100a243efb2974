import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { ImportError } from "../source/index.ts";
import { noHtml } from "./converter-document.ts";

/** Converting 14 MB of typical XML takes 7 s and all of the memory that is allowed below. */
const timeoutMilliseconds = 60_000;
const memoryFlags = ["--max-old-space-size=272", "--max-semi-space-size=4"];
const converter = fileURLToPath(new URL("./converter.ts", import.meta.url));
const run = promisify(execFile);

/** Converts the Word document in a file to HTML, in a child process with an empty environment. */
export async function runConverter(
  path: string,
  folder: string,
  milliseconds = timeoutMilliseconds,
): Promise<string> {
  const { stdout } = await run(process.execPath, [...memoryFlags, converter, path, String(milliseconds)], {
    cwd: folder,
    env: {},
    timeout: milliseconds,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    throw conversionError(error);
  });
  if (stdout === noHtml) throw tooLongError();
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

export function writeStoredZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let [offset, directoryLength] = [0, 0];
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const common = headerFields(name, bytes);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, name]);
    const offsetField = Buffer.alloc(14);
    offsetField.writeUInt32LE(offset, 10);
    const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, offsetField, name]);
    parts.push(local, bytes);
    directory.push(central);
    offset += local.length + bytes.length;
    directoryLength += central.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directoryLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** The fields of both headers: version, flag for UTF-8 names, no compression, no time, checksum and sizes. */
function headerFields(name: Uint8Array, bytes: Uint8Array): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800, 2);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(name.length, 22);
  return fields;
}
