import { scanLines } from "../../content/markdown/index.ts";

/** Converts the Markdown of Notion: callouts become hints, and the properties of a database row a list. */
export function normalizeNotionMarkdown(exported: string, isRow: boolean): string {
  const text = exported.replace(/\r\n?/g, "\n");
  return writeCallouts(isRow ? writeProperties(text) : text);
}

const property = /^([^\s:|#>*`[-][^:\n]{0,99}):(?: (.{0,10000}))?$/;

/** The properties are the lines `Name: value` after the title. */
function writeProperties(markdown: string): string {
  const [head = ""] = /^(?:#[^\n]*\n\s*)?/.exec(markdown) ?? [];
  const end = markdown.indexOf("\n\n", head.length);
  const block = markdown.slice(head.length, end < 0 ? undefined : end).trimEnd();
  const lines = block.split("\n");
  const properties = lines.map((line) => property.exec(line));
  if (lines.length > 200 || !properties.every((match) => match !== null)) return markdown;
  const items = properties.map(([, name = "", value = ""]) => `- **${name.trim()}:** ${value}`.trimEnd());
  return head + items.join("\n") + markdown.slice(head.length + block.length);
}

const callout = { open: '{% hint style="info" %}', close: "{% endhint %}" };
/** The built-in icons of callouts. */
const icon = /^\s*<img src="(?:https:\/\/www\.notion\.so)?\/icons\/[^<>]{0,1000}>\s*$/;

function writeCallouts(markdown: string): string {
  if (!markdown.includes("<aside>")) return markdown;
  const written: string[] = [];
  let open = 0;
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    const [, indent = "", rest] = isCode ? [] : (/^([ \t>]*)<aside>(.*)$/.exec(line) ?? []);
    let text = rest ?? line;
    if (rest !== undefined) {
      written.push(indent + callout.open);
      open++;
    }
    const isEnd = !isCode && open > 0 && text.trimEnd().endsWith("</aside>");
    if (isEnd) text = text.trimEnd().slice(0, -"</aside>".length);
    const isEmpty = text.trim() === "" && (isEnd || rest !== undefined);
    if (!isEmpty && !(open > 0 && icon.test(text))) written.push(text);
    if (isEnd) {
      written.push((/^[ \t>]*/.exec(line)?.[0] ?? "") + callout.close);
      open--;
    }
  }
  for (; open > 0; open--) written.push(callout.close);
  return `${written.join("\n")}\n`;
}
