import type { Code } from "mdast";
import { isHeadingAnchor, isScreenReaderText } from "../page/index.ts";
import {
  ancestors,
  blockElements,
  classesOf,
  type Element,
  hasClass,
  hasClassMatching,
  innerText,
  walk,
} from "../tree/index.ts";

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
  const candidates = [pre, ...inner, ...ancestors(pre, near)];
  for (const element of candidates) {
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

const wrapperClasses =
  /^(?:language-|lang-|highlight|expressive-code|frame$|literal-block-wrapper|listingblock|theme-code-block|nextra-code|sourceCode|code$)|(?:^|[-_/])code-?block/i;
const titleClasses =
  /^(?:codeBlockTitle|code-?block-?(?:title|caption|header|filename)|code-?title|codeHeader|file-?name|title$|header$)/i;
const lineNumbers =
  /^(?:linenos?|linenodiv|linenums|gutter|rouge-gutter|lnt|ln|line-?numbers?|line-numbers-rows|hljs-ln-numbers|codeLineNumber.*|react-syntax-highlighter-line-number)$/i;

/** The maximum distance between code and the ancestor that describes it. */
const near = 8;

export function findCodeTitles(content: Element): ReadonlyMap<Element, Element> {
  const found = new Map<Element, Element>();
  let title: { readonly element: Element; readonly wrapper: Element } | undefined;
  for (const element of walk(content)) {
    if (element.name === "pre") {
      const { element: name, wrapper } = title ?? {};
      if (ancestors(element, 3).some(isCodeDecoration)) continue;
      if (name !== undefined && ancestors(element, near).some((each) => each === wrapper))
        found.set(element, name);
      title = undefined;
    } else if (hasClassMatching(element, titleClasses) || isTitleLine(element)) {
      const wrapper = ancestors(element, near).find(isCodeWrapper);
      if (wrapper !== undefined) title ??= { element, wrapper };
    }
  }
  return found;
}

function isCodeWrapper(element: Element): boolean {
  if (element.name !== "div" && element.name !== "figure") return false;
  return hasClassMatching(element, wrapperClasses) && !hasClassMatching(element, titleClasses);
}

/** Whether an element is a line of text directly in the wrapper of code. */
function isTitleLine(element: Element): boolean {
  const { name, parent } = element;
  if (parent === undefined || !/^(?:div|figcaption)$/.test(name) || !isCodeWrapper(parent)) return false;
  return !isCodeWrapper(element) && !holdsCode(element) && titleText(element) !== "";
}

function holdsCode(element: Element): boolean {
  return walk(element)
    .take(50)
    .some(({ name }) => /^(?:pre|code|p|h[1-6]|ul|ol|table)$/.test(name));
}

export function titleText(title: Element): string {
  const skip = (element: Element) =>
    element.name === "button" ||
    isScreenReaderText(element) ||
    (element.name === "a" && isHeadingAnchor(element));
  return innerText(title, { maxLength: 200, skip });
}

/** Whether an element is not part of the code: line numbers, the name of the language. */
export function isCodeDecoration(element: Element): boolean {
  const { name, parent } = element;
  if (name === "pre" || name === "code") return hasClass(element, "lineno", "linenos");
  if (hasClassMatching(element, lineNumbers)) return true;
  return name === "span" && hasClass(element, "lang") && parent !== undefined && isCodeWrapper(parent);
}
