import {
  type Change,
  childElements,
  createCheckbox,
  createElement,
  type Element,
  hasClass,
  hasClassMatching,
  type Node,
  removed,
  rewriteTree,
} from "../html/tree/index.ts";
import { changeCode, joinCodeLines } from "./code-lines.ts";
import { changeListParagraph, changeWebList, isMarker, isPictureOfCheckbox } from "./office-lists.ts";
import { styleOf } from "./styles.ts";

/** Replaces what office programs and websites write for text with the elements that HTML has for it. */
export function cleanTree(document: Element): Element {
  return rewriteTree(document, (element) => {
    if (isDecoration(element)) return removed;
    return changes
      .values()
      .map((change) => change(element))
      .find((change) => change !== undefined);
  });
}

/** The first that applies decides. */
const changes: readonly ((element: Element) => Change | undefined)[] = [
  changeListParagraph,
  changeWebList,
  changeHeading,
  changeQuote,
  changeItem,
  changePanel,
  changeNote,
  changeFont,
  changeLink,
  changeCell,
  changeCode,
  joinCodeLines,
];

/** Elements that only have a function in the program or on the website where the text was copied. */
function isDecoration(element: Element): boolean {
  const { name } = element;
  if (name === "clipboard-copy" || isMarker(element) || isPictureOfCheckbox(element)) return true;
  if (name === "sup" && hasClass(element, "reference")) return true;
  if (name === "a" && hasClass(element, "msocomanchor")) return true;
  if (/(?:^|;)mso-element:\s*comment/i.test(styleOf(element))) return true;
  return hasClassMatching(
    element,
    /^(?:mw-editsection|mw-cite-backlink|zeroclipboard-container|msocomtxt|ak-editor-panel__icon|expand-control-icon|aui-icon|Apple-interchange-newline)$/,
  );
}

/** Headings that are paragraphs with a role or with the style of a title. */
function changeHeading(element: Element): Change | undefined {
  if (!/^(?:p|div)$/.test(element.name)) return undefined;
  if (hasClass(element, "MsoTitle")) return { name: "h1", attributes: {} };
  const [, level] = /^([1-6])$/.exec(element.attributes.get("aria-level") ?? "") ?? [];
  if (element.attributes.get("role") !== "heading" || level === undefined) return undefined;
  return { name: `h${level}`, attributes: {} };
}

function changeQuote(element: Element): Change | undefined {
  if (element.name !== "p" || !hasClass(element, "MsoQuote", "MsoIntenseQuote")) return undefined;
  const quoted = createElement("p", {}, element.children);
  return { nodes: [createElement("blockquote", {}, [quoted])] };
}

/** Items of checklists: of Google Docs, and of Confluence. */
function changeItem(element: Element): Change | undefined {
  const { name, attributes, children } = element;
  if (name !== "li") return undefined;
  const isCheckbox = attributes.get("role") === "checkbox";
  if (!isCheckbox && !attributes.has("data-inline-task-id")) return undefined;
  const isChecked = isCheckbox ? attributes.get("aria-checked") === "true" : hasClass(element, "checked");
  return { attributes: {}, children: [createCheckbox(isChecked), ...children] };
}

/** The panels of Confluence, by their type. */
const panelClasses = new Map(
  Object.entries({ note: "note", success: "success", warning: "warning", error: "danger" }),
);

function changePanel({ name, attributes }: Element): Change | undefined {
  const type = attributes.get("data-panel-type");
  if (name !== "div" || type === undefined) return undefined;
  return { attributes: { class: `alert ${panelClasses.get(type) ?? "info"}` } };
}

/** Footnotes of Word: their references, and the element around their texts. */
function changeNote(element: Element): Change | undefined {
  const { name, attributes, children } = element;
  if (name === "div" && /(?:^|;)mso-element:\s*(?:footnote|endnote)-list/i.test(styleOf(element)))
    return { attributes: { class: "footnotes" } };
  const href = attributes.get("href") ?? "";
  const isReference = name === "a" && /^#_(?:ftn|edn)\d{1,6}$/.test(href);
  if (!isReference || attributes.has("data-footnote-ref")) return undefined;
  return { attributes: { href, "data-footnote-ref": "" }, children: [textIn(children)] };
}

function textIn(nodes: readonly Node[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textIn(node.children))).join("");
}

/** The title of a link is a note of the website, such as the name of an article. */
function changeLink({ name, attributes }: Element): Change | undefined {
  if (name !== "a" || !attributes.has("title")) return undefined;
  return { attributes: Object.fromEntries([...attributes].filter(([key]) => key !== "title")) };
}

/** The cells of spreadsheets have the formatting of their text. */
function changeCell({ name, attributes, children }: Element): Change | undefined {
  const formatting = [...attributes].filter(([key]) => key === "style" || key === "class");
  if (name !== "td" || formatting.length === 0) return undefined;
  return { children: [createElement("span", Object.fromEntries(formatting), children)] };
}

function changeFont({ name, attributes }: Element): Change | undefined {
  const face = attributes.get("face");
  if (name !== "font" || face === undefined) return undefined;
  return { name: "span", attributes: { style: `font-family:${face.slice(0, 200)}` } };
}

/** The number of images that only the computer on which they were copied can read. */
export function countUnreadableImages(element: Element): number {
  let count = 0;
  for (const child of childElements(element)) {
    const source = (child.attributes.get("src") ?? "").slice(0, 40);
    if (child.name === "img" && /^\s*(?:file|blob|cid|webkit-fake-url|about):/i.test(source)) count++;
    count += countUnreadableImages(child);
  }
  return count;
}
