import { useList } from "../../../data/queries.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SpecScreen, type SpecScreenProps } from "../spec-screen.tsx";

/** An OpenAPI spec of an organization: its source and its versions. */
export function Screen(props: SpecScreenProps) {
  const texts = words.openapi;
  return (
    <SpecScreen {...props}>
      {({ sourceURL, lastProcessedAt, lastVersion, updatedAt, urls }) => (
        <>
          <dl class="facts">
            <dt>{texts.facts.source}</dt>
            <dd>
              {sourceURL === undefined ? (
                texts.fromText
              ) : (
                <a href={sourceURL} target="_blank" rel="noopener noreferrer">
                  {sourceURL}
                </a>
              )}
            </dd>
            <dt>{texts.facts.lastRead}</dt>
            <dd>{lastProcessedAt === undefined ? texts.neverRead : <Time at={lastProcessedAt} />}</dd>
            {lastVersion !== undefined && (
              <>
                <dt>{texts.facts.changed}</dt>
                <dd>
                  <Time at={updatedAt} />
                </dd>
              </>
            )}
          </dl>
          {urls.published && (
            <div class="section">
              <CopyField label={texts.publicAddress} value={urls.published} />
            </div>
          )}
          <Versions {...props} lastVersion={lastVersion} />
        </>
      )}
    </SpecScreen>
  );
}

function Versions({
  organization,
  spec,
  lastVersion,
}: SpecScreenProps & { readonly lastVersion: string | undefined }) {
  const texts = words.openapi.versions;
  const params = { organizationId: organization, specSlug: spec };
  const versions = useList("GET /orgs/:organizationId/openapi/:specSlug/versions", params, { limit: 50 });
  return (
    <section class="section" aria-label={texts.title}>
      <Loaded query={versions}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState title={texts.empty} text={texts.emptyText} />
          ) : (
            <>
              <ul class="panel rows">
                {items.map(({ id, createdAt, url }, i) => (
                  <li key={id} class="spec-version">
                    <span class="row-main">
                      {texts.version((versions.count ?? items.length) - i)}{" "}
                      {id === lastVersion && <Badge>{texts.latest}</Badge>}
                      <span class="row-note">
                        <Time at={createdAt} />
                      </span>
                    </span>
                    {(i < items.length - 1 || !versions.isComplete) && (
                      <a href={urlOf(`/orgs/${organization}/openapi/${spec}/changes?to=${id}`)}>
                        {texts.compare}
                      </a>
                    )}
                    <a href={url}>{texts.open}</a>
                  </li>
                ))}
              </ul>
              {!versions.isComplete && <Button onClick={versions.loadMore}>{texts.more}</Button>}
            </>
          )
        }
      </Loaded>
    </section>
  );
}
