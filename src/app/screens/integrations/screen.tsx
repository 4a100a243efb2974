import { faPuzzlePiece } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import type { Query } from "../../data/api.ts";
import type { Integration } from "../../data/api-types.ts";
import { type ItemOf, type ListState, useList } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Select } from "../../parts/field.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Badge } from "../../parts/small.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { IntegrationRow, rowHeight, StateBadge, withIds } from "./integration-row.tsx";
import { IntegrationsScreen } from "./integrations-screen.tsx";

const texts = words.integrations;
type Category = NonNullable<Query<"GET /orgs/:organizationId/integrations">["category"]>;
type Installed = ItemOf<"GET /orgs/:organizationId/installations">;

/** The integrations that an organization has installed, and those that it can install. */
export function Screen({ organization }: { readonly organization: string }) {
  const search = place.value.query.get("search") ?? "";
  const wanted = place.value.query.get("category") ?? "";
  const category = isCategory(wanted) ? wanted : undefined;
  const params = { organizationId: organization };
  const searched = search === "" ? {} : { search };
  const installations = useList(
    "GET /orgs/:organizationId/installations",
    params,
    { limit: 100, ...searched },
    { all: true },
  );
  const integrations = useList("GET /orgs/:organizationId/integrations", params, {
    limit: 50,
    ...searched,
    ...(category && { category }),
  });
  return (
    <IntegrationsScreen organization={organization}>
      <p class="section-text">{texts.text}</p>
      <div class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
        <Select
          label={texts.category}
          value={category ?? ""}
          options={[
            { value: "", label: texts.allCategories },
            ...Object.entries(texts.categories).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(value) => setQuery({ category: value })}
        />
      </div>
      <Loaded query={installations}>
        {(loaded) => {
          const installed = loaded.filter(
            ({ integration }) => category === undefined || integration.categories.includes(category),
          );
          return (
            <Lists
              installed={installed}
              integrations={integrations}
              organization={organization}
              isFiltered={search !== "" || category !== undefined}
            />
          );
        }}
      </Loaded>
    </IntegrationsScreen>
  );
}

function isCategory(text: string): text is Category {
  return Object.hasOwn(texts.categories, text);
}

interface ListsProps {
  readonly installed: readonly Installed[];
  readonly integrations: ListState<Integration>;
  readonly organization: string;
  readonly isFiltered: boolean;
}

function Lists({ installed, integrations, organization, isFiltered }: ListsProps) {
  const names = new Set(installed.map(({ integration }) => integration.name));
  const available = integrations.data?.filter(({ name }) => !names.has(name));
  const needsMore = available?.length === 0 && !integrations.isComplete && !integrations.isLoading;
  // A page of the list may have only integrations that are installed.
  useEffect(() => {
    if (needsMore) integrations.loadMore();
  }, [needsMore, integrations.data]);
  if (available?.length === 0 && installed.length === 0 && integrations.isComplete)
    return <Nothing organization={organization} isFiltered={isFiltered} />;
  return (
    <>
      {installed.length > 0 && (
        <section class="section">
          <h2>{texts.installed}</h2>
          <PagedList
            list={{
              ...{ data: installed.map((item) => ({ ...item, id: item.installation.id })) },
              ...{ isComplete: true, isLoading: false, loadMore: () => {} },
            }}
            label={texts.installed}
            rowHeight={rowHeight}
            empty={null}
            row={({ installation, integration }) => (
              <IntegrationRow
                integration={integration}
                href={urlOf(`/integrations/${integration.name}/installations/${installation.id}`)}
              >
                <StateBadge status={installation.status} />
              </IntegrationRow>
            )}
          />
        </section>
      )}
      <section class="section">
        <h2>{texts.available}</h2>
        <PagedList
          list={withIds({ ...integrations, ...(available && { data: available }) })}
          label={texts.available}
          rowHeight={rowHeight}
          empty={integrations.isComplete && <p class="hint">{texts.allInstalled}</p>}
          row={(integration) => (
            <IntegrationRow integration={integration} href={urlOf(`/integrations/${integration.name}`)}>
              {integration.visibility !== "public" && (
                <Badge>{texts.visibility[integration.visibility]}</Badge>
              )}
            </IntegrationRow>
          )}
        />
      </section>
    </>
  );
}

function Nothing({ organization, isFiltered }: Pick<ListsProps, "organization" | "isFiltered">) {
  if (isFiltered)
    return (
      <EmptyState icon={faPuzzlePiece} title={texts.noMatch} text={texts.noMatchText}>
        <Button onClick={() => setQuery({ search: "", category: "" })}>{texts.showAll}</Button>
      </EmptyState>
    );
  return (
    <EmptyState icon={faPuzzlePiece} title={texts.empty} text={texts.emptyText}>
      <LinkButton href={urlOf(`/orgs/${organization}/integrations/own`)}>{texts.howToPublish}</LinkButton>
    </EmptyState>
  );
}
