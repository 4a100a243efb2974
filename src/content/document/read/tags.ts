import type { Steps } from "../../../platform/index.ts";
import { tryParseExpression } from "../../expressions/index.ts";
import {
  attributeOf,
  flagOf,
  isIntegration,
  isTagElement,
  nonEmptyAttribute,
  optionalPairs,
  type RawBlock,
  type RawContainer,
  readHtmlTag,
  type Tag,
} from "../../markdown/syntax/index.ts";
import {
  asFileRef,
  type Block,
  block,
  expansions,
  fileRefOf,
  fragment,
  hintStyles,
  isEmptyParagraph,
  nonEmptyBlocks,
  paragraph,
  type RefOf,
  refOf,
  voidBlock,
} from "../model/index.ts";
import { lineCountOf } from "./code.ts";
import { literalParagraphs, type ReadContext } from "./context.ts";
import { htmlBlocks, startsWithBlockTag, withoutTextTags } from "./html-blocks.ts";
import { lengthOf } from "./images.ts";
import { readSingleUpdate, readUpdates } from "./updates.ts";

type OpenTag = Extract<RawContainer, { kind: "tag" }>;
type RawDetails = Extract<RawContainer, { kind: "details" }>;
type TagContainer = Extract<RawContainer, { kind: "tag" | "details" }>;

/** Reads a tag with content. If it is invalid, the opening and the end tag are read as text around the content. */
export function* readContainerTag(raw: TagContainer, context: ReadContext): Steps<Block[]> {
  if (raw.kind === "tag" && optionalPairs.test(raw.tag.name)) return yield* readOptionalPair(raw, context);
  let read: readonly Block[] | undefined;
  // Blocks are read once, also if the tag turns out to be invalid: nested tags would be read exponentially often.
  function* content(): Steps<readonly Block[]> {
    read ??= yield* readContent(raw, context);
    return read;
  }
  const blocks = raw.end === undefined ? undefined : yield* readPair(raw, content, context);
  if (blocks !== undefined) return [blocks].flat();
  const inside = (yield* content()).filter((block) => !isEmptyParagraph(block));
  return [...literalParagraphs(raw.source), ...inside, ...literalParagraphs(raw.end ?? "")];
}

/** Reads the blocks in a tag. Those in a tag that is written as an element may be HTML. */
function* readContent(raw: TagContainer, context: ReadContext): Steps<readonly Block[]> {
  if (!isTagElement(raw)) return yield* context.readNonEmpty(raw.children);
  const blocks: Block[] = [];
  for (const child of raw.children) {
    const source = child.kind === "paragraph" ? child.lines.join("\n") : "";
    if (startsWithBlockTag(source)) blocks.push(...htmlBlocks(source, context));
    else blocks.push(...(yield* context.readBlocks([child])));
    yield;
  }
  return nonEmptyBlocks(blocks);
}

function* readPair(
  raw: TagContainer,
  content: () => Steps<readonly Block[]>,
  context: ReadContext,
): Steps<Block | Block[] | undefined> {
  if (raw.kind === "details") return yield* readExpandable(raw, context);
  const { tag, children } = raw;
  const fullWidth = flagOf(tag, "fullWidth");
  switch (tag.name) {
    case "hint": {
      const style = hintStyles.find((style) => style === attributeOf(tag, "style")) ?? "info";
      return block("hint", { style, icon: nonEmptyAttribute(tag, "icon") }, yield* content());
    }
    case "if":
      return yield* readCondition(tag.argument, children, content, context);
    case "code":
      return readCode(tag, yield* content());
    case "prompt":
      return readPrompt(tag, yield* content());
    case "updates":
      return yield* readUpdates(tag, children, context);
    case "update":
      return yield* readSingleUpdate(raw, context);
    case "tabs":
      return block("tabs", { fullWidth }, yield* partsOf(children, "tab", tabOf, context));
    case "stepper":
      return block("stepper", {}, yield* partsOf(children, "step", stepOf, context));
    case "columns":
      return block("columns", { fullWidth }, yield* partsOf(children, "column", columnOf, context));
    default:
      return undefined;
  }
}

/** Reads a condition. One with `{% else %}` becomes two conditions, since the model has no alternatives. */
function* readCondition(
  expression: string,
  children: readonly RawBlock[],
  content: () => Steps<readonly Block[]>,
  context: ReadContext,
): Steps<Block | Block[] | undefined> {
  if (expression === "") return undefined;
  const elseIndex = children.findIndex(isElse);
  // An invalid expression could become a valid one between parentheses, and would show what it should hide.
  if (elseIndex < 0 || tryParseExpression(expression) === undefined)
    return block("if", { expression }, yield* content());
  return [
    block("if", { expression }, yield* context.readNonEmpty(children.slice(0, elseIndex))),
    block(
      "if",
      { expression: `!(${expression})` },
      yield* context.readNonEmpty(children.slice(elseIndex + 1)),
    ),
  ];
}

/** An unknown tag alone on its line is a paragraph. */
function isElse(raw: RawBlock): boolean {
  const [line = "", ...others] = raw.kind === "paragraph" ? raw.lines : [];
  return others.length === 0 && /^\{%-?[ \t]*else[ \t]*-?%\}[ \t]*$/.test(line);
}

function readCode(tag: Tag, blocks: readonly Block[]): Block | undefined {
  const [code, ...others] = blocks;
  if (code?.type !== "code" || others.length > 0) return undefined;
  const overflow = attributeOf(tag, "overflow");
  const lineCount = attributeOf(tag, "collapsedLineCount") ?? attributeOf(tag, "collapsedlinecount");
  const { data } = code;
  const options = {
    title: nonEmptyAttribute(tag, "title") ?? data.title,
    overflow: overflow === "wrap" || overflow === "scroll" ? overflow : data.overflow,
    lineNumbers: flagOf(tag, "lineNumbers") ?? data.lineNumbers,
    expandable: flagOf(tag, "expandable") ?? data.expandable,
    collapsedLineCount: lineCountOf(lineCount) ?? data.collapsedLineCount,
    fullWidth: flagOf(tag, "fullWidth") ?? data.fullWidth,
  };
  return block("code", { ...data, ...options }, code.nodes ?? []);
}

function readPrompt(tag: Tag, blocks: readonly Block[]): Block | undefined {
  const [code, ...others] = blocks;
  if (code?.type !== "code" || others.length > 0) return undefined;
  const data = {
    description: attributeOf(tag, "description") ?? "",
    icon: nonEmptyAttribute(tag, "icon"),
    openInAIProviders: flagOf(tag, "openInAIProviders"),
    defaultExpanded: expansions.find((expansion) => expansion === attributeOf(tag, "defaultExpanded")),
  };
  return block("prompt", data, [code]);
}

/** Builds a part of a block, such as a tab. Content outside the tags becomes a part without a tag. */
type BuildPart = (tag: Tag | undefined, blocks: readonly Block[]) => Block;

const tabOf: BuildPart = (tag, blocks) => {
  const data = {
    title: nonEmptyAttribute(tag, "title"),
    icon: nonEmptyAttribute(tag, "icon"),
    slug: nonEmptyAttribute(tag, "slug"),
  };
  return block("tabs-item", data, blocks);
};
const stepOf: BuildPart = (tag, blocks) =>
  block("stepper-step", { icon: nonEmptyAttribute(tag, "icon") }, blocks);
const columnOf: BuildPart = (tag, blocks) => {
  const align = nonEmptyAttribute(tag, "valign");
  const verticalAlignment = align === "top" || align === "middle" || align === "bottom" ? align : undefined;
  return block("column", { width: lengthOf(nonEmptyAttribute(tag, "width")), verticalAlignment }, blocks);
};

function* partsOf(
  children: readonly RawBlock[],
  name: string,
  build: BuildPart,
  context: ReadContext,
): Steps<Block[]> {
  const parts: Block[] = [];
  let outside: RawBlock[] = [];
  function* flush(): Steps<void> {
    const blocks = yield* context.readBlocks(outside);
    if (blocks.length > 0) parts.push(build(undefined, blocks));
    outside = [];
  }
  for (const child of children) {
    if (child.kind === "tag" && child.tag.name === name && child.end !== undefined) {
      yield* flush();
      parts.push(build(child.tag, yield* context.readNonEmpty(child.children)));
    } else outside.push(child);
  }
  yield* flush();
  return parts.length === 0 ? [build(undefined, [paragraph()])] : parts;
}

function* readExpandable({ source, children }: RawDetails, context: ReadContext): Steps<Block> {
  const at = children.findIndex((child) => child.kind === "element" && child.name === "summary");
  const summary = children[at];
  const title =
    summary?.kind === "element" ? summary.lines.join("\n").replace(/^<[^<>]*>|<[^<>]*>$/g, "") : "";
  const body = yield* context.readNonEmpty(children.filter((_, i) => i !== at));
  const defaultExpanded = readHtmlTag(source, 0)?.attributes.has("open") || undefined;
  return context.createExpandable(
    { defaultExpanded },
    context.readHtmlInlines(withoutTextTags(title.trim())),
    body,
  );
}

export function readVoidTag({ tag, source }: Extract<RawBlock, { kind: "void-tag" }>, context: ReadContext) {
  return readVoid(tag, []) ?? paragraph(context.readInlines(source));
}

/** Reads a tag that may contain a caption, or a link to the same target. Other content is placed after the block. */
function* readOptionalPair({ tag, source, end, children }: OpenTag, context: ReadContext): Steps<Block[]> {
  const content = yield* context.readBlocks(children);
  const hasCaption = end !== undefined && (tag.name === "embed" || tag.name === "file");
  const caption = hasCaption ? content.filter(({ type }) => type === "paragraph") : [];
  const voidNode = readVoid(tag, caption);
  if (voidNode === undefined)
    return [...literalParagraphs(source), ...content, ...literalParagraphs(end ?? "")];
  const others = content.filter(
    (block, i) => !caption.includes(block) && (hasCaption || i > 0 || !isSoleLink(block)),
  );
  return [voidNode, ...others];
}

function isSoleLink({ type, nodes = [] }: Block): boolean {
  const [first] = nodes;
  return type === "paragraph" && nodes.length === 1 && first?.object === "inline" && first.type === "link";
}

function readVoid(tag: Tag, caption: readonly Block[]): Block | undefined {
  if (isIntegration(tag.name)) return readIntegration(tag);
  const attribute = nonEmptyAttribute(tag, "caption");
  const text = attribute === undefined || caption.length > 0 ? caption : literalParagraphs(attribute);
  const fragments = text.length === 0 ? undefined : [fragment("caption", text)];
  const [url, src] = [attributeOf(tag, "url"), attributeOf(tag, "src")];
  switch (tag.name) {
    case "embed":
      return url ? voidBlock("embed", { url, fullWidth: flagOf(tag, "fullWidth") }, fragments) : undefined;
    case "file":
      return src ? voidBlock("file", { ref: asFileRef(src) }, fragments) : undefined;
    case "content-ref":
      return url ? voidBlock("content-ref", { ref: refOf(url) }) : undefined;
    case "include": {
      const path = /^"([^"]+)"$/.exec(tag.argument)?.[1];
      return path === undefined ? undefined : voidBlock("reusable-content", { ref: includedRef(path) });
    }
    default:
      return readOpenApi(tag);
  }
}

function includedRef(path: string): RefOf<"reusable-content"> {
  const ref = refOf(path);
  return ref.kind === "reusable-content" ? ref : { kind: "reusable-content", reusableContent: path };
}

function readOpenApi(tag: Tag): Block | undefined {
  const attribute = (name: string) => attributeOf(tag, name) ?? "";
  const [path, method] = [attribute("path"), attribute("method").toLowerCase()];
  if (tag.name === "openapi" || tag.name === "swagger") {
    if (attribute("src") === "") return undefined;
    const ref = fileRefOf(attribute("src"));
    const [expanded, fullWidth] = [flagOf(tag, "expanded"), flagOf(tag, "fullWidth")];
    return voidBlock("swagger", { path, method, ref, expanded, fullWidth });
  }
  const ref = { kind: "openapi", spec: attribute("spec") } as const;
  if (ref.spec === "") return undefined;
  if (tag.name === "openapi-operation") return voidBlock("openapi-operation", { path, method, ref });
  if (tag.name === "openapi-webhook")
    return voidBlock("openapi-webhook", { name: attribute("name"), method, ref });
  const schemas = splitNames(attribute("schemas"));
  const grouped = attributeOf(tag, "grouped");
  return voidBlock("openapi-schemas", {
    schemas,
    grouped: grouped === undefined ? undefined : grouped === "true",
    title: nonEmptyAttribute(tag, "title"),
    ref,
  });
}

/** Splits names at commas. A comma or a backslash in a name has a backslash before it. */
function splitNames(list: string): string[] {
  const names = Array.from(list.matchAll(/(?:\\[,\\]|[^,])+/g), ([name]) => name.trim());
  return names.filter((name) => name !== "").map((name) => name.replace(/\\([,\\])/g, "$1"));
}

function readIntegration({ name, attributes, argument }: Tag): Block | undefined {
  // Text that is not an attribute makes the tag invalid.
  if (attributes.size === 0 && argument !== "") return undefined;
  const [integration = "", block = ""] = name.slice(1).split("/");
  const { fullWidth, ...props } = Object.fromEntries(attributes);
  return voidBlock("integration", {
    integration,
    block,
    props,
    url: typeof props.url === "string" ? props.url : undefined,
    fullWidth: fullWidth === true || fullWidth === "true" ? true : undefined,
  });
}
