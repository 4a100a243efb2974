import { faFilter, faXmark } from "@fortawesome/free-solid-svg-icons";
import { formatNumber } from "../../../data/format.ts";
import { findMatches } from "../../../data/matching.ts";
import { type EventFilter, maxRows, type SiteParams, useEvents } from "../../../data/site-events.ts";
import { setQuery } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { PickerDialog } from "../../../parts/picker-dialog.tsx";
import { words } from "../../../words/index.ts";
import {
  type ChosenFilter,
  countValues,
  type DimensionId,
  dimensions,
  noneKey,
  rareKey,
} from "./dimensions.ts";
import { labelOf, type Names, useNames } from "./names.ts";
import { intervalsFor, type Period, presets, type Range } from "./period.ts";
import { panels } from "./reports.ts";

const texts = words.insights;
const filterable = Object.values(panels).flat();

interface FilterBarProps {
  readonly params: SiteParams;
  readonly period: Period;
  readonly filters: readonly ChosenFilter[];
  readonly where: readonly EventFilter[];
}

/** The period, the interval and the filters, which are in the address. */
export function FilterBar({ params, period, filters, where }: FilterBarProps) {
  const { days, isOwn, firstDay, lastDay } = period;
  const names = useNames(
    params,
    period,
    filters.flatMap(({ id, key }) => (id === "page" ? [key] : [])),
  );
  const choosePeriod = (value: string) =>
    setQuery(
      value === "own"
        ? { period: "", from: firstDay, to: lastDay, interval: "" }
        : { period: value === "30" ? "" : value, from: "", to: "", interval: "" },
    );
  // An end before the beginning moves both.
  const chooseFrom = (day: string) =>
    day !== "" && setQuery({ from: day, to: day > lastDay ? day : lastDay });
  const chooseTo = (day: string) =>
    day !== "" && setQuery({ from: day < firstDay ? day : firstDay, to: day });
  return (
    <div class="toolbar insight-filters">
      <SelectField
        label={texts.period}
        value={isOwn ? "own" : String(days)}
        options={[...presets, "own"].map((value) => ({
          value: String(value),
          label: texts.periods[value] ?? "",
        }))}
        onChange={choosePeriod}
      />
      {isOwn && (
        <>
          <TextField type="date" label={texts.from} value={firstDay} onInput={chooseFrom} />
          <TextField type="date" label={texts.to} value={lastDay} onInput={chooseTo} />
        </>
      )}
      <SelectField
        label={texts.interval}
        value={period.interval}
        options={intervalsFor(days).map((interval) => ({
          value: interval,
          label: texts.intervals[interval],
        }))}
        onChange={(interval) => setQuery({ interval })}
      />
      <Menu
        label={texts.filter}
        buttonClass="button button-plain"
        items={filterable.map((id) => ({
          label: filterName(id),
          onSelect: () =>
            openDialog((close) => (
              <ValueDialog id={id} params={params} range={period} where={where} onClose={close} />
            )),
        }))}
      >
        <Icon of={faFilter} />
        {texts.filter}
      </Menu>
      <Chips filters={filters} names={names} />
    </div>
  );
}

function Chips({ filters, names }: { readonly filters: readonly ChosenFilter[]; readonly names: Names }) {
  if (filters.length === 0) return null;
  return (
    <ul class="insight-chips">
      {filters.map(({ id, key }) => {
        const text = `${filterName(id)}: ${labelOf(id, key, names)}`;
        return (
          <li key={id} class="chip">
            <span class="chip-text">{text}</span>
            <button
              type="button"
              aria-label={texts.removeFilter(text)}
              onClick={() => setQuery({ [id]: "" })}
            >
              <Icon of={faXmark} />
            </button>
          </li>
        );
      })}
      {filters.length > 1 && (
        <li>
          <Button
            kind="quiet"
            onClick={() => setQuery(Object.fromEntries(filters.map(({ id }) => [id, ""])))}
          >
            {texts.clear}
          </Button>
        </li>
      )}
    </ul>
  );
}

function filterName(id: DimensionId): string {
  return texts.filterName[id] ?? texts.dimension[id];
}

interface ValueDialogProps {
  readonly id: DimensionId;
  readonly params: SiteParams;
  readonly range: Range;
  readonly where: readonly EventFilter[];
  readonly onClose: () => void;
}

const maxShown = 100;

/** Chooses one of the values that events of the period have. */
function ValueDialog({ id, params, range, where, onClose }: ValueDialogProps) {
  const { column } = dimensions[id];
  const query = useEvents(params, {
    range: { from: range.from, to: range.to },
    where: where.filter((filter) => filter.column !== column),
    groupBy: [{ column }],
    order: { by: { column: "eventsCount" }, direction: "desc" },
  });
  const values = countValues(id, query.data ?? [], 0, maxRows).values.filter(
    ({ key }) => key !== rareKey && !(id === "page" && key === noneKey),
  );
  const names = useNames(params, range, id === "page" ? values.map(({ key }) => key) : []);
  const named = values.map(({ key, count }) => ({ key, count, label: labelOf(id, key, names) }));
  const title = texts.filterBy(filterName(id));
  const find = (text: string) => [
    {
      label: filterName(id),
      options: findMatches(named, text, ({ label }) => label, maxShown).map(({ key, label, count }) => ({
        id: key,
        label,
        note: formatNumber(count),
        onPick: () => setQuery({ [id]: key }),
      })),
    },
  ];
  return (
    <PickerDialog
      title={title}
      onClose={onClose}
      find={find}
      emptyText={texts.noValues}
      isLoading={query.isLoading}
      countText={texts.foundValues}
    />
  );
}
