import { faFileCsv } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { downloadCsv } from "../../../data/csv.ts";
import { formatNumber } from "../../../data/format.ts";
import { type EventsQuery, maxRows, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { attempt } from "../../../data/toasts.ts";
import { place, setQuery, urlOf } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { Select } from "../../../parts/field.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import {
  type CountedValue,
  countValues,
  type DimensionId,
  dimensions,
  noneKey,
  rareKey,
} from "./dimensions.ts";
import { labelOf, readPageNames, useNames } from "./names.ts";
import type { Range } from "./period.ts";

const texts = words.insights;
const firstRows = 10;
const moreRows = 50;
const shares = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 });

interface BreakdownProps {
  readonly params: SiteParams;
  readonly range: Range;
  readonly where: NonNullable<EventsQuery["where"]>;
  /** What is counted. */
  readonly name: string;
  readonly total: number;
  /** The name of the panel, which is also that of the chosen dimension in the address. */
  readonly panel: "topic" | "content" | "readers" | "sources";
  readonly choices: readonly DimensionId[];
  readonly fileName: (name: string) => string;
}

/** The most frequent values of a dimension. A table whose rows have bars; each row filters the whole screen. */
export function Breakdown(props: BreakdownProps) {
  const { params, range, where, name, panel, choices, fileName } = props;
  const chosen = place.value.query.get(panel);
  const id = choices.find((choice) => choice === chosen) ?? choices[0] ?? "page";
  const [limit, setLimit] = useState(firstRows);
  useEffect(() => setLimit(firstRows), [id, name]);
  const query = useEvents(params, {
    range,
    where,
    groupBy: [{ column: dimensions[id].column }],
    order: { by: { column: "eventsCount" }, direction: "desc" },
  });
  // Rows of another dimension stay until the next ones are there.
  const [shownId, setShownId] = useState(id);
  useEffect(() => {
    if (!query.isLoading) setShownId(id);
  }, [id, query.isLoading]);
  const { values, rest, total } = countValues(shownId, query.data ?? [], props.total, maxRows);
  const shown = values.slice(0, limit);
  const names = useNames(params, range, shownId === "page" ? shown.map(({ key }) => key) : []);
  const label = (key: string) => labelOf(shownId, key, names);
  const title = `${name} · ${texts.dimension[id]}`;
  const write = async () => {
    const keys = shownId === "page" ? values.map(({ key }) => key) : [];
    const all = { ...names, page: await readPageNames(params, range, keys) };
    downloadCsv(fileName(title), [
      [texts.dimension[shownId], name, texts.share],
      ...[
        ...values.map(({ key, count }) => [labelOf(shownId, key, all), count] as const),
        ...(rest > 0 ? [[texts.others, rest] as const] : []),
      ].map(([text, count]) => [text, count, Number((count / Math.max(1, total)).toFixed(4))]),
    ]);
  };
  return (
    <section class="panel insight-panel" aria-label={title}>
      <header class="insight-header">
        <h2>{texts.panel[panel]}</h2>
        <Select
          label={`${name} · ${texts.panel[panel]}`}
          value={id}
          options={choices.map((choice) => ({ value: choice, label: texts.dimension[choice] }))}
          onChange={(choice) => setQuery({ [panel]: choice === choices[0] ? "" : choice })}
        />
        <IconButton
          icon={faFileCsv}
          label={texts.exportCsv(title)}
          disabled={query.data === undefined}
          onClick={() => attempt(write)}
        />
      </header>
      <div class={`insight-body${query.isLoading ? " is-loading" : ""}`} aria-busy={query.isLoading}>
        <Loaded query={query}>
          {() => (
            <>
              <table class="insight-table">
                <caption class="hidden-text">{title}</caption>
                <thead>
                  <tr>
                    <th scope="col">{texts.dimension[shownId]}</th>
                    <th scope="col">{name}</th>
                    <th scope="col">{texts.share}</th>
                  </tr>
                </thead>
                <tbody>
                  {shown.map((value) => (
                    <ValueRow
                      key={value.key}
                      id={shownId}
                      value={value}
                      label={label(value.key)}
                      total={total}
                    />
                  ))}
                  {rest > 0 && shown.length === values.length && (
                    <tr>
                      <th scope="row">{texts.others}</th>
                      <td>{formatNumber(rest)}</td>
                      <td>{shares.format(rest / total)}</td>
                    </tr>
                  )}
                </tbody>
              </table>
              {values.length === 0 && rest === 0 && <p class="insight-empty">{texts.nothing}</p>}
              {shown.length < values.length && (
                <Button kind="quiet" onClick={() => setLimit(limit + moreRows)}>
                  {texts.showMore}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </div>
    </section>
  );
}

interface ValueRowProps {
  readonly id: DimensionId;
  readonly value: CountedValue;
  readonly label: string;
  readonly total: number;
}

function ValueRow({ id, value: { key, count }, label, total }: ValueRowProps) {
  const part = total === 0 ? 0 : count / total;
  const isFilter = key !== rareKey && !(id === "page" && key === noneKey);
  return (
    <tr>
      <th scope="row">
        <span class="insight-bar" style={{ inlineSize: `${part * 100}%` }} />
        {isFilter ? (
          <a
            class="insight-value"
            href={filterAddress(id, key)}
            title={texts.only(texts.filterName[id] ?? texts.dimension[id], label)}
          >
            {label}
          </a>
        ) : (
          <span class="insight-value" title={label}>
            {label}
          </span>
        )}
      </th>
      <td>{formatNumber(count)}</td>
      <td>{shares.format(part)}</td>
    </tr>
  );
}

function filterAddress(id: DimensionId, key: string): string {
  const query = new URLSearchParams(place.value.query);
  query.set(id, key);
  return urlOf(`${place.value.path}?${query}`);
}
