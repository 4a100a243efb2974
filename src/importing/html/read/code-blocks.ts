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

const lineClass = /^(?:line|token-line|code-?line|view-line|ec-line|codeLine_.*)$/;

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
        const isLine = isLineElement(child);
        if (isLine && hasEnded) {
          parts.push("\n");
          hasEnded = false;
        }
        const countBefore = parts.length;
        read(child);
        const hasBreak = parts.length > countBefore && parts.at(-1)?.endsWith("\n");
        if (isLine && !hasBreak && (parts.length > 0 || hasClassMatching(child, lineClass))) hasEnded = true;
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

function isLineElement(element: Element): boolean {
  if (blockElements.has(element.name) && !/^(?:td|th|tbody|table|pre)$/.test(element.name))
    return !hasClass(element, "code");
  return element.name === "span" && hasClassMatching(element, lineClass);
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
  const lines = text.replaceAll("\u00a0", " ").split("\n");
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(Math.max(first, 0), last + 1).join("\n");
}

const languageClass = /^(?:language|lang|highlight-source|highlight|brush)-([\w+#.-]{1,40})/i;
const nonLanguage =
  /^(?:text|txt|none|plain|plaintext|default|notranslate|nohighlight|source|unknown|undefined|auto|code|nocode|(?:en|de|fr|es|it|pt|nl|ja|ko|zh|ru|tr)(?:-.*)?)$/;

/** The language of code, from the attributes of the element, of nested code elements, or of its ancestors. */
function languageOf(pre: Element): string | undefined {
  // Some generators nest code elements.
  const inner = walk(pre)
    .take(6)
    .filter(({ name }) => name === "code" || name === "pre");
  const candidates = [pre, ...inner, ...ancestors(pre, maxDistance)];
  for (const element of candidates) {
    const language = languageFrom(element)
      ?.toLowerCase()
      .replace(/[^\w+#.-].*$/s, "");
    if (language) return nonLanguage.test(language) ? undefined : language.slice(0, 40);
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
  for (const name of classes) {
    const [, language] = languageClass.exec(name) ?? [];
    if (language !== undefined) return language;
  }
  // Some generators use the language itself as a class.
  const isMarked = classes.some((name) => name === "sourceCode" || name === "hljs");
  return isMarked
    ? classes.find((name) => /^[a-z][a-z0-9+#]{0,19}$/.test(name) && name !== "hljs")
    : undefined;
}

const wrapperClasses =
  /^(?:language-|lang-|highlight|expressive-code|frame$|literal-block-wrapper|listingblock|theme-code-block|nextra-code|sourceCode|code$)|(?:^|[-_/])code-?block/i;
const titleClasses =
  /^(?:codeBlockTitle|code-?block-?(?:title|caption|header|filename)|code-?title|codeHeader|file-?name|title$|header$)/i;
const lineNumbers =
  /^(?:linenos?|linenodiv|linenums|gutter|rouge-gutter|lnt|ln|line-?numbers?|line-numbers-rows|hljs-ln-numbers|codeLineNumber.*|react-syntax-highlighter-line-number)$/i;

/** The maximum distance between code and the ancestor that describes it. */
const maxDistance = 8;

export function findCodeTitles(content: Element): ReadonlyMap<Element, Element> {
  const titles = new Map<Element, Element>();
  let title: { readonly element: Element; readonly wrapper: Element } | undefined;
  for (const element of walk(content)) {
    if (element.name === "pre") {
      const { element: name, wrapper } = title ?? {};
      if (ancestors(element, 3).some(isCodeDecoration)) continue;
      if (name !== undefined && ancestors(element, maxDistance).some((ancestor) => ancestor === wrapper))
        titles.set(element, name);
      title = undefined;
    } else if (hasClassMatching(element, titleClasses) || isTitleLine(element)) {
      const wrapper = ancestors(element, maxDistance).find(isCodeWrapper);
      if (wrapper !== undefined) title ??= { element, wrapper };
    }
  }
  return titles;
}

function isCodeWrapper(element: Element): boolean {
  if (element.name !== "div" && element.name !== "figure") return false;
  return hasClassMatching(element, wrapperClasses) && !hasClassMatching(element, titleClasses);
}

/** Whether an element is a line of text directly in the wrapper of code. */
function isTitleLine(element: Element): boolean {
  const { name, parent } = element;
  if (parent === undefined || !/^(?:div|figcaption)$/.test(name) || !isCodeWrapper(parent)) return false;
  return !isCodeWrapper(element) && !containsBlocks(element) && titleText(element) !== "";
}

function containsBlocks(element: Element): boolean {
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

/** Whether an element of a code block is not code: line numbers, or the name of the language. */
export function isCodeDecoration(element: Element): boolean {
  const { name, parent } = element;
  if (name === "pre" || name === "code") return hasClass(element, "lineno", "linenos");
  if (hasClassMatching(element, lineNumbers)) return true;
  return name === "span" && hasClass(element, "lang") && parent !== undefined && isCodeWrapper(parent);
}
