import { useList } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { LinkButton } from "../../../parts/button.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

/** The integrations that are installed on a site. */
export function Integrations({ organization, site }: SiteSettingsProps) {
  const texts = words.integrations.ofSite;
  const list = useList(
    "GET /orgs/:organizationId/sites/:siteId/integrations",
    { organizationId: organization, siteId: site.id },
    { limit: 100 },
    { all: true },
  );
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Loaded query={list}>
        {(items) => (
          <ul class="panel rows" aria-label={texts.title}>
            {items.map(({ name, title, description }) => (
              <li key={name}>
                <div class="row-main">
                  <a class="row-title" href={urlOf(`/integrations/${name}`)}>
                    {title}
                  </a>
                  {description && <span class="row-note">{description}</span>}
                </div>
              </li>
            ))}
            {items.length === 0 && <li class="muted">{texts.empty}</li>}
          </ul>
        )}
      </Loaded>
      <p class="section-actions">
        <LinkButton href={urlOf(`/orgs/${organization}/integrations`)}>{texts.browse}</LinkButton>
      </p>
    </section>
  );
}
