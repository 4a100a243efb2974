import { addressOf, type ContentRef } from "../content/document/index.ts";
import type { FileRecord } from "../content/index.ts";
import { readDocument, SpecError } from "../openapi/index.ts";
import type { BookOrder, Outside } from "./book/index.ts";

/** In bytes. Larger files are not shown. */
const largest = 2_000_000;

/** The OpenAPI documents of specs and of files, by address. */
export async function readSpecs(
  { specs }: Outside,
  refs: ReadonlyMap<string, ContentRef>,
  files: ReadonlyMap<string, FileRecord>,
  { bytesOf }: Pick<BookOrder, "bytesOf">,
): Promise<Map<string, unknown>> {
  const documents = new Map<string, unknown>();
  for (const [spec, { document }] of specs) documents.set(addressOf({ kind: "openapi", spec }), document);
  for (const [address, ref] of refs) {
    const file = ref.kind === "file" ? files.get(ref.file) : undefined;
    if (file === undefined || file.size > largest) continue;
    documents.set(address, read(await bytesOf(file), file.name));
  }
  return documents;
}

/** Undefined for a file that is neither JSON nor YAML. */
function read(bytes: Uint8Array, name: string): unknown {
  try {
    return readDocument(bytes, name).document;
  } catch (error) {
    if (error instanceof SpecError) return undefined;
    throw error;
  }
}
