import { emojiCharacter } from "../../src/content/document/model/emoji-names.ts";
import type { Block, BlockOf, Inline, Mark, Node } from "../../src/content/document/model/model.ts";
import { plainText } from "../../src/content/document/model/plain-text.ts";
import { destinationOf } from "../../src/content/document/model/references.ts";
import { resolveTable } from "../../src/content/document/model/table.ts";
import { blocksIn } from "../../src/content/document/model/tree.ts";
import { escapeHtml, htmlAttributes } from "../../src/content/markdown/syntax/html-syntax.ts";

/** Renders the blocks that CommonMark and GFM know as HTML, as the reference implementations do. */
export function renderHtml(blocks: readonly Block[]): string {
  const renderer = new Renderer();
  const body = renderer.blocks(blocks);
  return body + renderer.notes();
}

const elements: Partial<Record<Mark["type"], string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "del",
  code: "code",
};

class Renderer {
  readonly #notes: (readonly Block[])[] = [];

  blocks(nodes: readonly Node[]): string {
    return blocksIn(nodes)
      .map((block) => this.#block(block))
      .join("\n");
  }

  notes(): string {
    if (this.#notes.length === 0) return "";
    const items = this.#notes.map((body) => `<li>${this.blocks(body)}</li>`);
    return `<section class="footnotes"><ol>${items.join("")}</ol></section>`;
  }

  #block(block: Block): string {
    const { type, data, nodes = [] } = block;
    switch (type) {
      case "paragraph":
        return element("p", this.#inlines(nodes));
      case "heading-1":
      case "heading-2":
      case "heading-3":
        return element(`h${type.slice(-1)}`, this.#inlines(nodes));
      case "list-ordered":
        return element("ol", this.blocks(nodes), { start: data.start });
      case "list-unordered":
      case "list-tasks":
        return element("ul", this.blocks(nodes));
      case "list-item":
        return element("li", checkbox(data.checked) + this.blocks(nodes));
      case "blockquote":
        return element("blockquote", this.blocks(nodes));
      case "divider":
        return "<hr>";
      case "code": {
        const lines = blocksIn(nodes).map((line) => `${plainText(line.nodes ?? [])}\n`);
        const language = data.syntax === undefined ? undefined : `language-${data.syntax}`;
        return element("pre", element("code", escapeHtml(lines.join("")), { class: language }));
      }
      case "images":
        return element("p", blocksIn(nodes).map(image).join(""));
      case "table":
        return this.#table(block);
      default:
        return `<unknown>${type}</unknown>`;
    }
  }

  #table(block: BlockOf<"table">): string {
    const { columns, rows, fragments } = resolveTable(block);
    const cells = columns.map(({ title, header, definition }) => {
      const align = definition.type === "text" ? definition.textAlignment : "left";
      const head = header === undefined ? escapeHtml(title) : this.#inlines(header);
      return { head, attributes: { align: align === "left" ? undefined : align } };
    });
    const heads = cells.map(({ head, attributes }) => element("th", head, attributes));
    const body = rows.map((values) => {
      const written = cells.map(({ attributes }, i) => {
        const [paragraph] = fragments.get(String(values[i]))?.nodes ?? [];
        return element("td", this.#inlines(paragraph?.nodes ?? []), attributes);
      });
      return element("tr", written.join(""));
    });
    const rowGroup = body.length === 0 ? "" : element("tbody", body.join(""));
    return element("table", element("thead", element("tr", heads.join(""))) + rowGroup);
  }

  #inlines(nodes: readonly Node[]): string {
    return nodes
      .map((node) => {
        if (node.object === "inline") return this.#inline(node);
        if (node.object !== "text") return "";
        return node.leaves
          .map(({ text, marks }) =>
            marks.reduceRight(
              (inner, { type }) => element(elements[type] ?? type, inner),
              escapeHtml(text).replaceAll("\n", "<br>"),
            ),
          )
          .join("");
      })
      .join("");
  }

  #inline(node: Inline): string {
    const { type, data, nodes = [] } = node;
    switch (type) {
      case "link": {
        const attributes = { href: destinationOf(data.ref), title: data.title };
        return element("a", this.#inlines(nodes), attributes);
      }
      case "inline-image": {
        const src = destinationOf(data.ref);
        return `<img${htmlAttributes({ src, alt: data.alt ?? "", title: data.caption })}>`;
      }
      case "emoji":
        return emojiCharacter(data.code) ?? "";
      case "annotation": {
        const [body = []] = (node.fragments ?? []).map((fragment) => fragment.nodes);
        if (!this.#notes.includes(body)) this.#notes.push(body);
        return element("sup", String(this.#notes.indexOf(body) + 1), { class: "footnote-ref" });
      }
      default:
        return `<unknown>${type}</unknown>`;
    }
  }
}

function element(name: string, inner: string, attributes: Parameters<typeof htmlAttributes>[0] = {}): string {
  return `<${name}${htmlAttributes(attributes)}>${inner}</${name}>`;
}

function checkbox(checked: boolean | undefined): string {
  return checked === undefined
    ? ""
    : `<input type="checkbox"${htmlAttributes({ checked: checked || undefined })}>`;
}

function image({ data, fragments = [] }: Block): string {
  if (!("ref" in data)) return "";
  const title = plainText(fragments.flatMap(({ nodes }) => nodes)) || undefined;
  const alt = "alt" in data ? data.alt : undefined;
  return `<img${htmlAttributes({ src: destinationOf(data.ref), alt: alt ?? "", title })}>`;
}
