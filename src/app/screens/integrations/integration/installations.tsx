import type { Integration } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { useOrganizations } from "../../../data/session.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { StateBadge } from "../integration-row.tsx";
import { useInstallations } from "./use-installations.ts";

/** Where the organizations of the user have installed an integration. */
export function Installations({ integration: { name } }: { readonly integration: Integration }) {
  const texts = words.integrations.installations;
  const params = { integrationName: name };
  const installations = useInstallations(name);
  const spaces = useList("GET /integrations/:integrationName/spaces", params, { limit: 1 }).count;
  const sites = useList("GET /integrations/:integrationName/sites", params, { limit: 1 }).count;
  const organizations = useOrganizations();
  const titleOf = (id: string) => organizations?.find((organization) => organization.id === id)?.title ?? id;
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <Loaded query={installations}>
        {(items) =>
          items.length === 0 ? (
            <p class="section-text">
              {texts.none} {texts.others}
            </p>
          ) : (
            <>
              <p class="section-text">
                {spaces !== undefined && sites !== undefined && `${texts.text(spaces, sites)} `}
                {texts.others}
              </p>
              <ul class="panel rows" aria-label={texts.title}>
                {items.map(({ id, status, target, createdAt }) => (
                  <li key={id}>
                    <div class="row-main">
                      <a class="row-title" href={urlOf(`/integrations/${name}/installations/${id}`)}>
                        {titleOf(target.organization)}
                      </a>
                      <span class="row-note">
                        {words.integrations.installation.created} <Time at={createdAt} />
                      </span>
                    </div>
                    <StateBadge status={status} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  );
}
