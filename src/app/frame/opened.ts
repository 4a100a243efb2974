import { useEffect } from "preact/hooks";
import { call } from "../data/api.ts";
import type { Organization } from "../data/api-types.ts";
import { pathOfItem, useLibrary } from "../data/library.ts";
import { useOpenedItem } from "../data/recent.ts";
import { setOrganization } from "../data/session.ts";
import { matchPath } from "../navigation/match.ts";
import { place } from "../navigation/router.ts";

/** How often the server is told that an organization is used, in milliseconds. */
const pingInterval = 5 * 60_000;
const lastPings = new Map<string, number>();

/** Remembers which organization, spaces and collections are opened, and tells the server when somebody is here. */
export function useOpened(organization: Organization | undefined): void {
  const { path } = place.value;
  const id = organization?.id;
  useEffect(() => {
    if (id === undefined) return;
    if (path.startsWith(`/orgs/${id}`)) setOrganization(id);
    const last = lastPings.get(id);
    if (last !== undefined && Date.now() - last < pingInterval) return;
    lastPings.set(id, Date.now());
    // It only says when somebody was seen last: a failure has no consequence.
    call("POST /orgs/:organizationId/ping", { organizationId: id }).catch(() => {});
  }, [id, path]);

  const { library } = useLibrary(id);
  const params = matchPath("/spaces/:id", path) ?? matchPath("/collections/:id", path);
  const item = library?.byId.get(params?.id ?? "");
  useOpenedItem(
    item?.organization,
    item && {
      ...{ path: pathOfItem(item), title: item.title, kind: item.object },
      ...(item.object === "space" && { emoji: item.emoji }),
    },
  );
}
