import type { ContentRef } from "../../content/document/index.ts";
import type { FileRecord } from "../../content/index.ts";
import { readDocument, SpecError } from "../../openapi/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import { type FileContext, readWholeBlob } from "../../storage/files/index.ts";
import type { DocumentTargets } from "../document/index.ts";
import type { ApiBlock } from "./page-parts.ts";

/** In bytes. Larger files would block other requests while they are parsed. */
const maxSize = 500_000;

interface RepositoryRef {
  readonly repositoryId: string;
}

interface SpecTargets extends Pick<DocumentTargets, "specOf"> {
  fileOf(ref: ContentRef): FileRecord | undefined;
}

/** Reads the OpenAPI documents that are files of the space. Other files are omitted. */
export async function readSpecFiles(
  context: FileContext,
  { space }: { readonly space: RepositoryRef },
  blocks: readonly ApiBlock[],
  { fileOf, specOf }: SpecTargets,
): Promise<(ref: ContentRef) => unknown> {
  const documents = new Map<string, unknown>();
  const yielder = new EventLoopYielder();
  for (const { type, data } of blocks) {
    if (yielder.isDue) await yielder.yieldIfDue();
    const file = type === "swagger" ? fileOf(data.ref) : undefined;
    if (file === undefined || file.size > maxSize || documents.has(file.blob)) continue;
    documents.set(file.blob, await readSpecFile(context, space, file));
  }
  return (ref) => specOf(ref) ?? documents.get(fileOf(ref)?.blob ?? "");
}

/** The OpenAPI document in a file of a space. Undefined if it is none, or too large. */
export async function readSpecFile(
  context: FileContext,
  { repositoryId }: RepositoryRef,
  file: FileRecord,
): Promise<unknown> {
  if (file.size > maxSize) return undefined;
  return parse(await readWholeBlob(context, repositoryId, file.blob), file.name);
}

function parse(bytes: Buffer, name: string): unknown {
  try {
    return readDocument(bytes, name).document;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return undefined;
  }
}
