import { scanLines } from "../../../content/markdown/index.ts";

const tag = /<(\/?)(Tabs|TabItem)(?=[\s>])([^<>]{0,500})>/g;

/** Converts MDX to Markdown: removes imports, exports and comments, and converts tabs. */
export function convertMdx(markdown: string): string {
  return convertTabs(withoutComments(withoutModules(markdown)));
}

/** Removes imports and exports at the start. */
function withoutModules(markdown: string): string {
  let at = 0;
  for (;;) {
    const isComment = markdown.startsWith("{/*", at);
    const isModule = /^(?:import|export)[ {*"']/.test(markdown.slice(at, at + 7));
    const blank = /(?:[ \t]*\r?\n)+/y;
    blank.lastIndex = at;
    if (isComment || isModule) {
      // Imports and exports end with a blank line.
      const end = isComment ? markdown.indexOf("*/}", at) + 3 : endOfBlock(markdown, at);
      if (end < at + 3) break;
      at = end;
    } else if (blank.test(markdown)) at = blank.lastIndex;
    else break;
  }
  return markdown.slice(at);
}

function endOfBlock(markdown: string, at: number): number {
  const end = /\n[ \t]*\r?\n/g;
  end.lastIndex = at;
  const found = end.exec(markdown);
  return found === null ? markdown.length : found.index + 1;
}

function withoutComments(markdown: string): string {
  if (!markdown.includes("{/*")) return markdown;
  let isOpen = false;
  const written: string[] = [];
  for (const { text: line, isCode } of scanLines(markdown, { indentedCode: false })) {
    let [plain, rest] = ["", line];
    while (rest !== "" && (isOpen || !isCode)) {
      const at = rest.indexOf(isOpen ? "*/}" : "{/*");
      if (!isOpen) plain += at < 0 ? rest : rest.slice(0, at);
      rest = at < 0 ? "" : rest.slice(at + 3);
      if (at >= 0) isOpen = !isOpen;
    }
    plain += rest;
    if (plain.trim() !== "" || line.trim() === "") written.push(plain);
  }
  // An unclosed comment is text.
  return isOpen ? markdown : written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

/** Converts tabs, unless a tag is incomplete. */
function convertTabs(markdown: string): string {
  const open = [...markdown.matchAll(/<Tabs[\s>]/g)].length;
  const items = [...markdown.matchAll(/<TabItem[\s>]/g)].length;
  const isWhole = (name: string, count: number) => markdown.split(`</${name}>`).length - 1 === count;
  if (open === 0 || !isWhole("Tabs", open) || !isWhole("TabItem", items)) return markdown;
  if ([...markdown.matchAll(tag)].length !== 2 * (open + items)) return markdown;
  /** The indentation of open tab items, which would make their content a code block. */
  const indents: number[] = [];
  const written = Array.from(scanLines(markdown, { indentedCode: false }), ({ text: line, isCode }) => {
    const [space = ""] = /^[ \t]*/.exec(line) ?? [];
    const plain = line.slice(Math.min(space.length, indents.at(-1) ?? 0));
    if (isCode || !/^\s*<\/?Tab/.test(line)) return plain;
    const text = line.trim().replace(tag, (_, slash: string, name: string, attributes: string) => {
      if (slash === "" && name === "TabItem") indents.push(space.length + 2);
      if (slash !== "" && name === "TabItem") indents.pop();
      const title = name === "TabItem" && slash === "" ? ` title="${titleIn(attributes)}"` : "";
      return `\n{% ${slash === "" ? "" : "end"}${name === "Tabs" ? "tabs" : "tab"}${title} %}\n`;
    });
    return text.replace(/\n{2,}/g, "\n").trim();
  });
  return written.join("\n") + (markdown.endsWith("\n") ? "\n" : "");
}

function titleIn(attributes: string): string {
  const attribute = (name: string) => new RegExp(`\\b${name}=\\{?["']([^"']*)["']`).exec(attributes)?.[1];
  return attribute("label") ?? attribute("value") ?? "Tab";
}
