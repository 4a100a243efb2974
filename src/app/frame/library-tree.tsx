import { faBook } from "@fortawesome/free-solid-svg-icons";
import type { Organization } from "../data/api-types.ts";
import { useList } from "../data/queries.ts";
import { place, urlOf } from "../navigation/router.ts";
import { Icon } from "../parts/icon.tsx";
import { Emoji } from "../parts/small.tsx";
import { words } from "../words/index.ts";

/** The collections and spaces of an organization. */
export function LibraryTree({ organization }: { readonly organization: Organization }) {
  const spaces = useList(
    "GET /orgs/:organizationId/spaces",
    { organizationId: organization.id },
    { limit: 1000 },
  );
  return (
    <section class="library" aria-label={words.frame.library}>
      <h2 class="sidebar-heading">{words.frame.library}</h2>
      <ul>
        {spaces.data?.map(({ id, title, emoji }) => (
          <li key={id}>
            <a
              class="sidebar-item"
              href={urlOf(`/spaces/${id}`)}
              aria-current={place.value.path.startsWith(`/spaces/${id}`) ? "page" : undefined}
            >
              <Emoji code={emoji} fallback={<Icon of={faBook} />} />
              {title}
            </a>
          </li>
        ))}
      </ul>
      {spaces.data?.length === 0 && <p class="hint">{words.frame.emptyLibrary}</p>}
    </section>
  );
}
