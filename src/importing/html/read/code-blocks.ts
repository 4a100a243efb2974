import type { Code } from "mdast";
import {
  ancestors,
  blockElements,
  classesOf,
  type Element,
  hasClass,
  hasClassMatching,
  walk,
} from "../tree/index.ts";
import { isCodeDecoration, near, titleText } from "./code-titles.ts";

const lines = /^(?:line|token-line|code-?line|view-line|ec-line|codeLine_.*)$/;

/** Whether a table only aligns code with its line numbers. */
export function isCodeTable(table: Element): boolean {
  return hasClassMatching(
    table,
    /^(?:highlighttable|rouge-table|lntable|hljs-ln|code-table|processedcode)$/i,
  );
}

export function codeBlock(pre: Element, title: Element | undefined): Code | undefined {
  const text = codeText(pre);
  if (text.trim() === "") return undefined;
  const lang = languageOf(pre);
  const name = title && titleText(title);
  // Some generators show the language as the title.
  const hasTitle = name && name.toLowerCase() !== lang;
  return { type: "code", lang: lang ?? null, value: text, ...(hasTitle && { data: { title: name } }) };
}

/** The text of code. Some generators write an element for each line instead of line breaks. */
function codeText(pre: Element): string {
  const parts: string[] = [];
  /** Whether the element of a line has ended, and its line break is not written yet. */
  let hasEnded = false;
  const add = (text: string) => {
    if (text === "") return;
    if (hasEnded && !text.startsWith("\n")) parts.push("\n");
    hasEnded = false;
    parts.push(text);
  };
  const read = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === "string") add(child);
      else if (child.name === "br") add("\n");
      else if (!isSkipped(child)) {
        const isLine = isLineOf(child);
        if (isLine && hasEnded) {
          parts.push("\n");
          hasEnded = false;
        }
        const before = parts.length;
        read(child);
        const hasBreak = parts.length > before && parts.at(-1)?.endsWith("\n");
        if (isLine && !hasBreak && (parts.length > 0 || hasClassMatching(child, lines))) hasEnded = true;
      }
    }
  };
  read(pre);
  return withoutBlankEdges(
    parts
      .join("")
      .replace(/\r\n?/g, "\n")
      .replace(/[\u200b\ufeff]/g, ""),
  );
}

function isLineOf(element: Element): boolean {
  if (blockElements.has(element.name) && !/^(?:td|th|tbody|table|pre)$/.test(element.name))
    return !hasClass(element, "code");
  return element.name === "span" && hasClassMatching(element, lines);
}

function isSkipped(element: Element): boolean {
  if (/^(?:button|script|style|textarea|input)$/.test(element.name)) return true;
  return (
    isCodeDecoration(element) ||
    hasClass(element, "boring", "sr-only") ||
    hasClassMatching(element, /copy-?(?:btn|button)|clipboard/i)
  );
}

function withoutBlankEdges(text: string): string {
  const all = text.replaceAll("\u00a0", " ").split("\n");
  const first = all.findIndex((line) => line.trim() !== "");
  const last = all.findLastIndex((line) => line.trim() !== "");
  return all.slice(Math.max(first, 0), last + 1).join("\n");
}

const named = /^(?:language|lang|highlight-source|highlight|brush)-([\w+#.-]{1,40})/i;
const noLanguage =
  /^(?:text|txt|none|plain|plaintext|default|notranslate|nohighlight|source|unknown|undefined|auto|code|nocode|(?:en|de|fr|es|it|pt|nl|ja|ko|zh|ru|tr)(?:-.*)?)$/;

/** The language of code, from the attributes of the element, of those in it, or of its ancestors. */
function languageOf(pre: Element): string | undefined {
  // Some generators nest code elements.
  const inner = walk(pre)
    .take(6)
    .filter(({ name }) => name === "code" || name === "pre");
  const places = [pre, ...inner, ...ancestors(pre, near)];
  for (const element of places) {
    const found = languageFrom(element)
      ?.toLowerCase()
      .replace(/[^\w+#.-].*$/s, "");
    if (found) return noLanguage.test(found) ? undefined : found.slice(0, 40);
  }
  return undefined;
}

function languageFrom(element: Element): string | undefined {
  const { attributes } = element;
  const declared =
    attributes.get("data-language") ?? attributes.get("data-lang") ?? attributes.get("language");
  if (declared) return declared;
  const [, brush] =
    /brush:\s*([\w+#-]{1,40})/.exec(attributes.get("data-syntaxhighlighter-params") ?? "") ?? [];
  if (brush !== undefined) return brush;
  const classes = classesOf(element);
  for (const each of classes) {
    const [, language] = named.exec(each) ?? [];
    if (language !== undefined) return language;
  }
  // Some generators use the language itself as a class.
  const isMarked = classes.some((each) => each === "sourceCode" || each === "hljs");
  return isMarked
    ? classes.find((each) => /^[a-z][a-z0-9+#]{0,19}$/.test(each) && each !== "hljs")
    : undefined;
}
