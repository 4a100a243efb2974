import { call } from "../../data/api.ts";
import type { TeamPermission, UserPermission } from "../../data/api-types.ts";
import { type ListState, refresh, useList } from "../../data/queries.ts";
import type { Grantee } from "../../parts/person-picker.tsx";
import type { Role } from "../../parts/role-select.tsx";

/** A space or a collection whose permissions are shown. */
export interface PermissionItem {
  readonly kind: "space" | "collection";
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  readonly parent?: string | undefined;
  readonly defaultLevel: Role | null;
  readonly isAdmin: boolean;
}

type ItemRef = Pick<PermissionItem, "kind" | "id">;

/** The permission of a person or a team on an item. */
export interface Grant {
  readonly grantee: Grantee;
  readonly role: Role;
}

/** The path of an item in the API, and below `/app`. */
export function pathOfItem({ kind, id }: ItemRef): string {
  return `/${kind}s/${id}`;
}

/** The permissions that are given on the item itself: those of teams, then those of people. */
export function useGrants(item: ItemRef): Pick<ListState<Grant>, "data" | "error" | "isLoading"> {
  const space = item.kind === "space" ? { spaceId: item.id } : undefined;
  const collection = item.kind === "collection" ? { collectionId: item.id } : undefined;
  const query = { limit: 1000 };
  const all = { all: true };
  const lists = [
    useList("GET /spaces/:spaceId/permissions/users", space, query, all),
    useList("GET /spaces/:spaceId/permissions/teams", space, query, all),
    useList("GET /collections/:collectionId/permissions/users", collection, query, all),
    useList("GET /collections/:collectionId/permissions/teams", collection, query, all),
  ] as const;
  const [users, teams] = space ? [lists[0], lists[1]] : [lists[2], lists[3]];
  const error = users.error ?? teams.error;
  return {
    ...(users.data && teams.data && { data: [...teams.data.map(ofTeam), ...users.data.map(ofUser)] }),
    ...(error && { error }),
    isLoading: users.isLoading || teams.isLoading,
  };
}

function ofUser({ permission, user }: UserPermission): Grant {
  const { id, displayName: name, email: note } = user;
  return { role: permission, grantee: { kind: "user", id, name, note } };
}

function ofTeam({ permission, team }: TeamPermission): Grant {
  return { role: permission, grantee: { kind: "team", id: team.id, name: team.title } };
}

/** All members who see the item, with the role that counts. */
export function useReaders(item: ItemRef, role: Role | null): ListState<UserPermission> {
  const space = item.kind === "space" ? { spaceId: item.id } : undefined;
  const collection = item.kind === "collection" ? { collectionId: item.id } : undefined;
  const query = { limit: 100, ...(role && { role }) };
  const ofSpace = useList("GET /spaces/:spaceId/permissions/aggregate", space, query);
  const ofCollection = useList("GET /collections/:collectionId/permissions/aggregate", collection, query);
  return space ? ofSpace : ofCollection;
}

/** Gives people and teams a role on the item. */
export async function grant(item: ItemRef, grantees: readonly Grantee[], role: Role): Promise<void> {
  const idsOf = (kind: Grantee["kind"]) => grantees.filter((one) => one.kind === kind).map(({ id }) => id);
  const [users, teams] = [idsOf("user"), idsOf("team")];
  const body = { role, ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) };
  if (item.kind === "space") await call("POST /spaces/:spaceId/permissions", { spaceId: item.id }, { body });
  else await call("POST /collections/:collectionId/permissions", { collectionId: item.id }, { body });
  refreshPermissions(item);
}

/** Removes the permission of a person or a team. */
export async function revoke(item: ItemRef, { kind, id }: Grantee): Promise<void> {
  const space = { spaceId: item.id };
  const collection = { collectionId: item.id };
  if (item.kind === "space" && kind === "user")
    await call("DELETE /spaces/:spaceId/permissions/users/:userId", { ...space, userId: id });
  else if (item.kind === "space")
    await call("DELETE /spaces/:spaceId/permissions/teams/:teamId", { ...space, teamId: id });
  else if (kind === "user")
    await call("DELETE /collections/:collectionId/permissions/users/:userId", { ...collection, userId: id });
  else
    await call("DELETE /collections/:collectionId/permissions/teams/:teamId", { ...collection, teamId: id });
  refreshPermissions(item);
}

/** Sets the role of everybody; null is the one of what is above. */
export async function setDefaultLevel(item: ItemRef, level: Role | null): Promise<void> {
  const body = { defaultLevel: level ?? ("inherit" as const) };
  if (item.kind === "space") await call("PATCH /spaces/:spaceId", { spaceId: item.id }, { body });
  else await call("PATCH /collections/:collectionId", { collectionId: item.id }, { body });
  refreshPermissions(item);
}

function refreshPermissions(item: ItemRef): void {
  refresh(pathOfItem(item));
}
