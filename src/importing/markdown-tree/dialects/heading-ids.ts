import { scanLines } from "../../../content/markdown/index.ts";

/** The text with the anchors of headings as we write them: `## Words {#id}` has its own behind it. */
export function withHeadingIds(markdown: string): string {
  if (!/\{:?[ \t]?#/.test(markdown)) return markdown;
  const written = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
    const at = isCode || !/^ {0,3}#{1,6}[ \t]/.test(line) ? -1 : line.lastIndexOf("{");
    const [, id] =
      at < 0
        ? []
        : (/^\{:?[ \t]?#([^\s{}"'<>]{1,100})[ \t]?\}[ \t]*#*$/.exec(line.slice(at).trimEnd()) ?? []);
    return id === undefined ? line : `${line.slice(0, at).trimEnd()} <a href="#${id}" id="${id}"></a>`;
  });
  return written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}
