import { faCode, faPlus } from "@fortawesome/free-solid-svg-icons";
import type { OpenAPISpec } from "../../data/api-types.ts";
import { useList } from "../../data/queries.ts";
import { useRefreshWhile } from "../../data/refresh-while.ts";
import { useOrganization } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { openDialog } from "../../parts/dialog.tsx";
import { FilteredList } from "../../parts/filtered-list.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Badge, Time } from "../../parts/small.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { AddSpecDialog } from "./add-spec.tsx";
import { SpecState } from "./spec-state.tsx";

const rowHeight = 60;

/** The OpenAPI specs of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const texts = words.openapi;
  const params = { organizationId: organization };
  const specs = useList("GET /orgs/:organizationId/openapi", params, { limit: 1000 }, { all: true });
  const isReading = specs.data?.some(({ processingState }) => processingState !== "complete") ?? false;
  useRefreshWhile(isReading, `/orgs/${organization}/openapi`);
  const mayAdd = useOrganization()?.permissions.createOpenAPISpec ?? false;
  const addSpec = mayAdd && (
    <Button
      kind="primary"
      icon={faPlus}
      onClick={() => openDialog((close) => <AddSpecDialog organizationId={organization} onClose={close} />)}
    >
      {texts.add.button}
    </Button>
  );
  const isEmpty = specs.data?.length === 0;
  return (
    <>
      <ScreenHeader title={texts.title} description={texts.description}>
        {!isEmpty && addSpec}
      </ScreenHeader>
      <Loaded query={specs}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={faCode}
              title={texts.empty}
              text={mayAdd ? texts.emptyText : texts.emptyReadOnly}
            >
              {addSpec}
            </EmptyState>
          ) : (
            <FilteredList
              items={all.toSorted((a, b) => a.slug.localeCompare(b.slug))}
              textsOf={({ slug, sourceURL = "" }) => [slug, sourceURL]}
              label={texts.search}
              noMatch={texts.noMatch}
              rowHeight={rowHeight}
              keyOf={({ id }) => id}
              row={(spec) => <SpecRow organization={organization} spec={spec} />}
            />
          )
        }
      </Loaded>
    </>
  );
}

function SpecRow({ organization, spec }: { readonly organization: string; readonly spec: OpenAPISpec }) {
  const texts = words.openapi;
  const { slug, sourceURL, visibility, lastVersion, updatedAt } = spec;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" style={{ height: `${rowHeight}px` }}>
      <span class="item-icon">
        <Icon of={faCode} />
      </span>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organization}/openapi/${slug}`)}>
          {slug}
        </a>
        <span class="row-note">{sourceURL ?? texts.fromText}</span>
      </div>
      <span class="row-note spec-changed">
        {lastVersion === undefined ? texts.noVersion : <Time at={updatedAt} />}
      </span>
      <span class="row-badges">
        {visibility === "public" && <Badge>{texts.visibility.public}</Badge>}
        <SpecState spec={spec} />
      </span>
    </div>
  );
}
