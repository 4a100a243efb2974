import type { List, Nodes, PhrasingContent } from "mdast";
import { escapeHtml, htmlAttributes, oneLine } from "../../../content/document/index.ts";
import { footnoteAnchorPrefix } from "../../../content/document/read/index.ts";
import { encodeEdgeSpaces, escapeHtmlText } from "../../../content/document/write/index.ts";
import type { Block, Figure, RichCell, RichTable } from "./nodes.ts";

/** Phrasing content as HTML, for contexts in which Markdown is not parsed. */
export function htmlPhrasing(nodes: readonly PhrasingContent[]): string {
  return nodes.map(phrasingHtml).join("");
}

export function htmlFormula(formula: string): string {
  return `<span class="math">${lineHtml(formula)}</span>`;
}

const elementNames = { strong: "strong", emphasis: "em", delete: "del" } as const;

function phrasingHtml(node: PhrasingContent): string {
  switch (node.type) {
    case "text":
      return lineHtml(node.value);
    case "strong":
    case "emphasis":
    case "delete":
    case "marked": {
      const name = node.type === "marked" ? node.name : elementNames[node.type];
      return `<${name}>${htmlPhrasing(node.children)}</${name}>`;
    }
    case "inlineCode":
      return `<code>${lineHtml(node.value)}</code>`;
    case "break":
      return "<br>";
    case "link": {
      const attributes = htmlAttributes({ href: node.url, title: node.title ?? undefined });
      return `<a${attributes}>${htmlPhrasing(node.children)}</a>`;
    }
    case "image":
      return `<img${htmlAttributes({ src: node.url, alt: node.alt ?? "", title: node.title ?? undefined })}>`;
    case "formula":
      return htmlFormula(node.value);
    case "footnoteReference":
      return `<a data-footnote-ref href="#${footnoteAnchorPrefix}${node.identifier}">${node.identifier}</a>`;
    default:
      return "";
  }
}

function lineHtml(text: string): string {
  return escapeHtmlText(oneLine(text));
}

/** A table with blocks in its cells. The first row is the header if all of its cells are header cells. */
export function htmlTable({ rows }: RichTable): string {
  const hasHead = rows[0]?.every(({ isHead }) => isHead) === true;
  const rowHtml = (cells: readonly RichCell[], i: number): string =>
    `<tr>${cells.map(hasHead && i === 0 ? headHtml : ({ children }) => `<td>${cellHtml(children)}</td>`).join("")}</tr>`;
  const [head = "", ...body] = rows.map(rowHtml);
  return hasHead
    ? `<table><thead>${head}</thead><tbody>${body.join("")}</tbody></table>`
    : `<table data-header-hidden><tbody>${head}${body.join("")}</tbody></table>`;
}

function headHtml({ align, children }: RichCell): string {
  return `<th${htmlAttributes({ align })}>${encodeEdgeSpaces(inlineHtml(children).trim())}</th>`;
}

/** The content of a cell or list item: a single paragraph without its element. */
function cellHtml(blocks: readonly Block[]): string {
  const [only, ...others] = blocks;
  if (only?.type === "paragraph" && others.length === 0) return encodeEdgeSpaces(htmlPhrasing(only.children));
  return blocksHtml(blocks);
}

function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join("");
}

/** A block in a cell. Blocks that are not allowed in a cell are replaced with their content. */
function blockHtml(node: Block): string {
  switch (node.type) {
    case "paragraph":
      return `<p>${htmlPhrasing(node.children)}</p>`;
    case "heading":
      return `<h${node.depth}>${htmlPhrasing(node.children)}</h${node.depth}>`;
    case "list":
      return listHtml(node);
    case "blockquote":
    case "hint":
      return `<blockquote>${blocksHtml(node.children)}</blockquote>`;
    case "thematicBreak":
      return "<hr>";
    case "code":
      return codeHtml(node.value, node.lang ?? undefined);
    case "figure":
      return `<p>${imageHtml(node)}</p><p>${htmlPhrasing(node.caption)}</p>`;
    case "formulaBlock":
      return `<p>${htmlFormula(node.value)}</p>`;
    case "embed":
      return `<p>${linkHtml(node.url)}</p>`;
    case "details":
      return titled(htmlPhrasing(node.summary), node.children);
    case "tabs":
      return node.children.map(({ title, children }) => titled(escapeHtmlText(title), children)).join("");
    case "columns":
      return node.children.map(({ children }) => blocksHtml(children)).join("");
    case "richTable":
      return blocksHtml(node.rows.flat().flatMap(({ children }) => children));
    case "table":
      return node.children.map((row) => `<p>${inlineBlockHtml(row)}</p>`).join("");
    default:
      return "";
  }
}

function titled(title: string, blocks: readonly Block[]): string {
  return `<p><strong>${title}</strong></p>${blocksHtml(blocks)}`;
}

function listHtml({ ordered, start, children }: List): string {
  const name = ordered ? "ol" : "ul";
  const items = children.map(({ checked, children: blocks }) => {
    const box = typeof checked === "boolean" ? String(checked) : undefined;
    return `<li${htmlAttributes({ "data-checked": box })}>${cellHtml(blocks)}</li>`;
  });
  const first = ordered && start !== 1 ? (start ?? undefined) : undefined;
  return `<${name}${htmlAttributes({ start: first })}>${items.join("")}</${name}>`;
}

function inlineHtml(nodes: readonly Nodes[]): string {
  return nodes.map(inlineBlockHtml).join(" ");
}

/** A block as inline HTML, where only phrasing content is allowed. */
function inlineBlockHtml(node: Nodes): string {
  switch (node.type) {
    case "paragraph":
    case "heading":
    case "tableCell":
      return htmlPhrasing(node.children);
    case "figure":
      return `${imageHtml(node)} ${htmlPhrasing(node.caption)}`;
    case "details":
      return `${htmlPhrasing(node.summary)} ${inlineHtml(node.children)}`;
    case "tab":
      return `${escapeHtmlText(node.title)} ${inlineHtml(node.children)}`;
    case "embed":
      return linkHtml(node.url);
    case "richTable":
      return inlineHtml(node.rows.flat().flatMap(({ children }) => children));
    default:
      if ("children" in node) return inlineHtml(node.children);
      return "value" in node ? lineHtml(node.value) : "";
  }
}

export function imageHtml({ url, alt }: Figure): string {
  return `<img${htmlAttributes({ src: url, alt })}>`;
}

function linkHtml(url: string): string {
  return `<a${htmlAttributes({ href: url })}>${escapeHtmlText(url)}</a>`;
}

function codeHtml(code: string, lang: string | undefined): string {
  const outer = htmlAttributes({ class: lang === undefined ? undefined : `language-${lang}` });
  const inner = htmlAttributes({ class: lang === undefined ? undefined : `lang-${lang}` });
  return `<pre${outer}><code${inner}>${escapeHtml(code)}\n</code></pre>`;
}
