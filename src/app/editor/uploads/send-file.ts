import { ApiError, pathFor } from "../../data/api.ts";
import type { File as StoredFile } from "../../data/api-types.ts";
import { formatBytes } from "../../data/format.ts";
import { base } from "../../navigation/base.ts";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, type WrittenContent } from "../content-source.ts";

/** The largest file that a request can hold, in bytes: a body has at most 20 MB, and files are encoded in it. */
export const maxFileSize = 14 * 1024 * 1024;

/** Why a file cannot be uploaded, in words. */
export function refusal(file: File): string | undefined {
  const texts = words.media.upload;
  if (file.size === 0) return texts.empty;
  return file.size > maxFileSize ? texts.tooLarge(formatBytes(maxFileSize)) : undefined;
}

/** Sends a file, which becomes a file of the content. `onProgress` gets the part that has been sent, from 0 to 1. */
export async function sendFile(
  content: WrittenContent,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  const reason = refusal(file);
  if (reason !== undefined) throw new ApiError(413, reason);
  const body = await bodyFor(file);
  signal.throwIfAborted();
  const { insertedFiles } = await post(content, body, onProgress, signal);
  const [stored] = insertedFiles;
  if (stored === undefined) throw new ApiError(500, words.errors.unexpected);
  return stored;
}

/** The request as parts, so that the file is in memory only once. */
async function bodyFor(file: File): Promise<Blob> {
  const { name, type } = file;
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    // A file that was moved or deleted since.
    reader.onerror = () => reject(new ApiError(0, words.media.upload.unreadable));
    reader.readAsDataURL(file);
  });
  const fields = {
    name: name || words.media.upload.unnamed,
    contentType: type || "application/octet-stream",
  };
  const start = JSON.stringify({
    changes: [{ operation: "insert_files", files: [{ ...fields, base64: "" }] }],
  });
  const at = start.lastIndexOf('""') + 1;
  return new Blob([start.slice(0, at), dataUrl.slice(dataUrl.indexOf(",") + 1), start.slice(at)]);
}

interface Inserted {
  readonly insertedFiles: readonly StoredFile[];
}

/** `fetch` does not say how much has been sent. */
function post(
  content: WrittenContent,
  body: Blob,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<Inserted> {
  const request = new XMLHttpRequest();
  request.open("POST", `${base}/v1${pathFor(contentPath(content), contentParams(content))}`);
  request.setRequestHeader("content-type", "application/json");
  request.setRequestHeader("accept", "application/json");
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = parse(request.responseText);
      if (request.status < 300 && reply !== undefined) resolve(reply as Inserted);
      else reject(new ApiError(request.status, messageIn(reply) ?? words.errors.unexpected));
    };
    request.onerror = () => reject(new ApiError(0, words.errors.unreachable));
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.onabort = () => reject(signal.reason);
    request.send(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(reply: unknown): string | undefined {
  return (reply as { error?: { message?: string } } | undefined)?.error?.message;
}
