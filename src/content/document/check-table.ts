import { badInput } from "../../platform/index.ts";
import { type Json, oneLine } from "../markdown/syntax/index.ts";
import * as check from "./check-values.ts";
import {
  asData,
  atLeastOne,
  type Block,
  type BlockType,
  type Fragment,
  fragment,
  inCells,
  requireInCell,
  voidBlock,
} from "./model/index.ts";

const columnTypes = [
  "text",
  "number",
  "checkbox",
  "files",
  "users",
  "rating",
  "select",
  "content-ref",
  "image",
] as const;

/** More would not fit into a document, even if they were empty. */
const mostCells = 1_000_000;

/** Checks one block, which must be of one of these types. */
type CheckBlock = (value: unknown, path: string, types: readonly BlockType[]) => Block;

/** Checks a table: its columns, its rows, and what is in the cells. */
export function checkTable(node: Record<string, unknown>, path: string, checkBlock: CheckBlock): Block {
  const at = `${path}.data`;
  const data = check.object(node.data, at);
  const definition = mapValues(data.definition, `${at}.definition`, checkDefinition);
  if (Object.keys(definition).length === 0) throw badInput(`${at}.definition`, "must have a column");
  const view = checkView(data.view, `${at}.view`, definition);
  const records = mapValues(data.records ?? {}, `${at}.records`, (record, place) =>
    checkRecord(record, place, definition),
  );
  if (Object.keys(definition).length * Object.keys(records).length > mostCells)
    throw badInput(`${at}.records`, `must not make more than ${mostCells} cells`);
  const fragments = check.array(node.fragments ?? [], `${path}.fragments`);
  return voidBlock(
    "table",
    {
      view,
      records,
      definition,
      fullWidth: check.optional(check.onlyTrue)(data.fullWidth, `${at}.fullWidth`),
    },
    fragments.map((each, i) => checkCell(each, `${path}.fragments[${i}]`, checkBlock)),
  );
}

function mapValues(
  value: unknown,
  path: string,
  checkOne: (value: unknown, path: string, key: string) => Json,
): Record<string, Json> {
  const entries = Object.entries(check.object(value, path));
  return Object.fromEntries(entries.map(([key, each]) => [key, checkOne(each, `${path}.${key}`, key)]));
}

function checkDefinition(value: unknown, path: string, id: string): Json {
  const column = check.object(value, path);
  const type = check.word(columnTypes)(column.type ?? "text", `${path}.type`);
  const base = {
    id,
    title: oneLine(check.string(column.title ?? "", `${path}.title`)),
    type,
  };
  const isMultiple = check.flag(column.multiple ?? false, `${path}.multiple`) ?? false;
  if (type === "rating") return { ...base, max: check.number(column.max ?? 5, `${path}.max`) ?? 5 };
  if (type === "users") return { ...base, multiple: isMultiple };
  if (type === "select")
    return { ...base, multiple: isMultiple, options: checkOptions(column.options, `${path}.options`) };
  if (type !== "text") return base;
  const vertical = check.optional(check.word(["top", "middle", "bottom"]))(
    column.verticalAlignment,
    `${path}.verticalAlignment`,
  );
  return {
    ...base,
    textAlignment: check.word(["left", "center", "right"])(
      column.textAlignment ?? "left",
      `${path}.textAlignment`,
    ),
    ...(vertical !== undefined && { verticalAlignment: vertical }),
  };
}

function checkOptions(value: unknown, path: string): Json {
  return check.array(value ?? [], path).map((each, i) => {
    const option = check.object(each, `${path}[${i}]`);
    const text = (name: string, fallback?: string) =>
      check.string(option[name] ?? fallback, `${path}[${i}].${name}`);
    return { value: text("value"), label: text("label"), color: text("color", "default") };
  });
}

function checkView(value: unknown, path: string, definition: Definition): Json {
  const view = check.object(value, path);
  const type = check.word(["grid", "cards"])(view.type, `${path}.type`);
  const column = (id: unknown, at: string): string => {
    if (typeof id !== "string" || !Object.hasOwn(definition, id))
      throw badInput(at, "must be the id of a column");
    return id;
  };
  const columns = check
    .array(view.columns, `${path}.columns`)
    .map((id, i) => column(id, `${path}.columns[${i}]`));
  if (type === "grid") {
    const widths = mapValues(
      view.columnWidths ?? {},
      `${path}.columnWidths`,
      (width, at) => check.number(width, at) ?? 0,
    );
    const hideHeader = check.flag(view.hideHeader ?? false, `${path}.hideHeader`) ?? false;
    return { type, columns, ...(Object.keys(widths).length > 0 && { columnWidths: widths }), hideHeader };
  }
  const roles = ["targetDefinition", "coverDefinition", "coverDefinitionDark"].flatMap((role) => {
    const id = check.optional(column)(view[role], `${path}.${role}`);
    return id === undefined ? [] : [[role, id] as const];
  });
  const hidesTitles = check.optional(check.onlyTrue)(view.hideColumnTitle, `${path}.hideColumnTitle`);
  return {
    type,
    cardSize: check.word(["medium", "large"])(view.cardSize ?? "medium", `${path}.cardSize`),
    columns,
    ...Object.fromEntries(roles),
    ...(hidesTitles !== undefined && { hideColumnTitle: hidesTitles }),
  };
}

type Definition = Readonly<Record<string, Json>>;

function checkRecord(value: unknown, path: string, definition: Definition): Json {
  const { orderIndex, values } = check.object(value, path);
  return {
    orderIndex: check.string(orderIndex, `${path}.orderIndex`),
    values: mapValues(values ?? {}, `${path}.values`, (each, at, column) =>
      checkValue(each, at, Object.hasOwn(definition, column) ? asData(definition[column]).type : undefined),
    ),
  };
}

function checkValue(value: unknown, path: string, columnType: Json | undefined): Json {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return value as Json;
  if (Array.isArray(value)) {
    if (columnType === "content-ref" || columnType === "image") throw badInput(path, "must be one reference");
    return value.map((each, i) => check.string(each, `${path}[${i}]`));
  }
  return check.reference()(value, path) ?? null;
}

function checkCell(value: unknown, path: string, checkBlock: CheckBlock): Fragment {
  const cell = check.object(value, path);
  const nodes = check.array(cell.nodes, `${path}.nodes`);
  const blocks = nodes.map((node, i) => checkBlock(node, `${path}.nodes[${i}]`, inCells));
  for (const [i, block] of blocks.entries()) requireInCell(block, `${path}.nodes[${i}]`);
  return fragment("table-cell", atLeastOne(blocks), check.string(cell.fragment, `${path}.fragment`));
}
