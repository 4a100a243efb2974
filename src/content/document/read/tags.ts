import {
  attributeOf,
  flagOf,
  isIntegration,
  optionalPairs,
  type RawBlock,
  type RawContainer,
  type Tag,
} from "../../markdown/syntax/index.ts";
import {
  asFileRef,
  type Block,
  block,
  type ContentRef,
  fileRefOf,
  fragment,
  hintStyles,
  nonEmptyBlocks,
  paragraph,
  refOf,
  voidBlock,
} from "../model/index.ts";
import { lengthOf } from "./images.ts";
import { literalParagraphs, type ReadContext } from "./reading.ts";

type OpenTag = Extract<RawContainer, { kind: "tag" }>;
type TagContainer = Extract<RawContainer, { kind: "tag" | "details" }>;

/** What stands between a tag and its end. A tag that makes no sense is shown, with what is in it behind it. */
export function readContainerTag(raw: TagContainer, reading: ReadContext): Block[] {
  if (raw.kind === "tag" && optionalPairs.test(raw.tag.name)) return readWithInside(raw, reading);
  const found = raw.end === undefined ? undefined : readPair(raw, reading);
  if (found !== undefined) return [found];
  const blocks = reading.blocks(raw.children);
  const end = raw.end === undefined ? [] : literalParagraphs(raw.end);
  return [...literalParagraphs(raw.source), ...blocks, ...end];
}

function readPair(raw: TagContainer, reading: ReadContext): Block | undefined {
  if (raw.kind === "details") return readExpandable(raw.children, reading);
  const { tag, children } = raw;
  const inside = () => reading.blocks(children);
  switch (tag.name) {
    case "hint": {
      const style = hintStyles.find((known) => known === attributeOf(tag, "style")) ?? "info";
      return block("hint", { style, icon: filledAttribute(tag, "icon") }, nonEmptyBlocks(inside()));
    }
    case "if":
      return tag.argument === ""
        ? undefined
        : block("if", { expression: tag.argument }, nonEmptyBlocks(inside()));
    case "code":
      return readCode(tag, inside());
    case "tabs":
      return block("tabs", { fullWidth: flagOf(tag, "fullWidth") }, partsOf(children, "tab", tabOf, reading));
    case "stepper":
      return block("stepper", {}, partsOf(children, "step", stepOf, reading));
    case "columns":
      return block(
        "columns",
        { fullWidth: flagOf(tag, "fullWidth") },
        partsOf(children, "column", columnOf, reading),
      );
    default:
      return undefined;
  }
}

/** The options of a code block stand around it. */
function readCode(tag: Tag, blocks: readonly Block[]): Block | undefined {
  const [code, ...others] = blocks;
  if (code?.type !== "code" || others.length > 0) return undefined;
  const overflow = attributeOf(tag, "overflow");
  const { data } = code;
  return block(
    "code",
    {
      ...data,
      title: filledAttribute(tag, "title") ?? data.title,
      overflow: overflow === "wrap" || overflow === "scroll" ? overflow : data.overflow,
      lineNumbers: flagOf(tag, "lineNumbers") ?? data.lineNumbers,
      fullWidth: flagOf(tag, "fullWidth") ?? data.fullWidth,
    },
    code.nodes ?? [],
  );
}

type Part = (tag: Tag | undefined, blocks: readonly Block[]) => Block;

/** An attribute that says something. */
function filledAttribute(tag: Tag | undefined, name: string): string | undefined {
  return (tag && attributeOf(tag, name)) || undefined;
}

const tabOf: Part = (tag, blocks) => {
  const data = { title: filledAttribute(tag, "title"), icon: filledAttribute(tag, "icon") };
  return block("tabs-item", data, blocks);
};
const stepOf: Part = (tag, blocks) => block("stepper-step", { icon: filledAttribute(tag, "icon") }, blocks);
const columnOf: Part = (tag, blocks) => {
  const align = tag && attributeOf(tag, "valign");
  const verticalAlignment = align === "top" || align === "middle" || align === "bottom" ? align : undefined;
  return block("column", { width: lengthOf(tag && attributeOf(tag, "width")), verticalAlignment }, blocks);
};

/** The parts of a block that has nothing else in it. What stands between them is a part without a name. */
function partsOf(children: readonly RawBlock[], name: string, make: Part, reading: ReadContext): Block[] {
  const parts: Block[] = [];
  let loose: RawBlock[] = [];
  const flush = () => {
    const blocks = reading.blocks(loose);
    if (blocks.length > 0) parts.push(make(undefined, blocks));
    loose = [];
  };
  for (const child of children) {
    if (child.kind === "tag" && child.tag.name === name && child.end !== undefined) {
      flush();
      parts.push(make(child.tag, nonEmptyBlocks(reading.blocks(child.children))));
    } else loose.push(child);
  }
  flush();
  return parts.length === 0 ? [make(undefined, [paragraph()])] : parts;
}

function readExpandable(children: readonly RawBlock[], reading: ReadContext): Block {
  const at = children.findIndex((child) => child.kind === "element" && child.name === "summary");
  const summary = children[at];
  const words =
    summary?.kind === "element" ? summary.lines.join("\n").replace(/^<[^<>]*>|<[^<>]*>$/g, "") : "";
  const body = reading.blocks(children.filter((_, i) => i !== at));
  return voidBlock("expandable", {}, [
    fragment("expandable-title", [paragraph(reading.htmlInlines(words))]),
    fragment("expandable-body", nonEmptyBlocks(body)),
  ]);
}

/** A tag without anything inside. */
export function readVoidTag(
  { tag, source }: Extract<RawBlock, { kind: "void-tag" }>,
  reading: ReadContext,
): Block[] {
  const found = readVoid(tag, []);
  return found === undefined ? [paragraph(reading.inlines(source))] : [found];
}

/**
 * What is inside is a caption, where the block can have one; elsewhere a link may only repeat where the block leads.
 * All else follows the block.
 */
function readWithInside({ tag, source, end, children }: OpenTag, reading: ReadContext): Block[] {
  const inside = reading.blocks(children);
  const hasCaption = end !== undefined && (tag.name === "embed" || tag.name === "file");
  const caption = hasCaption ? inside.filter(({ type }) => type === "paragraph") : [];
  const found = readVoid(tag, caption);
  if (found === undefined) return [...literalParagraphs(source), ...inside, ...literalParagraphs(end ?? "")];
  const others = inside.filter(
    (block, i) => !caption.includes(block) && (hasCaption || i > 0 || !isLinkAlone(block)),
  );
  return [found, ...others];
}

function isLinkAlone({ type, nodes = [] }: Block): boolean {
  const [only, ...others] = nodes;
  return type === "paragraph" && others.length === 0 && only?.object === "inline" && only.type === "link";
}

function readVoid(tag: Tag, caption: readonly Block[]): Block | undefined {
  const { name } = tag;
  if (isIntegration(name)) return readIntegration(tag);
  const fragments = caption.length === 0 ? undefined : [fragment("caption", caption)];
  const fullWidth = flagOf(tag, "fullWidth");
  switch (name) {
    case "embed": {
      const url = attributeOf(tag, "url");
      return (url && voidBlock("embed", { url, fullWidth }, fragments)) || undefined;
    }
    case "file": {
      const src = attributeOf(tag, "src");
      return (src && voidBlock("file", { ref: asFileRef(src) }, fragments)) || undefined;
    }
    case "content-ref": {
      const url = attributeOf(tag, "url");
      return url ? voidBlock("content-ref", { ref: refOf(url) }) : undefined;
    }
    case "include": {
      const address = /^"([^"]+)"$/.exec(tag.argument)?.[1];
      return address === undefined ? undefined : voidBlock("reusable-content", { ref: includedRef(address) });
    }
    default:
      return readOpenApi(tag, fullWidth);
  }
}

function includedRef(address: string): Extract<ContentRef, { kind: "reusable-content" }> {
  const ref = refOf(address);
  return ref.kind === "reusable-content" ? ref : { kind: "reusable-content", reusableContent: address };
}

function readOpenApi(tag: Tag, fullWidth: true | undefined): Block | undefined {
  const word = (name: string) => attributeOf(tag, name) ?? "";
  const pointer = { path: word("path"), method: word("method").toLowerCase() };
  const ref = { kind: "openapi", spec: word("spec") } as const;
  switch (tag.name) {
    case "openapi":
    case "swagger": {
      if (word("src") === "") return undefined;
      const data = {
        ...pointer,
        ref: fileRefOf(word("src")),
        expanded: flagOf(tag, "expanded"),
        fullWidth,
      };
      return voidBlock("swagger", data);
    }
    case "openapi-operation":
      return ref.spec === "" ? undefined : voidBlock("openapi-operation", { ...pointer, ref });
    case "openapi-webhook":
      if (ref.spec === "") return undefined;
      return voidBlock("openapi-webhook", { name: word("name"), method: pointer.method, ref });
    default: {
      const schemas = word("schemas")
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== "");
      if (ref.spec === "") return undefined;
      const grouped = attributeOf(tag, "grouped");
      return voidBlock("openapi-schemas", {
        schemas,
        grouped: grouped === undefined ? undefined : grouped === "true",
        ref,
      });
    }
  }
}

function readIntegration({ name, attributes, argument }: Tag): Block | undefined {
  // Other words than attributes are a mistake.
  if (attributes.size === 0 && argument !== "") return undefined;
  const [integration = "", part = ""] = name.slice(1).split("/");
  const { fullWidth, ...props } = Object.fromEntries(attributes);
  const url = typeof props.url === "string" ? props.url : undefined;
  return voidBlock("integration", {
    integration,
    block: part,
    props,
    url,
    fullWidth: fullWidth === true || fullWidth === "true" ? true : undefined,
  });
}
