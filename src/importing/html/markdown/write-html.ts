import type { List, Nodes, PhrasingContent } from "mdast";
import { escapeHtml, htmlAttributes, oneLine } from "../../../content/document/index.ts";
import { noteAnchor } from "../../../content/document/read/index.ts";
import { escapeHtmlText, keepEdges } from "../../../content/document/write/index.ts";
import type { Block, Figure, RichCell, RichTable } from "./nodes.ts";

/** Phrasing content as HTML, for places where Markdown is not read. */
export function htmlPhrasing(nodes: readonly PhrasingContent[]): string {
  return nodes.map(phrasingHtml).join("");
}

export function htmlFormula(formula: string): string {
  return `<span class="math">${escapeHtmlText(oneLine(formula))}</span>`;
}

function phrasingHtml(node: PhrasingContent): string {
  switch (node.type) {
    case "text":
      return escapeHtmlText(oneLine(node.value));
    case "strong":
      return `<strong>${htmlPhrasing(node.children)}</strong>`;
    case "emphasis":
      return `<em>${htmlPhrasing(node.children)}</em>`;
    case "delete":
      return `<del>${htmlPhrasing(node.children)}</del>`;
    case "marked":
      return `<${node.name}>${htmlPhrasing(node.children)}</${node.name}>`;
    case "inlineCode":
      return `<code>${escapeHtmlText(oneLine(node.value))}</code>`;
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
      return `<a data-footnote-ref href="#${noteAnchor}${node.identifier}">${node.identifier}</a>`;
    default:
      return "";
  }
}

/** A table with blocks in its cells. The first row is the header if all of its cells are header cells. */
export function htmlTable({ rows }: RichTable): string {
  const [first, ...others] = rows;
  const hasHead = first?.every(({ isHead }) => isHead) === true;
  const head =
    first !== undefined && hasHead ? `<thead><tr>${first.map(headHtml).join("")}</tr></thead>` : "";
  const body = (hasHead ? others : rows).map(
    (cells) => `<tr>${cells.map((cell) => `<td>${cellHtml(cell.children)}</td>`).join("")}</tr>`,
  );
  return `<table${htmlAttributes({ "data-header-hidden": hasHead ? undefined : true })}>${head}<tbody>${body.join("")}</tbody></table>`;
}

function headHtml({ align, children }: RichCell): string {
  return `<th${htmlAttributes({ align })}>${keepEdges(children.map(blockWords).join(" ").trim())}</th>`;
}

/** The content of a cell or list item: a single paragraph without its element. */
function cellHtml(blocks: readonly Block[]): string {
  const [only, ...others] = blocks;
  if (only?.type === "paragraph" && others.length === 0) return keepEdges(htmlPhrasing(only.children));
  return blocksHtml(blocks);
}

function blocksHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join("");
}

/** A block inside of a cell. Blocks that a cell cannot hold are replaced by their content. */
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
      return node.rows.flatMap((cells) => cells.flatMap(({ children }) => children.map(blockHtml))).join("");
    case "table":
      return node.children.map((row) => `<p>${blockWords(row)}</p>`).join("");
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

/** The text of a block, where only phrasing content is allowed. */
function blockWords(node: Nodes): string {
  switch (node.type) {
    case "paragraph":
    case "heading":
    case "tableCell":
      return htmlPhrasing(node.children);
    case "figure":
      return `${imageHtml(node)} ${htmlPhrasing(node.caption)}`;
    case "details":
      return `${htmlPhrasing(node.summary)} ${node.children.map(blockWords).join(" ")}`;
    case "tab":
      return `${escapeHtmlText(node.title)} ${node.children.map(blockWords).join(" ")}`;
    case "embed":
      return linkHtml(node.url);
    case "richTable":
      return node.rows
        .flatMap((cells) => cells.flatMap(({ children }) => children.map(blockWords)))
        .join(" ");
    default:
      if ("children" in node) return node.children.map(blockWords).join(" ");
      return "value" in node ? escapeHtmlText(oneLine(node.value)) : "";
  }
}

function imageHtml({ url, alt }: Figure): string {
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
