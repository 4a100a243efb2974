import { ApiError, call } from "../../data/api.ts";
import type { File as StoredFile } from "../../data/api-types.ts";
import { putFile } from "../../data/upload.ts";
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
  return (await putFile(url, file, { onProgress, signal })) as StoredFile;
}
