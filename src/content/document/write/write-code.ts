import { htmlAttributes, oneLine, writeTag } from "../../markdown/syntax/index.ts";
import { type Block, type BlockOf, blocksIn, plainText } from "../model/index.ts";
import { escapeLiteral } from "./escape.ts";
import type { WriteContext } from "./notes.ts";
import { codeLineHtml } from "./write-inlines.ts";

/** Code between fences, with its options around it; as HTML where there is more in it than text. */
export function writeCode(node: BlockOf<"code">, writing: WriteContext): string {
  const lines = blocksIn(node.nodes);
  if (lines.some((line) => isHighlighted(line) || line.nodes?.some(({ object }) => object === "inline")))
    return writePre(node, writing);
  const { syntax, title, overflow, lineNumbers, fullWidth } = node.data;
  const text = lines.map((line) => plainText(line.nodes ?? [])).join("\n");
  const info = escapeLiteral(oneLine(`${syntax ?? ""} ${node.data.info ?? ""}`).trim());
  const fence = fenceFor(text, info.includes("`") ? "~" : "`");
  const code = [fence + (info.startsWith("~") ? " " : "") + info, ...(text === "" ? [] : [text]), fence].join(
    "\n",
  );
  const options = {
    title,
    overflow,
    lineNumbers: lineNumbers ? "true" : undefined,
    fullWidth: fullWidth ? "true" : undefined,
  };
  if (Object.values(options).every((value) => value === undefined)) return code;
  return [writeTag("code", options), code, "{% endcode %}"].join("\n");
}

/** Longer than every run of the same character in the code. */
function fenceFor(text: string, character: "`" | "~"): string {
  const runs = text.match(character === "~" ? /~+/g : /`+/g) ?? [];
  return character.repeat(runs.reduce((most, run) => Math.max(most, run.length), 2) + 1);
}

function isHighlighted(line: Block): boolean {
  return line.type === "code-line" && line.data.highlighted === true;
}

/** Code as HTML, with its notes, expressions and highlighted lines. */
export function writePre(node: BlockOf<"code">, { notes }: WriteContext): string {
  const { syntax, title, overflow, lineNumbers, fullWidth } = node.data;
  const attributes = htmlAttributes({
    class: syntax === undefined ? undefined : `language-${syntax.replace(/\s/g, "")}`,
    "data-title": title,
    "data-overflow": overflow,
    "data-line-numbers": lineNumbers,
    "data-full-width": fullWidth,
  });
  const inner = syntax === undefined ? "" : htmlAttributes({ class: `lang-${syntax.replace(/\s/g, "")}` });
  const lines = blocksIn(node.nodes).map((line) => {
    const text = codeLineHtml(line.nodes ?? [], notes);
    return isHighlighted(line) ? `<strong>${text}\n</strong>` : `${text}\n`;
  });
  // A line break right behind the tag is not part of the code.
  const first = lines[0] === "\n" ? "\n" : "";
  return `<pre${attributes}><code${inner}>${first}${lines.join("")}</code></pre>`;
}
