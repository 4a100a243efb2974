import { words } from "../words/index.ts";
import { ApiError } from "./api.ts";
import { reportFailure, reportSuccess } from "./connection.ts";

interface UploadOptions {
  /** Gets the part that has been sent, from 0 to 1. */
  readonly onProgress?: (part: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a file to the upload URL that an operation has returned. `fetch` does not say how much has been sent. */
export function putFile(
  url: string,
  file: Blob,
  { onProgress, signal }: UploadOptions = {},
): Promise<unknown> {
  // The server may be reached by another name than that of its own URLs.
  const { pathname, search } = new URL(url, location.href);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", pathname + search);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      reportSuccess();
      const reply = parse(request.responseText);
      if (request.status < 300) return resolve(reply);
      const message = (reply as { error?: { message?: string } } | undefined)?.error?.message;
      reject(new ApiError(request.status, message ?? words.errors.unexpected));
    };
    request.onerror = () => {
      reportFailure();
      reject(new ApiError(0, words.errors.unconfirmed));
    };
    const abort = () => request.abort();
    signal?.addEventListener("abort", abort, { once: true });
    request.onloadend = () => signal?.removeEventListener("abort", abort);
    request.onabort = () => reject(signal?.reason);
    request.send(file);
  });
}

/** A proxy in between may reply with a page. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
