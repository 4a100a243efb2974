import { badInput, type Steps, words } from "../../platform/index.ts";
import { oneLine } from "../markdown/syntax/index.ts";
import {
  type Block,
  type BlockOf,
  type BlockType,
  type CellValue,
  type ColumnDefinition,
  cellBlockTypes,
  definedFields,
  type Fragment,
  fields,
  fragment,
  isAllowedInCell,
  nonEmptyBlocks,
  objectFits,
  type TableRecord,
  type TableView,
  voidBlock,
} from "./model/index.ts";

const columnTypes = words("text number checkbox files users rating select content-ref image");

/** A table with more cells would exceed the size limit of a document even if all were empty. */
const maxCells = 1_000_000;

type CheckBlocks = (values: readonly unknown[], path: string, types: BlockType[]) => Steps<Block[]>;

/** Checks the columns, the rows and the cells of a table. `checkBlocks` accepts blocks of the given types. */
export function* checkTable(
  node: Record<string, unknown>,
  path: string,
  checkBlocks: CheckBlocks,
): Steps<BlockOf<"table">> {
  const dataPath = `${path}.data`;
  const data = fields.object(node.data, dataPath);
  const definition = mapValues(data.definition, `${dataPath}.definition`, checkDefinition);
  if (Object.keys(definition).length === 0) throw badInput(`${dataPath}.definition`, "must contain a column");
  const view = checkView(data.view, `${dataPath}.view`, definition);
  const records = mapValues(data.records ?? {}, `${dataPath}.records`, (record, recordPath) =>
    checkRecord(record, recordPath, definition),
  );
  if (Object.keys(definition).length * Object.keys(records).length > maxCells)
    throw badInput(`${dataPath}.records`, `must not result in more than ${maxCells} cells`);
  const cells = fields.array(node.fragments ?? [], `${path}.fragments`);
  const fullWidth = fields.flag(data.fullWidth, `${dataPath}.fullWidth`);
  const search = fields.optional(fields.boolean)(data.search, `${dataPath}.search`);
  const fragments: Fragment[] = [];
  for (const [i, cell] of cells.entries())
    fragments.push(yield* checkCell(cell, `${path}.fragments[${i}]`, checkBlocks));
  return voidBlock("table", { view, records, definition, fullWidth, search }, fragments);
}

function mapValues<T>(value: unknown, path: string, check: (value: unknown, path: string, key: string) => T) {
  const entries = Object.entries(fields.object(value, path));
  return Object.fromEntries(entries.map(([key, inner]) => [key, check(inner, `${path}.${key}`, key)]));
}

function checkDefinition(value: unknown, path: string, id: string): ColumnDefinition {
  const column = fields.object(value, path);
  const type = fields.oneOf(columnTypes)(column.type ?? "text", `${path}.type`);
  const base = { id, title: oneLine(fields.string(column.title ?? "", `${path}.title`)) };
  const multiple = fields.boolean(column.multiple ?? false, `${path}.multiple`);
  if (type === "rating") return { ...base, type, max: fields.number(column.max ?? 5, `${path}.max`) };
  if (type === "users") return { ...base, type, multiple };
  if (type === "select")
    return { ...base, type, multiple, options: checkOptions(column.options, `${path}.options`) };
  if (type !== "text") return { ...base, type };
  const vertical = fields.optional(fields.oneOf(["top", "middle", "bottom"]));
  const verticalAlignment = vertical(column.verticalAlignment, `${path}.verticalAlignment`);
  const textAlignment = fields.oneOf(["left", "center", "right"])(
    column.textAlignment ?? "left",
    `${path}.textAlignment`,
  );
  return definedFields({ ...base, type, textAlignment, verticalAlignment });
}

function checkOptions(value: unknown, path: string) {
  return fields.array(value ?? [], path).map((item, i) => {
    const option = fields.object(item, `${path}[${i}]`);
    const text = (name: string, fallback?: string) =>
      oneLine(fields.nonEmptyString(option[name] ?? fallback, `${path}[${i}].${name}`));
    return { value: text("value"), label: text("label"), color: text("color", "default") };
  });
}

type Definitions = Readonly<Record<string, ColumnDefinition>>;

function checkView(value: unknown, path: string, definition: Definitions): TableView {
  const view = fields.object(value, path);
  const type = fields.oneOf(["grid", "cards"])(view.type, `${path}.type`);
  const column = (id: unknown, idPath: string): string => {
    if (typeof id !== "string" || !Object.hasOwn(definition, id))
      throw badInput(idPath, "must be the id of a column");
    return id;
  };
  const columns = fields
    .array(view.columns, `${path}.columns`)
    .map((id, i) => column(id, `${path}.columns[${i}]`));
  if (type === "grid") {
    const widths = mapValues(view.columnWidths ?? {}, `${path}.columnWidths`, fields.number);
    const columnWidths = Object.keys(widths).length > 0 ? widths : undefined;
    const hideHeader = fields.boolean(view.hideHeader ?? false, `${path}.hideHeader`);
    return definedFields({ type, columns, columnWidths, hideHeader });
  }
  const optionalColumn = (role: string) => fields.optional(column)(view[role], `${path}.${role}`);
  return definedFields({
    type,
    cardSize: fields.oneOf(["medium", "large"])(view.cardSize ?? "medium", `${path}.cardSize`),
    columns,
    targetDefinition: optionalColumn("targetDefinition"),
    coverDefinition: optionalColumn("coverDefinition"),
    coverDefinitionDark: optionalColumn("coverDefinitionDark"),
    hideColumnTitle: fields.flag(view.hideColumnTitle, `${path}.hideColumnTitle`),
  });
}

function checkRecord(value: unknown, path: string, definition: Definitions): TableRecord {
  const { orderIndex, values } = fields.object(value, path);
  return {
    orderIndex: fields.string(orderIndex, `${path}.orderIndex`),
    values: mapValues(values ?? {}, `${path}.values`, (cellValue, cellPath, column) =>
      checkValue(cellValue, cellPath, Object.hasOwn(definition, column) ? definition[column] : undefined),
    ),
  };
}

function checkValue(value: unknown, path: string, column: ColumnDefinition | undefined): CellValue {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (Array.isArray(value)) {
    if (column?.type === "content-ref" || column?.type === "image")
      throw badInput(path, "must be a single reference");
    return value.map((item, i) => fields.string(item, `${path}[${i}]`));
  }
  const image = fields.object(value, path);
  return "ref" in image && column?.type === "image"
    ? checkImage(image, path)
    : fields.reference()(value, path);
}

function checkImage(image: Record<string, unknown>, path: string): CellValue {
  const ref = fields.reference("file", "url")(image.ref, `${path}.ref`);
  const objectFit = fields.optional(fields.oneOf(objectFits))(image.objectFit, `${path}.objectFit`);
  const alt = fields.text(image.alt, `${path}.alt`);
  const isPlain = objectFit === undefined && alt === undefined;
  return isPlain ? ref : definedFields({ ref, objectFit, alt: alt && oneLine(alt) });
}

function* checkCell(value: unknown, path: string, checkBlocks: CheckBlocks): Steps<Fragment> {
  const cell = fields.object(value, path);
  const nodes = fields.array(cell.nodes, `${path}.nodes`);
  const blocks = yield* checkBlocks(nodes, `${path}.nodes`, cellBlockTypes);
  for (const [i, block] of blocks.entries())
    if (!isAllowedInCell(block))
      throw badInput(
        `${path}.nodes[${i}]`,
        "is not allowed in a table cell, or contains a block that is not",
      );
  return fragment("table-cell", nonEmptyBlocks(blocks), fields.string(cell.fragment, `${path}.fragment`));
}
