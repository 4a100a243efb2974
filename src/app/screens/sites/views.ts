import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../data/api.ts";

/** The number of sites that one request may name. */
const maxSites = 100;

/** The views of sites in the last 30 days by their ids: those that a longer list adds are asked for at once. */
export function useViews(organizationId: string, ids: readonly string[]): ReadonlyMap<string, number> {
  const [views, setViews] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = useRef(new Set<string>());
  useEffect(() => {
    const added = ids.filter((id) => !asked.current.has(id));
    for (const id of added) asked.current.add(id);
    for (let start = 0; start < added.length; start += maxSites) {
      const query = { site: added.slice(start, start + maxSites) };
      call("GET /orgs/:organizationId/sites-summary", { organizationId }, { query }).then(
        ({ items }) =>
          setViews((known) => new Map([...known, ...items.map((item) => [item.site, item.views] as const)])),
        // The list is useful without them.
        () => {},
      );
    }
  }, [ids.join()]);
  return views;
}
