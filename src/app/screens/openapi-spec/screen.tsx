import { useList, useQuery } from "../../data/queries.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge, Time } from "../../parts/small.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** An OpenAPI spec of an organization, with its versions. */
export function Screen({ organization, spec }: { readonly organization: string; readonly spec: string }) {
  const texts = words.objects.spec;
  const params = { organizationId: organization, specSlug: spec };
  const query = useQuery("GET /orgs/:organizationId/openapi/:specSlug", params);
  const versions = useList("GET /orgs/:organizationId/openapi/:specSlug/versions", params, { limit: 50 });
  return (
    <Loaded query={query}>
      {({ slug, processingState, visibility, sourceURL, lastProcessedAt, lastProcessedErrors = [] }) => (
        <>
          <ScreenHeader title={slug} description={texts.title}>
            <Badge kind={lastProcessedErrors.length > 0 ? "danger" : "plain"}>
              {lastProcessedErrors.length > 0 ? texts.failed : texts.states[processingState]}
            </Badge>
            <Badge>{texts.visibility[visibility]}</Badge>
          </ScreenHeader>
          <dl class="facts">
            {sourceURL && (
              <>
                <dt>{texts.source}</dt>
                <dd>
                  <a href={sourceURL} target="_blank" rel="noopener noreferrer">
                    {sourceURL}
                  </a>
                </dd>
              </>
            )}
            {lastProcessedAt && (
              <>
                <dt>{texts.updated}</dt>
                <dd>
                  <Time at={lastProcessedAt} />
                </dd>
              </>
            )}
            {lastProcessedErrors.length > 0 && (
              <>
                <dt>{texts.errors}</dt>
                <dd>{lastProcessedErrors.map(({ message }) => message).join(" ")}</dd>
              </>
            )}
          </dl>
          <section class="section" aria-label={texts.versions}>
            <h2>{texts.versions}</h2>
            <Loaded query={versions}>
              {(items) =>
                items.length === 0 ? (
                  <EmptyState title={texts.noVersions} text={texts.noVersionsText} />
                ) : (
                  <ul class="panel rows">
                    {items.map(({ id, createdAt, url }) => (
                      <li key={id}>
                        <span class="row-main">
                          <Time at={createdAt} />
                        </span>
                        <a href={url}>{texts.openVersion}</a>
                      </li>
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </section>
        </>
      )}
    </Loaded>
  );
}
