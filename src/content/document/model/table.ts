import type { Json } from "../../markdown/syntax/index.ts";
import type { Block, Data, Fragment } from "./model.ts";

/** A column of a table. */
export interface Column {
  readonly id: string;
  readonly title: string;
  readonly definition: Data;
  /** What its options are called. */
  readonly labels: ReadonlyMap<string, string>;
  readonly isShown: boolean;
}

/** A table with its parts where they are needed. */
export interface Table {
  readonly view: Data;
  readonly columns: readonly Column[];
  /** The values of each row, by column, up to the last that there is. */
  readonly rows: readonly (readonly (Json | undefined)[])[];
  readonly fragments: ReadonlyMap<string, Fragment>;
  readonly fullWidth: boolean;
}

export function tableOf({ data, fragments = [] }: Block): Table {
  const view = asData(data.view);
  const definitions = asData(data.definition);
  const shown = Array.isArray(view.columns) ? view.columns.map(String) : [];
  const known = new Set(shown.filter((id) => Object.hasOwn(definitions, id)));
  const ids = [...known, ...Object.keys(definitions).filter((id) => !known.has(id))];
  const places = new Map(ids.map((id, i) => [id, i]));
  const records = Object.values(asData(data.records)).map(asData);
  return {
    view,
    columns: ids.map((id) => {
      const definition = asData(definitions[id]);
      return {
        id,
        title: String(definition.title ?? ""),
        definition,
        labels: labelsOf(definition),
        isShown: known.has(id),
      };
    }),
    rows: records
      .toSorted((a, b) => (String(a.orderIndex) < String(b.orderIndex) ? -1 : 1))
      .map((record) => {
        const cells: (Json | undefined)[] = [];
        for (const [id, value] of Object.entries(asData(record.values))) {
          const place = places.get(id);
          if (place !== undefined) cells[place] = value;
        }
        return cells;
      }),
    fragments: new Map(fragments.map((each) => [each.fragment, each])),
    fullWidth: data.fullWidth === true,
  };
}

/** What is an object, or nothing. */
export function asData(value: Json | undefined): Data {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Data) : {};
}

/** One value, or several. */
export function valuesIn(value: Json): string[] {
  return (Array.isArray(value) ? value : [value]).map(String);
}

function labelsOf({ options }: Data): ReadonlyMap<string, string> {
  const all = Array.isArray(options) ? options.map(asData) : [];
  return new Map(all.map(({ value, label }) => [String(value), String(label ?? value)]));
}
