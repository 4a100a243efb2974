import { type Element, elementsIn } from "../tree/index.ts";

export interface Cell {
  readonly element?: Element;
  readonly isHead: boolean;
  readonly align?: "center" | "right" | undefined;
}

const mostColumns = 200;
/** How many empty places merged cells may make: more than there are in any table that is read. */
const mostEmpty = 20_000;

/** The rows of a table. What is merged stands in the first of its places, and the others are empty. */
export function rowsOf(table: Element): Cell[][] {
  const spans = new Spans();
  return rowElements(table).map((row) => {
    const cells: Cell[] = [];
    for (const element of elementsIn(row)) {
      if (element.name !== "td" && element.name !== "th") continue;
      spans.skip(cells);
      const across = spanOf(element, "colspan");
      const below = spanOf(element, "rowspan") - 1;
      spans.take(cells, across, below, cellOf(element, row));
    }
    spans.skip(cells);
    return cells;
  });
}

/** The places that merged cells take further on. */
class Spans {
  /** How many more rows a column is taken in. */
  readonly #below: number[] = [];
  #left = mostEmpty;

  /** Goes on to the next place that is free. */
  skip(cells: Cell[]): void {
    for (let at = cells.length; (this.#below[at] ?? 0) > 0 && this.#left > 0; at = cells.length) {
      this.#below[at] = (this.#below[at] ?? 0) - 1;
      this.#left--;
      cells.push({ isHead: false });
    }
  }

  take(cells: Cell[], across: number, below: number, cell: Cell): void {
    for (let i = 0; i < across && (i === 0 || (this.#left > 0 && cells.length < mostColumns)); i++) {
      if (i > 0) this.#left--;
      this.#below[cells.length] = below;
      cells.push(i === 0 ? cell : { isHead: cell.isHead });
    }
  }
}

/** The rows, those of a head first; tables inside of cells have their own. */
function rowElements(table: Element): Element[] {
  return elementsIn(table).flatMap((part) => {
    if (part.name === "tr") return part;
    return /^(?:thead|tbody|tfoot)$/.test(part.name)
      ? elementsIn(part).filter(({ name }) => name === "tr")
      : [];
  });
}

function cellOf(element: Element, row: Element): Cell {
  const { attributes } = element;
  const [, styled] =
    /text-align:\s*(center|right)/i.exec((attributes.get("style") ?? "").slice(0, 500)) ?? [];
  const align = (attributes.get("align") ?? styled ?? "").toLowerCase();
  const isAligned = align === "center" || align === "right";
  return { element, isHead: isHead(element, row), align: isAligned ? align : undefined };
}

function isHead(element: Element, row: Element): boolean {
  return element.name === "th" || row.parent?.name === "thead";
}

function spanOf({ attributes }: Element, name: "colspan" | "rowspan"): number {
  const span = Number.parseInt(attributes.get(name) ?? "1", 10);
  if (name === "rowspan" && span === 0) return 1000;
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1;
}

/** Whether a table only places things: then they are read one after the other. */
export function isLayout(table: Element, rows: readonly (readonly Cell[])[]): boolean {
  const role = table.attributes.get("role");
  if (role === "presentation" || role === "none") return true;
  const widest = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  if (widest > mostColumns) return true;
  return widest <= 1 && !rows.some((cells) => cells.some((cell) => cell.isHead));
}
