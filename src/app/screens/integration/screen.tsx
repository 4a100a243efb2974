import { useQuery } from "../../data/queries.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** An integration: what it is, by whom, and what it may do. */
export function Screen({ integration }: { readonly integration: string }) {
  const texts = words.objects.integration;
  const query = useQuery("GET /integrations/:integrationName", { integrationName: integration });
  return (
    <Loaded query={query}>
      {({
        title,
        description,
        summary,
        version,
        visibility,
        target,
        owner,
        scopes,
        blocks = [],
        externalLinks,
      }) => (
        <>
          <ScreenHeader title={title} description={description}>
            <Badge>{texts.visibility[visibility]}</Badge>
            <Badge>{texts.version(version)}</Badge>
          </ScreenHeader>
          {summary && <p class="section">{summary}</p>}
          <dl class="facts">
            <dt>{texts.owner}</dt>
            <dd>{owner.title}</dd>
            <dt>{texts.target}</dt>
            <dd>{texts.targets[target]}</dd>
            <dt>{texts.scopes}</dt>
            <dd>
              {scopes.length === 0 ? texts.none : scopes.map((scope) => <code key={scope}>{scope}</code>)}
            </dd>
            {blocks.length > 0 && (
              <>
                <dt>{texts.blocks}</dt>
                <dd>{blocks.map((block) => block.title).join(", ")}</dd>
              </>
            )}
            {externalLinks.length > 0 && (
              <>
                <dt>{texts.links}</dt>
                <dd>
                  {externalLinks.map(({ url, label }) => (
                    <a key={url} href={url} target="_blank" rel="noopener noreferrer">
                      {label}
                    </a>
                  ))}
                </dd>
              </>
            )}
          </dl>
        </>
      )}
    </Loaded>
  );
}
