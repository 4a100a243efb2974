import { faTag } from "@fortawesome/free-solid-svg-icons";
import { useList, useQuery } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { FilteredList } from "../../parts/filtered-list.tsx";
import { LocationList } from "../../parts/location-link.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const rowHeight = 53;

/** The variables of a space with their values. */
export function Screen({ space }: { readonly space: string }) {
  const texts = words.materials.variables;
  const data = useQuery("GET /spaces/:spaceId", { spaceId: space }).data;
  const query = useQuery("GET /spaces/:spaceId/content/variables", { spaceId: space });
  const used = place.value.query.get("used");
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={data ? [{ label: data.title, href: urlOf(`/spaces/${space}`) }] : []}
      />
      <Loaded query={query}>{({ variables }) => <Variables variables={variables} />}</Loaded>
      {used && <UsedDialog spaceId={space} variable={used} />}
    </>
  );
}

function Variables({ variables }: { readonly variables: Readonly<Record<string, string>> }) {
  const texts = words.materials.variables;
  const all = Object.entries(variables);
  if (all.length === 0) return <EmptyState icon={faTag} title={texts.empty} text={texts.emptyText} />;
  return (
    <FilteredList
      items={all}
      textsOf={(parts) => parts}
      label={texts.search}
      noMatch={texts.noMatch}
      rowHeight={rowHeight}
      keyOf={([name]) => name}
      row={([name, value]) => (
        // biome-ignore lint/a11y/useSemanticElements: the list is no ul, since it has elements in place of unseen rows.
        <div role="listitem">
          <span class="row-main">
            <span class="row-title">{name}</span>
            <code class="row-note">{texts.expression(name)}</code>
          </span>
          <span class="variable-value" title={value}>
            {value}
          </span>
          <Button kind="quiet" aria-label={texts.usedByOf(name)} onClick={() => setQuery({ used: name })}>
            {texts.usedBy}
          </Button>
        </div>
      )}
    />
  );
}

/** The pages and reusable contents that read a variable. */
function UsedDialog({ spaceId, variable }: { readonly spaceId: string; readonly variable: string }) {
  const texts = words.materials.variables;
  const used = useList(
    "GET /spaces/:spaceId/content/variables/:variable/backlinks",
    { spaceId, variable },
    { limit: 100 },
  );
  return (
    <Dialog title={texts.whereUsed(variable)} onClose={() => setQuery({ used: "" })}>
      <Loaded query={used}>
        {(locations) => <LocationList locations={locations} empty={texts.unused} />}
      </Loaded>
    </Dialog>
  );
}
