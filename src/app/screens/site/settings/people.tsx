import type { UserSitePermission } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { place, setQuery, urlOf } from "../../../navigation/router.ts";
import { LinkButton } from "../../../parts/button.tsx";
import { roleName } from "../../../parts/role-select.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { Avatar, Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings.people;
const rowHeight = 56;

/** Who can work on a site, with the role that counts. */
export function People({ organization, site }: SiteSettingsProps) {
  const search = place.value.query.get("search") ?? "";
  const list = useList(
    "GET /orgs/:organizationId/sites/:siteId/permissions/aggregate",
    { organizationId: organization, siteId: site.id },
    { limit: 50, search, sort: "name", order: "asc" },
  );
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <search class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
        <LinkButton href={urlOf(`/orgs/${organization}/members`)}>{texts.manage}</LinkButton>
      </search>
      <Loaded query={list}>
        {(people) =>
          people.length === 0 ? (
            <p class="hint" role="status">
              {texts.nobody}
            </p>
          ) : (
            <div class="scrolling-list">
              <VirtualList<UserSitePermission>
                items={people}
                rowHeight={rowHeight}
                class="panel rows"
                attributes={{ role: "list", "aria-label": texts.list }}
                keyOf={({ user }) => user.id}
                onEnd={list.loadMore}
                row={({ user, permission }) => (
                  // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
                  <div role="listitem" style={{ height: `${rowHeight}px` }}>
                    <Avatar name={user.displayName} url={user.photoURL} />
                    <div class="row-main">
                      <span class="row-title">{user.displayName}</span>
                      <span class="row-note">{user.email}</span>
                    </div>
                    <Badge>{roleName(permission)}</Badge>
                  </div>
                )}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}
