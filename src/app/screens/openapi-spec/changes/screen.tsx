import { formatDate } from "../../../data/format.ts";
import { useList, useQuery } from "../../../data/queries.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { Checkbox, SelectField } from "../../../parts/field.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { SpecScreen, type SpecScreenProps } from "../spec-screen.tsx";
import { ChangeList } from "./change-list.tsx";

const route = "/orgs/:organizationId/openapi/:specSlug/versions" as const;

/** What changed between two versions of an OpenAPI spec. */
export function Screen(props: SpecScreenProps) {
  return <SpecScreen {...props}>{() => <Comparison {...props} />}</SpecScreen>;
}

function Comparison({ organization, spec }: SpecScreenProps) {
  const texts = words.openapi.changes;
  const params = { organizationId: organization, specSlug: spec };
  const versions = useList(`GET ${route}`, params, { limit: 1000 }, { all: true });
  const { query } = place.value;
  const all = versions.data ?? [];
  const to = all.find(({ id }) => id === query.get("to")) ?? all[0];
  const earlier = all[all.findIndex(({ id }) => id === to?.id) + 1];
  const from = all.find(({ id }) => id === query.get("from")) ?? earlier;
  const changes = useQuery(
    `GET ${route}/:versionId/changes`,
    to && from && { ...params, versionId: to.id },
    from && { from: from.id },
  );
  const options = all.map(({ id, createdAt }, i) => ({
    value: id,
    label: texts.version(all.length - i, formatDate(createdAt)),
  }));
  const onlyBreaking = query.get("only") === "breaking";
  return (
    <Loaded query={versions}>
      {() =>
        to === undefined || all.length < 2 ? (
          <EmptyState title={texts.onlyOne} text={texts.onlyOneText} />
        ) : (
          <>
            <div class="toolbar spec-comparison">
              <SelectField
                label={texts.from}
                value={from?.id ?? ""}
                options={options.filter(({ value }) => value !== to.id)}
                onChange={(id) => setQuery({ from: id })}
              />
              <SelectField
                label={texts.to}
                value={to.id}
                options={options}
                onChange={(id) => setQuery({ to: id, from: "" })}
              />
              <Checkbox
                label={texts.onlyBreaking}
                checked={onlyBreaking}
                onChange={(isChecked) => setQuery({ only: isChecked ? "breaking" : "" })}
              />
            </div>
            {from === undefined ? (
              <p class="hint">{texts.first}</p>
            ) : (
              <Loaded query={changes}>
                {(found) => <ChangeList changes={found} onlyBreaking={onlyBreaking} />}
              </Loaded>
            )}
          </>
        )
      }
    </Loaded>
  );
}
