import { hash } from "node:crypto";
import type { Context } from "../../api/http/index.ts";
import { findMemberUsers } from "../../api/links/index.ts";
import { findSpecs } from "../../api/openapi-specs/index.ts";

/** Objects outside the spaces of a site that a page shows. They may change without a new revision. */
export interface Dependencies {
  readonly users: readonly string[];
  /** The slugs of OpenAPI specs. */
  readonly specs: readonly string[];
  /** A hash of their state when the page was rendered. */
  readonly version: string;
}

/** Reads the users and specs that a page shows. */
export async function readDependencies(
  { database }: Context,
  organizationId: string,
  users: readonly string[],
  specs: readonly string[],
) {
  const [members, rows] = await Promise.all([
    findMemberUsers(database.read, organizationId, users),
    findSpecs(database.read, organizationId, specs),
  ]);
  const names = new Map(Array.from(members.values(), ({ id, display_name }) => [id, display_name]));
  const state = [users.map((id) => names.get(id)), specs.map((slug) => rows.get(slug)?.last_version_id)];
  const version = hash("sha256", JSON.stringify(state), "base64url");
  const dependencies: Dependencies = { users, specs, version };
  return { names, specs: rows, dependencies };
}

/** Whether the users and specs that a page shows have not changed since. */
export async function isCurrent(
  context: Context,
  organizationId: string,
  { users, specs, version }: Dependencies,
): Promise<boolean> {
  if (users.length === 0 && specs.length === 0) return true;
  const { dependencies } = await readDependencies(context, organizationId, users, specs);
  return dependencies.version === version;
}
