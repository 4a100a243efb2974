import { findBlockOrigins } from "../../content/block-diff/index.ts";
import type { Block } from "../../content/document/index.ts";
import { findReadableBlocks, type Nodes, openContent, readBlocks } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import { inBatches, type Reader, type RevisionTable } from "../../storage/database/index.ts";
import { openNodes, parentsOf, readLine } from "../../storage/repositories/index.ts";
import { findByMergedRevisions } from "../change-requests/index.ts";
import type { Call, Context } from "../http/index.ts";
import type { SpaceRow } from "../spaces/index.ts";
import { presentUser } from "../users/index.ts";
import { findStart } from "./list-revisions.ts";

/** The number of versions of a page that one request reads, and the number of blocks in them. */
const maxVersions = 200;
const maxBlocks = 100_000;
/** The number of versions that are read of a page in a merged change request. */
const maxRequestVersions = 50;
/** The number of merges whose change requests are read. */
const maxMerges = 20;

/** A revision with a version of a page. */
interface Version {
  readonly id: string;
  readonly root: string;
  readonly created_by: string;
  readonly created_at: string;
}

/** A revision of the primary content. A merge has the revision of the change request as its second parent. */
type PrimaryVersion = Version & Pick<RevisionTable, "parents" | "type">;

/** Who wrote a block, and the revision with which it came into the primary content. */
interface BlockOrigin extends Pick<Version, "created_by" | "created_at"> {
  readonly primary: PrimaryVersion;
}

/** Reads versions of a page until the limits of a request are reached. */
class VersionReader {
  #versions = 0;
  #blocks = 0;
  readonly #nodes: Nodes;
  readonly #pageId: string;

  constructor(nodes: Nodes, pageId: string) {
    this.#nodes = nodes;
    this.#pageId = pageId;
  }

  /** The blocks of a version; undefined for none, or beyond the limits. */
  async read(version: Version | undefined): Promise<readonly Block[] | undefined> {
    if (version === undefined || this.#versions >= maxVersions || this.#blocks >= maxBlocks) return undefined;
    const page = await findPage(openContent(this.#nodes, version.root), this.#pageId);
    const blocks = (await findReadableBlocks(this.#nodes, page?.document))?.nodes ?? [];
    this.#versions++;
    this.#blocks += blocks.length;
    return blocks;
  }
}

type AuthorsCall = Call<{ pageId: string }> & { readonly space: SpaceRow };

/** Finds who wrote each block of a page of the primary content last. */
export async function readPageAuthors(call: AuthorsCall) {
  const { context, space, params } = call;
  const nodes = openNodes(context, space.repository_id);
  const page = await findPage(openContent(nodes, space.root), params.pageId);
  if (page === undefined) throw notFound("Page");
  if (page.type !== "document") throw notFound("Document");
  const blocks = (await readBlocks(nodes, page.document)).nodes;
  const versions = await readVersions(call);
  const reader = new VersionReader(nodes, params.pageId);
  const { origins, count } = await findBlockOrigins(blocks, (i) => reader.read(versions[i]));
  // Blocks that all versions have are as old as the page, unless there are versions that were not read.
  const isComplete = count === versions.length && count <= maxVersions;
  const first = isComplete ? versions.at(-1) : undefined;
  const primary = origins.map((index) => (index === undefined ? first : versions[index]));
  const found = await findWriters(call, reader, blocks, primary);
  const since = !isComplete && origins.includes(undefined) ? versions[count - 1]?.created_at : undefined;
  return {
    object: "page-authors" as const,
    revision: space.revision_id,
    blocks: await present(context, space, blocks, found),
    ...(since !== undefined && { since }),
  };
}

/** The revisions of the primary content that changed the document of the page, newest first, and one more than are read. */
async function readVersions({ context, space, params }: AuthorsCall): Promise<PrimaryVersion[]> {
  const { read: db } = context.database;
  const versions = await db
    .selectFrom("page_changes as changed")
    .innerJoin("history_entries as entry", (join) =>
      join
        .onRef("entry.space_id", "=", "changed.space_id")
        .onRef("entry.revision_id", "=", "changed.revision_id"),
    )
    .innerJoin("revisions", (join) =>
      join
        .onRef("revisions.space_id", "=", "changed.space_id")
        .onRef("revisions.id", "=", "changed.revision_id"),
    )
    .where("changed.space_id", "=", space.id)
    .where("changed.page_id", "=", params.pageId)
    .where("changed.change", "in", ["created", "edited"])
    .orderBy("changed.created_at", "desc")
    .orderBy("changed.revision_id", "desc")
    .limit(maxVersions + 1)
    .selectAll("revisions")
    .execute();
  if (versions.length > maxVersions) return versions;
  const start = await findStart(context, space, params.pageId);
  return start === undefined ? versions : [...versions, { ...start, id: start.revision_id }];
}

/** The writers of blocks. Of a merge, they are the authors of the revisions in the change request. */
async function findWriters(
  { context, space }: AuthorsCall,
  reader: VersionReader,
  blocks: readonly Block[],
  primary: readonly (PrimaryVersion | undefined)[],
): Promise<(BlockOrigin | undefined)[]> {
  const found = primary.map(
    (version): BlockOrigin | undefined => version && { ...pickWriter(version), primary: version },
  );
  const merges = new Set(primary.filter((version) => version?.type === "merge"));
  for (const merge of [...merges].slice(0, maxMerges)) {
    const [, head] = merge === undefined ? [] : parentsOf(merge);
    if (merge === undefined || head === undefined) continue;
    const ref = { organizationId: space.organization_id, spaceId: space.id };
    const line = await readLine(context.database.read, ref, head, maxRequestVersions);
    const indexes = blocks.flatMap((_, i) => (primary[i] === merge ? i : []));
    const merged = indexes.flatMap((i) => blocks[i] ?? []);
    const { origins } = await findBlockOrigins(merged, (i) => reader.read(line[i]));
    for (const [i, origin] of origins.entries()) {
      const writer = origin === undefined ? undefined : line[origin];
      if (writer !== undefined) found[indexes[i] ?? -1] = { ...pickWriter(writer), primary: merge };
    }
  }
  return found;
}

function pickWriter({ created_at, created_by }: Version): Omit<BlockOrigin, "primary"> {
  return { created_at, created_by };
}

async function present(
  { database, urls }: Context,
  space: SpaceRow,
  blocks: readonly Block[],
  found: readonly (BlockOrigin | undefined)[],
) {
  const known = found.filter((origin) => origin !== undefined);
  const users = await findUsers(database.read, [...new Set(known.map(({ created_by }) => created_by))]);
  const merges = known.flatMap(({ primary }) => (primary.type === "merge" ? primary.id : []));
  const requests = await findByMergedRevisions(database.read, space, [...new Set(merges)]);
  return blocks.map(({ key = "" }, i) => {
    const origin = found[i];
    if (origin === undefined) return { key };
    const [user, request] = [users.get(origin.created_by), requests.get(origin.primary.id)];
    return {
      key,
      revision: origin.primary.id,
      createdAt: origin.created_at,
      ...(user && { createdBy: presentUser(user, urls) }),
      ...(request && {
        changeRequest: { id: request.id, number: request.number, subject: request.subject },
      }),
    };
  });
}

async function findUsers(db: Reader, ids: readonly string[]) {
  const users = await inBatches(ids, (batch) =>
    db.selectFrom("users").where("id", "in", batch).selectAll().execute(),
  );
  return new Map(users.map((user) => [user.id, user]));
}
