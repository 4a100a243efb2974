import type { hintStyles } from "../../../content/document/index.ts";
import {
  childElements,
  classesOf,
  type Element,
  find,
  hasClass,
  hasClassMatching,
  innerText,
  type Node,
} from "../tree/index.ts";

export interface Callout {
  readonly style: (typeof hintStyles)[number];
  /** The title; empty if it only repeats the style. */
  readonly title: string;
  readonly body: readonly Node[];
}

const containerClasses =
  /^(?:admonition|theme-admonition|custom-block|hint-container|markdown-alert|starlight-aside|confluence-information-macro|callout|nextra-callout|alert|admonitionblock|blockquote-tag)$/;
const styleName = /^(?:note|info|tip|hint|important|warning|caution|danger|attention|error|seealso|success)$/;

const stylePatterns: readonly (readonly [Callout["style"], RegExp])[] = [
  ["danger", /danger|error|fail|bug|critical|severe/],
  ["warning", /warn|caution|attention/],
  ["success", /tip|success|hint|check|done/],
  ["info", /note|info|important|seealso|abstract|summary|question|example|todo|quote|primary|secondary|new/],
];

/** Titles that only repeat the style. "See also" of Sphinx introduces links, and is kept. */
const genericTitle =
  /^(?:note|info|information|tip|hint|success|important|warning|caution|danger|error|attention|default)[:!.]?$/i;

export function calloutOf(element: Element): Callout | undefined {
  if (!/^(?:div|aside|section|figure|p|blockquote)$/.test(element.name)) return undefined;
  const classes = classesOf(element);
  if (classes.length === 0) return undefined;
  const isNamed = element.name !== "figure" && classes.some((name) => styleName.test(name));
  if (!isNamed && !classes.some((name) => containerClasses.test(name))) return undefined;
  if (element.name === "p") return { style: styleOf(classes), title: "", body: element.children };
  const title = childElements(element)
    .slice(0, 3)
    .find((child) => hasClassMatching(child, titleClasses));
  const icon = iconIn(element);
  const text =
    title === undefined ? (element.attributes.get("aria-label") ?? "") : innerText(title, { maxLength: 300 });
  const label = text === "" ? (element.attributes.get("data-callout-type") ?? "") : "";
  return {
    style: iconStyle(icon) ?? styleOf([...classes, label]),
    title: genericTitle.test(text) ? "" : text,
    body: bodyOf(element, [title, icon]),
  };
}

/** The macros of Confluence have the names of styles, but with other meanings. All others are `info`. */
const macroStyles = new Map(Object.entries({ warning: "danger", note: "warning", tip: "success" } as const));

function styleOf(classes: readonly string[]): Callout["style"] {
  const kind = classes
    .find((name) => name.startsWith("confluence-information-macro-"))
    ?.slice("confluence-information-macro-".length);
  if (kind !== undefined) return macroStyles.get(kind) ?? "info";
  const names = classes
    .map((name) => name.toLowerCase())
    .filter((name) => !/^(?:hint|info)-container$/.test(name));
  // A class that is only the name of a style is the most specific.
  const exact = names.find((name) => styleName.test(name));
  const text =
    exact ??
    names
      .map((name) => name.replace(/^(?:theme-admonition|markdown-alert|starlight-aside|alert|callout)-+/, ""))
      .join(" ");
  return stylePatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "info";
}

function iconStyle(icon: Element | undefined): Callout["style"] | undefined {
  const emoji = icon === undefined ? "" : innerText(icon, { maxLength: 20 });
  if (/[⚠🚧✋]/u.test(emoji)) return "warning";
  if (/[❗❌🚫⛔🔥🛑🚨‼]/u.test(emoji)) return "danger";
  return /[✅✔👍🎉💚]/u.test(emoji) ? "success" : undefined;
}

/** The first element, if it is an emoji. */
function iconIn(element: Element): Element | undefined {
  const [first] = childElements(element);
  if (first === undefined || !/^(?:div|span)$/.test(first.name)) return undefined;
  const text = innerText(first, { maxLength: 20 });
  return /^\p{Extended_Pictographic}/u.test(text) && !/[\p{L}\p{N}]/u.test(text) ? first : undefined;
}

const titleClasses = /(?:^|[-_])(?:title|heading|header)(?:$|[-_])|^admonitionHeading|^title$/i;

function bodyOf(element: Element, excluded: readonly (Element | undefined)[]): readonly Node[] {
  // AsciiDoc puts the icon and the text into a table.
  const cell = hasClass(element, "admonitionblock")
    ? find(element, (child) => child.name === "td" && hasClass(child, "content"))
    : undefined;
  return (cell ?? element).children.filter(
    (child) =>
      typeof child === "string" ||
      !(excluded.includes(child) || (child.name === "span" && hasClassMatching(child, /(?:^|[-_])icon$/))),
  );
}
