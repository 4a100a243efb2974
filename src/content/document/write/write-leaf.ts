import {
  escapeQuotes,
  htmlAttributes,
  isKnownTag,
  type Json,
  oneLine,
  readTag,
  writeTag,
} from "../../markdown/syntax/index.ts";
import {
  type Block,
  type BlockData,
  type BlockOf,
  blocksIn,
  type ContentRef,
  destinationOf,
  fallbackLabel,
  plainText,
} from "../model/index.ts";
import type { WriteContext } from "./context.ts";
import { escapeLabel, escapeLiteral, writeLink } from "./escape.ts";
import { codeLineHtml } from "./write-inlines.ts";

export function writeVoid({ type, data, fragments = [] }: Block, context: WriteContext): string {
  const caption = context.blocks(fragments.find(({ fragment }) => fragment === "caption")?.nodes ?? []);
  switch (type) {
    case "drawing":
      return `<img${htmlAttributes({ src: destinationOf(data.ref), alt: "", class: "gitbook-drawing" })}>`;
    case "file":
      return writeWithContent("file", { src: destinationOf(data.ref) }, caption);
    case "embed":
      return writeWithContent("embed", { url: data.url, fullWidth: data.fullWidth }, caption);
    case "content-ref":
      return writeWithContent("content-ref", { url: destinationOf(data.ref) }, linkTo(data.ref));
    case "reusable-content":
      return `{% include "${destinationOf(data.ref).replace(/["\n]/g, "")}" %}`;
    case "swagger": {
      const { ref, path, method, expanded, fullWidth } = data;
      return writeWithContent(
        "openapi",
        { src: destinationOf(ref), path, method, expanded, fullWidth },
        linkTo(ref),
      );
    }
    case "openapi-operation":
      return writeTag(type, { spec: data.ref.spec, path: data.path, method: data.method });
    case "openapi-webhook":
      return writeTag(type, { spec: data.ref.spec, name: data.name, method: data.method });
    case "openapi-schemas":
      return writeTag(type, {
        spec: data.ref.spec,
        schemas: data.schemas.map((name) => name.replace(/[,\\]/g, "\\$&")).join(","),
        grouped: data.grouped,
        title: data.title,
      });
    case "integration":
      return writeIntegration(data);
    default:
      return "";
  }
}

function writeWithContent(name: string, attributes: Parameters<typeof writeTag>[1], content: string): string {
  const tag = writeTag(name, attributes);
  return content === "" ? tag : `${tag}\n${content}\n{% end${name} %}`;
}

/** A link for other Markdown tools. Lectern's reader ignores it. */
function linkTo(ref: ContentRef): string {
  return writeLink(escapeLabel(fallbackLabel(ref)), destinationOf(ref));
}

/** Strings are quoted and may have several lines. Other values are JSON. */
function writeIntegration({ integration, block, props, url, fullWidth }: BlockData["integration"]): string {
  const values = Object.entries<Json>({ ...props, ...(url !== undefined && !("url" in props) && { url }) });
  const attributes = values.map(
    ([key, value]) =>
      ` ${key}=${typeof value === "string" ? `"${escapeQuotes(value)}"` : JSON.stringify(value)}`,
  );
  return `{% @${integration}/${block}${attributes.join("")}${fullWidth ? ' fullWidth="true"' : ""} %}`;
}

export function isUnknownTag(text: string): boolean {
  if (!text.startsWith("{%") || text.includes("\n")) return false;
  const tag = readTag(text, 0);
  if (tag === undefined || tag.end !== text.length) return false;
  return !isKnownTag(tag) && !isKnownTag({ name: tag.name.replace(/^end/, "") });
}

/** Writes code with fences, and as HTML if it has highlighted lines or inline nodes. */
export function writeCode(node: BlockOf<"code">, context: WriteContext): string {
  const lines = blocksIn(node.nodes);
  if (lines.some((line) => isHighlighted(line) || line.nodes?.some(({ object }) => object === "inline")))
    return writePre(node, context);
  const { syntax, title, overflow, lineNumbers, expandable, collapsedLineCount, fullWidth } = node.data;
  const text = lines.map((line) => plainText(line.nodes ?? [])).join("\n");
  const info = escapeLiteral(oneLine(`${syntax ?? ""} ${node.data.info ?? ""}`).trim());
  const fence = fenceFor(text, info.includes("`") ? "~" : "`");
  const opening = fence + (info.startsWith("~") ? " " : "") + info;
  const code = [opening, ...(text === "" ? [] : [text]), fence].join("\n");
  const options = { title, overflow, lineNumbers, expandable, collapsedLineCount, fullWidth };
  if (Object.values(options).every((value) => value === undefined)) return code;
  return [writeTag("code", options), code, "{% endcode %}"].join("\n");
}

function fenceFor(text: string, character: "`" | "~"): string {
  const runs = text.match(character === "~" ? /~+/g : /`+/g) ?? [];
  return character.repeat(runs.reduce((max, run) => Math.max(max, run.length), 2) + 1);
}

function isHighlighted(line: Block): boolean {
  return line.type === "code-line" && line.data.highlighted === true;
}

export function writePre(node: BlockOf<"code">, { notes }: WriteContext): string {
  const { syntax, title, overflow, lineNumbers, expandable, collapsedLineCount, fullWidth } = node.data;
  const language = syntax?.replace(/\s/g, "");
  const attributes = htmlAttributes({
    class: language === undefined ? undefined : `language-${language}`,
    "data-title": title,
    "data-overflow": overflow,
    "data-line-numbers": lineNumbers,
    "data-expandable": expandable,
    "data-collapsed-line-count": collapsedLineCount,
    "data-full-width": fullWidth,
  });
  const inner = language === undefined ? "" : htmlAttributes({ class: `lang-${language}` });
  const lines = blocksIn(node.nodes).map((line) => {
    const text = codeLineHtml(line.nodes ?? [], notes);
    return isHighlighted(line) ? `<strong>${text}\n</strong>` : `${text}\n`;
  });
  // The reader ignores a line break after the tag.
  const first = lines[0] === "\n" ? "\n" : "";
  return `<pre${attributes}><code${inner}>${first}${lines.join("")}</code></pre>`;
}
