import type { Integration } from "../../../data/api-types.ts";
import { words } from "../../../words/index.ts";
import { isOwn } from "../integration-icon.tsx";
import { ScopeList } from "./scope-list.tsx";

const texts = words.integrations.about;

/** What is known of an integration. */
export function About({ integration }: { readonly integration: Integration }) {
  const { name, owner, target, categories, scopes, blocks = [], contentSources = [] } = integration;
  const { externalLinks, contentSecurityPolicy } = integration;
  return (
    <>
      <Screenshots integration={integration} />
      <section class="section">
        <h2>{texts.title}</h2>
        <dl class="facts">
          <dt>{texts.owner}</dt>
          <dd>{owner.title}</dd>
          <dt>{texts.name}</dt>
          <dd>
            <code>{name}</code>
          </dd>
          <dt>{texts.target}</dt>
          <dd>{texts.targets[target]}</dd>
          {categories.length > 0 && (
            <>
              <dt>{texts.categories}</dt>
              <dd>{categories.map((category) => words.integrations.categories[category]).join(", ")}</dd>
            </>
          )}
          <dt>{texts.scopes}</dt>
          <dd>
            {scopes.length === 0 ? (
              texts.noScopes
            ) : (
              <>
                <ScopeList scopes={scopes} />
                <span class="hint">{words.integrations.scopesTruth}</span>
              </>
            )}
          </dd>
          {blocks.length > 0 && (
            <>
              <dt>{texts.blocks}</dt>
              <dd>
                <ul>
                  {blocks.map(({ id, title, description, urlUnfurl = [] }) => (
                    <li key={id}>
                      {title}
                      {description && `: ${description}`}
                      {urlUnfurl.length > 0 && texts.unfurls(urlUnfurl.join(", "))}
                    </li>
                  ))}
                </ul>
              </dd>
            </>
          )}
          {contentSources.length > 0 && (
            <>
              <dt>{texts.contentSources}</dt>
              <dd>{contentSources.map(({ title }) => title).join(", ")}</dd>
            </>
          )}
          {contentSecurityPolicy && (
            <>
              <dt>{texts.policy}</dt>
              <dd>
                <code>{contentSecurityPolicy}</code>
              </dd>
            </>
          )}
          {externalLinks.length > 0 && (
            <>
              <dt>{texts.links}</dt>
              <dd>
                {externalLinks.map(({ url, label }) => (
                  <a key={url} href={url} target="_blank" rel="noopener noreferrer">
                    {label || url}
                  </a>
                ))}
              </dd>
            </>
          )}
        </dl>
      </section>
    </>
  );
}

function Screenshots({ integration: { previewImages, title } }: { readonly integration: Integration }) {
  const { preview } = words.integrations;
  if (previewImages.length === 0) return null;
  return (
    <section class="section">
      <h2>{preview.title}</h2>
      <ul class="screenshots">
        {previewImages.map((url, index) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noreferrer">
              {isOwn(url) ? (
                <img src={url} alt={preview.image(index + 1, title)} loading="lazy" />
              ) : (
                preview.image(index + 1, title)
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
