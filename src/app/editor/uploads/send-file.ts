import { ApiError, call } from "../../data/api.ts";
import type { File as StoredFile } from "../../data/api-types.ts";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, type WrittenContent } from "../content-source.ts";

/** Sends a file, which becomes a file of the content. `onProgress` gets the part that has been sent, from 0 to 1. */
export async function sendFile(
  content: WrittenContent,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  const texts = words.media.upload;
  if (file.size === 0) throw new ApiError(400, texts.empty);
  const path = `POST ${contentPath(content)}/files/upload` as "POST /spaces/:spaceId/content/files/upload";
  const { name, size, type } = file;
  const body = { name: name || texts.unnamed, size, ...(type !== "" && { contentType: type }) };
  const { url } = await call(path, contentParams(content), { body, signal });
  return put(url, file, onProgress, signal);
}

/** `fetch` does not say how much has been sent. */
function put(
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { pathname, search } = new URL(url, location.href);
  const request = new XMLHttpRequest();
  request.open("PUT", `${pathname}${search}`);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const reply = parse(request.responseText) as
        | (StoredFile & { error?: { message?: string } })
        | undefined;
      if (request.status < 300 && reply !== undefined) resolve(reply);
      else reject(new ApiError(request.status, reply?.error?.message ?? words.errors.unexpected));
    };
    request.onerror = () => reject(new ApiError(0, words.errors.unreachable));
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.onabort = () => reject(signal.reason);
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
