import { isHeadingAnchor, isScreenReaderText } from "../page/index.ts";
import { ancestors, type Element, hasClass, hasClassMatching, innerText, walk } from "../tree/index.ts";

const wrapperClasses =
  /^(?:language-|lang-|highlight|expressive-code|frame$|literal-block-wrapper|listingblock|theme-code-block|nextra-code|sourceCode|code$)|(?:^|[-_/])code-?block/i;
const titleClasses =
  /^(?:codeBlockTitle|code-?block-?(?:title|caption|header|filename)|code-?title|codeHeader|file-?name|title$|header$)/i;
const lineNumbers =
  /^(?:linenos?|linenodiv|linenums|gutter|rouge-gutter|lnt|ln|line-?numbers?|line-numbers-rows|hljs-ln-numbers|codeLineNumber.*|react-syntax-highlighter-line-number)$/i;

/** The maximum distance between code and the ancestor that describes it. */
export const near = 8;

/** Finds the title of each code block, such as the name of a file. */
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

/** The text of a title, without buttons. */
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
