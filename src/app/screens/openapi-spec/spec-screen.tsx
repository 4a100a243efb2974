import { faDownload, faEllipsis, faRotate } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import type { OpenAPISpec } from "../../data/api-types.ts";
import { useQuery } from "../../data/queries.ts";
import { useRefreshWhile } from "../../data/refresh-while.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";
import { SpecState } from "../openapi-specs/spec-state.tsx";
import { readAgain, specActions } from "./actions.tsx";

/** What the path of each screen of a spec names. */
export interface SpecScreenProps {
  readonly organization: string;
  readonly spec: string;
}

/** A screen of an OpenAPI spec: its header, the tabs, how its source was read, and what is below. */
export function SpecScreen({
  organization,
  spec: slug,
  children,
}: SpecScreenProps & { readonly children: (spec: OpenAPISpec) => ComponentChildren }) {
  const query = useQuery("GET /orgs/:organizationId/openapi/:specSlug", {
    organizationId: organization,
    specSlug: slug,
  });
  const root = `/orgs/${organization}/openapi/${slug}`;
  const isReading = query.data !== undefined && query.data.processingState !== "complete";
  useRefreshWhile(isReading, root);
  const texts = words.openapi;
  return (
    <Loaded query={query}>
      {(spec) => (
        <>
          <SpecHeader organization={organization} spec={spec} />
          <Tabs
            label={spec.slug}
            tabs={[
              { label: texts.versions.tab, path: root },
              { label: texts.changes.tab, path: `${root}/changes` },
              { label: texts.pages.tab, path: `${root}/pages` },
            ]}
          />
          <Processing spec={spec} />
          {children(spec)}
        </>
      )}
    </Loaded>
  );
}

function SpecHeader({ organization, spec }: { readonly organization: string; readonly spec: OpenAPISpec }) {
  const texts = words.openapi;
  const { slug, sourceURL, visibility, permissions } = spec;
  const latest = useQuery(
    "GET /orgs/:organizationId/openapi/:specSlug/versions/latest",
    spec.lastVersion === undefined ? undefined : { organizationId: organization, specSlug: slug },
  );
  return (
    <ScreenHeader
      title={slug}
      crumbs={[{ label: texts.title, href: urlOf(`/orgs/${organization}/openapi`) }]}
    >
      <span class="spec-badges">
        {visibility === "public" && <Badge>{texts.visibility.public}</Badge>}
        <SpecState spec={spec} />
      </span>
      {latest.data && (
        <LinkButton href={latest.data.url} icon={faDownload} isExternal>
          {texts.download}
        </LinkButton>
      )}
      {permissions.edit && sourceURL !== undefined && (
        <Button icon={faRotate} onClick={() => readAgain(organization, slug, sourceURL)}>
          {texts.readAgain}
        </Button>
      )}
      {permissions.edit && (
        <Menu label={texts.menu} items={() => specActions(organization, spec)}>
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </ScreenHeader>
  );
}

/** Says that the source is being read, or why it could not be. */
function Processing({ spec }: { readonly spec: OpenAPISpec }) {
  const texts = words.openapi;
  const { processingState: state, lastProcessErrorCode: code, lastProcessedErrors = [] } = spec;
  if (state !== "complete")
    return (
      <p class="spec-notice" role="status">
        {state === "pending" ? texts.waiting : texts.reading}
      </p>
    );
  if (code === undefined) return null;
  return (
    <div class="spec-notice spec-failure" role="alert">
      <h2>{texts.failedTitle}</h2>
      {lastProcessedErrors.map(({ message }) => (
        <p key={message} class="spec-error">
          {message}
        </p>
      ))}
      <p>
        {texts.failedAdvice[code]} {spec.lastVersion !== undefined && texts.failedKeeps}
      </p>
    </div>
  );
}
