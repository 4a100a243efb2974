import assert from "node:assert/strict";
import { headerName } from "../../src/content/document/model/build.ts";
import type { BlockOf, Fragment, Leaf, Node } from "../../src/content/document/model/model.ts";
import { readMarkdown } from "../../src/content/document/read/read-markdown.ts";
import type { Json } from "../../src/content/markdown/syntax/tag-syntax.ts";

const abbreviations: Readonly<Record<string, string>> = {
  paragraph: "p",
  "heading-1": "h1",
  "heading-2": "h2",
  "heading-3": "h3",
  "list-item": "item",
  "code-line": "line",
};

/** A document on one line: `h1 id=a("A") p("b " bold"c" link ref={url:u}("d"))`. */
export function outlineOf(nodes: readonly (Node | Fragment)[]): string {
  return nodes.map(outline).join(" ");
}

/** Asserts the outline of each source when it is read. */
export function assertRead(cases: readonly (readonly [source: string, outline: string])[]): void {
  for (const [source, expected] of cases) assert.equal(outlineOf(readMarkdown(source)), expected, source);
}

function outline(node: Node | Fragment): string {
  if (node.object === "text") return node.leaves.map(leafOutline).join(" ");
  if (node.object === "fragment") return `${node.type}: ${outlineOf(node.nodes)}`;
  const { type, data, nodes, fragments } = node;
  if (node.type === "table") return tableOutline(node);
  const head = [abbreviations[type] ?? type, ...pairsOf(data)].join(" ");
  const inside = nodes === undefined ? "" : `(${outlineOf(nodes)})`;
  return `${head}${inside}${fragments?.length ? ` {${fragments.map(outline).join("; ")}}` : ""}`;
}

function leafOutline({ text, marks }: Leaf): string {
  const names = marks.map((mark) =>
    mark.type === "color" ? `color(${mark.data.text}/${mark.data.background})` : mark.type,
  );
  return names.join("+") + JSON.stringify(text);
}

type Data = { readonly [key: string]: Json | undefined };

function pairsOf(data: object): string[] {
  return Object.entries(data as Data).map(([name, value]) => `${name}=${valueOutline(value ?? null)}`);
}

function valueOutline(value: Json): string {
  if (typeof value === "string") return /^[^\s"(){}]+$/.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (isList(value)) return `[${value.map(valueOutline).join(",")}]`;
  const { kind, ...others } = value;
  const rest = Object.entries(others).map(([name, field]) => `${name}:${valueOutline(field)}`);
  // Most references have a field with the name of their kind.
  return typeof kind !== "string" || kind in others ? `{${rest}}` : `{${[kind, ...rest]}}`;
}

/** Columns by their titles, then rows of cells, without ids. */
function tableOutline({ data, fragments = [] }: BlockOf<"table">): string {
  const { view, definition, records, ...others } = data as unknown as Data;
  const definitions = Object.entries(dataOf(definition)).map(
    ([id, column]) => ({ id, ...dataOf(column) }) as Data,
  );
  const withTitle = (value: Json) => {
    const column = definitions.find(({ id }) => id === value);
    return column === undefined ? value : String(column.title);
  };
  const viewData = Object.entries(dataOf(view)).map(([name, value]) => [
    name,
    isList(value) ? value.map(withTitle) : withTitle(value),
  ]);
  const columns = definitions.map(({ id, title, ...rest }) => {
    const header = fragments.find(({ fragment }) => fragment === headerName(String(id)));
    return [header === undefined ? `"${title}"` : outlineOf(header.nodes), ...pairsOf(rest)].join(" ");
  });
  const rows = Object.values(dataOf(records)).map((record) =>
    definitions
      .map(({ id }) => cellOutline(dataOf(dataOf(record).values)[String(id)], fragments))
      .join(" | "),
  );
  const head = ["table", ...pairsOf(Object.fromEntries(viewData)), ...pairsOf(others)].join(" ");
  return [head, ` [${columns.join(" | ")}]`, ...rows.map((row) => ` (${row})`)].join("");
}

function cellOutline(value: Json | undefined, fragments: readonly Fragment[]): string {
  if (value === undefined) return "-";
  const cell = fragments.find(({ fragment }) => fragment === value);
  return cell === undefined ? valueOutline(value) : outlineOf(cell.nodes);
}

function dataOf(value: Json | undefined): { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !isList(value) ? value : {};
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
