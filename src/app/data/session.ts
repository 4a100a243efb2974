import { signal } from "@preact/signals";
import { matchPath } from "../navigation/match.ts";
import { place } from "../navigation/router.ts";
import type { Organization, User } from "./api-types.ts";
import { useList, useQuery } from "./queries.ts";
import { readStored, writeStored } from "./stored.ts";

/** The user of the session. */
export function useMe(): User | undefined {
  return useQuery("GET /user", {}).data;
}

export function useOrganizations(): readonly Organization[] | undefined {
  return useList("GET /orgs", {}, { limit: 1000 }, { all: true }).data;
}

/** Whether the user has no role in an organization, but only sees what is shared with them. */
export function isGuestIn({ permissions }: Organization): boolean {
  return !permissions.listMembers;
}

const lastOrganization = "last-organization";

/** The organization of what is shown. Screens of spaces and collections set it when they know it. */
export const organizationId = signal<string | undefined>(
  readStored<string | undefined>(lastOrganization, undefined),
);

export function setOrganization(id: string): void {
  if (organizationId.peek() === id) return;
  organizationId.value = id;
  writeStored(lastOrganization, id);
}

/** The organization that the frame shows: that of the path, else the last one, else the first one of the user. */
export function useOrganization(): Organization | undefined {
  const organizations = useOrganizations();
  const inPath = matchPath("/orgs/:organization/*", `${place.value.path}/`)?.organization;
  const id = inPath ?? organizationId.value;
  return organizations?.find((organization) => organization.id === id) ?? organizations?.[0];
}
