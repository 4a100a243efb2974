import { hashLength, mapRootsOf, referencesOf } from "../../content/index.ts";
import type { MapNode } from "../../content/map/index.ts";
import { EventLoopYielder } from "../../platform/index.ts";
import type { Reader } from "../database/index.ts";
import { loadNodes } from "../repositories/index.ts";
import { MarkedHashes } from "./marked-hashes.ts";

/** The number of map nodes, and of revisions, that are read at a time. */
const nodesAtOnce = 128;
const rowsAtOnce = 500;

/** Marks all nodes and files of a repository that are used. Returns undefined if a node is missing: then nothing can be told. */
export async function markUsed(db: Reader, repositoryId: string): Promise<MarkedHashes | undefined> {
  const marked = new MarkedHashes();
  try {
    const spaces = await readSpaces(db, repositoryId);
    for await (const roots of readRoots(db, spaces))
      if (!(await markContents(db, repositoryId, roots, marked))) return closed(marked);
    // A transferred space may have been indexed with content that was not transferred.
    for (const { indexed, unfinished } of spaces)
      await markContents(db, repositoryId, [indexed ?? "", ...(unfinished ?? "").split("\n")], marked);
    for await (const text of readSourceTexts(db, repositoryId)) markHashesIn(JSON.parse(text), marked);
    return marked;
  } catch (error) {
    marked.close();
    throw error;
  }
}

function closed(marked: MarkedHashes): undefined {
  marked.close();
}

/** Marks contents. Nodes that are marked already are not visited again: neither are those below them. False if a node is missing. */
async function markContents(
  db: Reader,
  repositoryId: string,
  roots: readonly string[],
  marked: MarkedHashes,
): Promise<boolean> {
  const yielder = new EventLoopYielder();
  let isComplete = true;
  const pending = roots
    .filter((root) => root !== "")
    .flatMap(mapRootsOf)
    .filter((hash) => marked.add(hash));
  while (pending.length > 0) {
    const hashes = pending.splice(-nodesAtOnce);
    const texts = await loadNodes(db, repositoryId, hashes);
    isComplete &&= texts.size === hashes.length;
    for (const text of texts.values()) {
      await yielder.yieldIfDue();
      const { maps, documents, blobs } = referencesOf(JSON.parse(text) as MapNode<unknown>);
      for (const hash of maps) if (marked.add(hash)) pending.push(hash);
      for (const hash of documents) marked.add(hash);
      for (const hash of blobs) marked.add(hash);
    }
  }
  return isComplete;
}

/** The spaces of a repository, with the roots of what the search index has. */
function readSpaces(db: Reader, repositoryId: string) {
  return db
    .selectFrom("spaces")
    .leftJoin("search_spaces", "search_spaces.space_id", "spaces.id")
    .where("spaces.repository_id", "=", repositoryId)
    .select(["spaces.id", "spaces.root", "search_spaces.root as indexed", "search_spaces.unfinished"])
    .execute();
}

/** The roots of all contents of spaces, in batches: of revisions, heads and bases of merges. */
async function* readRoots(
  db: Reader,
  spaces: readonly { readonly id: string; readonly root: string }[],
): AsyncGenerator<string[]> {
  for (const { id, root } of spaces) {
    yield [root];
    yield* readRevisionRoots(db, id);
    yield* readChangeRequestRoots(db, id);
  }
}

async function* readRevisionRoots(db: Reader, spaceId: string): AsyncGenerator<string[]> {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const rows: { id: string; root: string }[] = await db
      .selectFrom("revisions")
      .where("space_id", "=", spaceId)
      .where("id", ">", after)
      .orderBy("id")
      .limit(rowsAtOnce)
      .select(["id", "root"])
      .execute();
    yield rows.map(({ root }) => root);
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
  }
}

async function* readChangeRequestRoots(db: Reader, spaceId: string): AsyncGenerator<string[]> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: { number: number; root: string; base_root: string }[] = await db
      .selectFrom("change_requests")
      .where("space_id", "=", spaceId)
      .where("number", ">", after)
      .orderBy("number")
      .limit(rowsAtOnce)
      .select(["number", "root", "base_root"])
      .execute();
    yield rows.flatMap(({ root, base_root }) => [root, base_root]);
    after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.number;
  }
}

/** The columns with the files of specs and integrations, as JSON. */
async function* readSourceTexts(db: Reader, repositoryId: string): AsyncGenerator<string> {
  const versions = await db
    .selectFrom("openapi_specs")
    .innerJoin("openapi_versions", "openapi_versions.spec_id", "openapi_specs.id")
    .where("openapi_specs.repository_id", "=", repositoryId)
    .select(["openapi_versions.files", "openapi_versions.filesystem"])
    .execute();
  for (const { files, filesystem } of versions) yield* [files, JSON.stringify(filesystem)];
  const integrations = await db
    .selectFrom("integrations")
    .leftJoin("integration_versions", "integration_versions.integration", "integrations.name")
    .where("integrations.repository_id", "=", repositoryId)
    .select(["integrations.details", "integration_versions.script"])
    .execute();
  for (const { details, script } of integrations) yield* [details, JSON.stringify(script)];
}

/** Marks every text that may be a hash: what is marked in addition is kept. */
function markHashesIn(value: unknown, marked: MarkedHashes): void {
  if (typeof value === "string" && value.length === hashLength) marked.add(value);
  else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) markHashesIn(inner, marked);
}
