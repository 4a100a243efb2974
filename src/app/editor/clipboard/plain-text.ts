import type { Fragment, Node } from "prosemirror-model";
import { Slice } from "prosemirror-model";
import { schema } from "../model/schema.ts";

/** Content as text for other programs: headings, lists and code are marked as in Markdown. */
export function plainTextOf(content: Fragment): string {
  return content.content
    .map((node) => textOf(node))
    .filter((text) => text !== "")
    .join("\n\n");
}

const headings: Readonly<Record<string, string>> = { heading_1: "# ", heading_2: "## ", heading_3: "### " };

function textOf(node: Node): string {
  const { name } = node.type;
  if (node.isText) return node.text ?? "";
  if (node.inlineContent) return `${headings[name] ?? ""}${inlineText(node)}`;
  if (name === "code_block") return `\`\`\`${node.attrs.data.syntax ?? ""}\n${linesOf(node)}\n\`\`\``;
  if (name === "divider") return "---";
  if (name === "math") return `$$\n${node.attrs.data.formula}\n$$`;
  if (name === "embed") return [node.attrs.data.url, plainTextOf(node.content)].filter(Boolean).join("\n\n");
  if (name.startsWith("list_") && name !== "list_item") return itemsOf(node);
  if (name === "table") return node.children.map((row) => row.children.map(cellText).join("\t")).join("\n");
  if (name === "blockquote") return prefixed(plainTextOf(node.content), "> ", "> ");
  return plainTextOf(node.content);
}

function linesOf({ children }: Node): string {
  return children.map(({ textContent }) => textContent).join("\n");
}

function cellText({ content, inlineContent, textContent }: Node): string {
  return (inlineContent ? textContent : plainTextOf(content)).replaceAll(/\s+/g, " ");
}

function inlineText({ children }: Node): string {
  return children
    .map(
      ({ text, attrs }) => text ?? attrs.data?.formula ?? attrs.data?.expression ?? emojiOf(attrs.data?.code),
    )
    .join("");
}

function emojiOf(code: unknown): string {
  if (typeof code !== "string") return "";
  return String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16)));
}

function itemsOf(list: Node): string {
  const start: number = list.attrs.data.start ?? 1;
  return list.children
    .map((item, i) => {
      const box = item.attrs.data.checked === true ? "[x] " : "[ ] ";
      const bullet =
        list.type.name === "list_ordered"
          ? `${start + i}. `
          : `- ${list.type.name === "list_tasks" ? box : ""}`;
      return prefixed(plainTextOf(item.content), bullet, "  ");
    })
    .join("\n");
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, i) => (line === "" && i > 0 ? "" : (i === 0 ? first : others) + line))
    .join("\n");
}

/** Text as paragraphs, which empty lines separate. One paragraph continues the text that it is put into. */
export function paragraphsOf(text: string): Slice {
  const parts = text
    .replaceAll(/\r\n?/g, "\n")
    .split(/\n{2,}/)
    .filter((part) => part !== "");
  const nodes = parts.map((part) => schema.node("paragraph", null, schema.text(part)));
  return new Slice(
    schema.node("doc", null, nodes.length > 0 ? nodes : [schema.node("paragraph")]).content,
    1,
    1,
  );
}

/** Text as lines of code. */
export function codeLinesOf(text: string): Slice {
  const lines = text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => schema.node("code_line", null, line === "" ? [] : [schema.text(line)]));
  return new Slice(schema.node("code_block", null, lines).content, 1, 1);
}
