import type { Collection } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { urlOf } from "../../navigation/router.ts";
import { roleName } from "../../parts/role-select.tsx";
import { Badge } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { GrantRow } from "./grant-row.tsx";
import { type PermissionItem, useGrants } from "./grants.ts";

const texts = words.permissions;

/** The permissions of the collections around an item, from the nearest one. */
export function InheritedGrants({ item }: { readonly item: PermissionItem }) {
  const collections = useList(
    "GET /orgs/:organizationId/collections",
    item.parent === undefined ? undefined : { organizationId: item.organization },
    { nested: true, limit: 1000 },
    { all: true },
  ).data;
  const ancestors = ancestorsOf(item.parent, collections ?? []);
  if (ancestors.length === 0) return null;
  return (
    <section class="section">
      <h2>{texts.inherited}</h2>
      <p class="section-text">{texts.inheritedHint}</p>
      {ancestors.map((collection) => (
        <CollectionGrants key={collection.id} collection={collection} />
      ))}
    </section>
  );
}

/** The collections around an item that the caller sees, from the nearest one. */
export function ancestorsOf<Item extends { readonly id: string; readonly parent?: string }>(
  parent: string | undefined,
  collections: readonly Item[],
): readonly Item[] {
  const byId = new Map(collections.map((collection) => [collection.id, collection]));
  const ancestors: Item[] = [];
  for (let next = parent && byId.get(parent); next; next = next.parent ? byId.get(next.parent) : undefined)
    ancestors.push(next);
  return ancestors;
}

function CollectionGrants({ collection }: { readonly collection: Collection }) {
  const { id, title, organization, defaultLevel } = collection;
  const grants = useGrants({ kind: "collection", id }).data ?? [];
  return (
    <>
      <h3 class="group-title">
        <a href={urlOf(`/collections/${id}/permissions`)}>{texts.inheritedFrom(title)}</a>
      </h3>
      <ul class="panel rows" aria-label={texts.inheritedFrom(title)}>
        {grants.map(({ grantee, role }) => (
          <GrantRow key={grantee.id} organizationId={organization} grantee={grantee}>
            <Badge>{roleName(role)}</Badge>
          </GrantRow>
        ))}
        {defaultLevel !== null && (
          <li>
            <span class="row-main">{texts.defaultLevel}</span>
            <Badge>{roleName(defaultLevel)}</Badge>
          </li>
        )}
        {grants.length === 0 && defaultLevel === null && <li class="muted">{texts.noInherited}</li>}
      </ul>
    </>
  );
}
