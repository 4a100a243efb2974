import { faTag } from "@fortawesome/free-solid-svg-icons";
import { useQuery } from "../../data/queries.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { EmptyState, Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

/** The variables of a space with their values. */
export function Screen({ space }: { readonly space: string }) {
  const texts = words.materials.variables;
  const data = useQuery("GET /spaces/:spaceId", { spaceId: space }).data;
  const query = useQuery("GET /spaces/:spaceId/content/variables", { spaceId: space });
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={data ? [{ label: data.title, href: urlOf(`/spaces/${space}`) }] : []}
      />
      <Loaded query={query}>{({ variables }) => <Variables variables={variables} />}</Loaded>
    </>
  );
}

function Variables({ variables }: { readonly variables: Readonly<Record<string, string>> }) {
  const texts = words.materials.variables;
  const text = place.value.query.get("search") ?? "";
  const all = Object.entries(variables);
  if (all.length === 0) return <EmptyState icon={faTag} title={texts.empty} text={texts.emptyText} />;
  const wanted = text.toLocaleLowerCase();
  const shown = all.filter((parts) => parts.some((part) => part.toLocaleLowerCase().includes(wanted)));
  return (
    <>
      <div class="toolbar">
        <SearchField label={texts.search} value={text} onSearch={(search) => setQuery({ search })} />
      </div>
      {shown.length === 0 ? (
        <p class="hint" role="status">
          {texts.noMatch}
        </p>
      ) : (
        <ul class="panel rows">
          {shown.map(([name, value]) => (
            <li key={name}>
              <span class="row-main">
                <span class="row-title">{name}</span>
                <code class="row-note">{texts.expression(name)}</code>
              </span>
              <span class="variable-value" title={value}>
                {value}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
