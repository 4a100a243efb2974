import { hash } from "node:crypto";
import type { Context } from "../../api/http/index.ts";
import { findMemberUsers } from "../../api/links/index.ts";
import { findSpecs } from "../../api/openapi-specs/index.ts";
import { inBatches, type Reader } from "../../storage/database/index.ts";
import { areEmbedsCurrent, type EmbedStates } from "./embeds.ts";
import { areLinkedSpecsCurrent, type LinkedSpecStates } from "./linked-specs.ts";

/** Objects that a page shows and that may change without a new revision of its space. */
interface References {
  readonly users: readonly string[];
  /** The slugs of OpenAPI specs. */
  readonly specs: readonly string[];
  /** The ids of spaces whose pages or titles are shown. */
  readonly spaces: readonly string[];
}

export interface Dependencies extends References {
  /** A hash of their state when the page was rendered. */
  readonly version: string;
  readonly embeds?: EmbedStates;
  readonly linkedSpecs?: LinkedSpecStates;
  /** What was read before the rest. */
  readonly earlier?: Dependencies;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

/** Reads the users and specs that a page shows. The version must be read before what depends on it. */
export async function readDependencies({ database }: Context, organizationId: string, shown: References) {
  const { users, specs, spaces } = shown;
  // Most pages show nothing that may change without a new revision.
  if (users.length + specs.length + spaces.length === 0)
    return { names: none, specs: none, dependencies: { ...shown, version: "" } satisfies Dependencies };
  const [members, rows, heads] = await Promise.all([
    users.length === 0 ? new Map() : findMemberUsers(database.read, organizationId, users),
    specs.length === 0 ? new Map() : findSpecs(database.read, organizationId, specs),
    readHeads(database.read, organizationId, spaces),
  ]);
  const names = new Map<string, string>(
    Array.from(members.values(), ({ id, display_name }) => [id, display_name]),
  );
  const state = [
    users.map((id) => names.get(id)),
    specs.map((slug) => rows.get(slug)?.last_version_id),
    heads,
  ];
  const version = hash("sha256", JSON.stringify(state), "base64url");
  const dependencies: Dependencies = { ...shown, version };
  return { names, specs: rows, dependencies };
}

/** The titles, languages and revisions of spaces. */
export function readHeads(db: Reader, organizationId: string, ids: readonly string[]) {
  return inBatches(ids, (batch) =>
    db
      .selectFrom("contents")
      .innerJoin("spaces", "spaces.id", "contents.id")
      .where("contents.organization_id", "=", organizationId)
      .where("contents.id", "in", batch)
      .select(["contents.id", "contents.title", "spaces.language", "spaces.revision_id"])
      .orderBy("contents.id")
      .execute(),
  );
}

/** Whether what a page shows of other objects has not changed since. */
export async function isCurrent(
  context: Context,
  organizationId: string,
  { version, embeds, linkedSpecs, earlier, ...shown }: Dependencies,
): Promise<boolean> {
  if (earlier !== undefined && !(await isCurrent(context, organizationId, earlier))) return false;
  if (embeds !== undefined && !(await areEmbedsCurrent(context, organizationId, embeds))) return false;
  if (linkedSpecs !== undefined && !(await areLinkedSpecsCurrent(context, organizationId, linkedSpecs)))
    return false;
  if (shown.users.length + shown.specs.length + shown.spaces.length === 0) return true;
  const { dependencies } = await readDependencies(context, organizationId, shown);
  return dependencies.version === version;
}
