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
  /** Empty if it only names the style. */
  readonly title: string;
  readonly body: readonly Node[];
}

const containers =
  /^(?:admonition|theme-admonition|custom-block|hint-container|markdown-alert|starlight-aside|confluence-information-macro|callout|nextra-callout|alert|admonitionblock|blockquote-tag)$/;
const named = /^(?:note|info|tip|hint|important|warning|caution|danger|attention|error|seealso|success)$/;

const styles: readonly (readonly [Callout["style"], RegExp])[] = [
  ["danger", /danger|error|fail|bug|critical|severe/],
  ["warning", /warn|caution|attention/],
  ["success", /tip|success|hint|check|done/],
  ["info", /note|info|important|seealso|abstract|summary|question|example|todo|quote|primary|secondary|new/],
];

/** Titles that only name the style. "See also" of Sphinx introduces links, and is kept. */
const genericTitle =
  /^(?:note|info|information|tip|hint|success|important|warning|caution|danger|error|attention|default)[:!.]?$/i;

export function calloutOf(element: Element): Callout | undefined {
  if (!/^(?:div|aside|section|figure|p|blockquote)$/.test(element.name)) return undefined;
  const classes = classesOf(element);
  if (classes.length === 0) return undefined;
  const isNamed = element.name !== "figure" && classes.some((each) => named.test(each));
  if (!isNamed && !classes.some((each) => containers.test(each))) return undefined;
  if (element.name === "p") return { style: styleOf(classes), title: "", body: element.children };
  const title = childElements(element)
    .slice(0, 3)
    .find((child) => hasClassMatching(child, titleNames));
  const icon = iconIn(element);
  const words =
    title === undefined ? (element.attributes.get("aria-label") ?? "") : innerText(title, { maxLength: 300 });
  const label = words === "" ? (element.attributes.get("data-callout-type") ?? "") : "";
  return {
    style: iconStyle(icon) ?? styleOf([...classes, label]),
    title: genericTitle.test(words) ? "" : words,
    body: bodyOf(element, [title, icon]),
  };
}

/** Confluence uses the names of styles with other meanings than all others. */
function styleOf(classes: readonly string[]): Callout["style"] {
  const kind = classes
    .find((each) => each.startsWith("confluence-information-macro-"))
    ?.slice("confluence-information-macro-".length);
  if (kind !== undefined)
    return kind === "warning" ? "danger" : kind === "note" ? "warning" : kind === "tip" ? "success" : "info";
  const words = classes
    .map((each) => each.toLowerCase())
    .filter((each) => !/^(?:hint|info)-container$/.test(each));
  // A class that is only the name of a style is the most specific.
  const exact = words.find((each) => named.test(each));
  const names =
    exact ??
    words
      .map((each) => each.replace(/^(?:theme-admonition|markdown-alert|starlight-aside|alert|callout)-+/, ""))
      .join(" ");
  return styles.find(([, pattern]) => pattern.test(names))?.[0] ?? "info";
}

function iconStyle(icon: Element | undefined): Callout["style"] | undefined {
  const sign = icon === undefined ? "" : innerText(icon, { maxLength: 20 });
  if (/[⚠🚧✋]/u.test(sign)) return "warning";
  if (/[❗❌🚫⛔🔥🛑🚨‼]/u.test(sign)) return "danger";
  return /[✅✔👍🎉💚]/u.test(sign) ? "success" : undefined;
}

/** The first element, if it is an emoji. */
function iconIn(element: Element): Element | undefined {
  const [first] = childElements(element);
  if (first === undefined || !/^(?:div|span)$/.test(first.name)) return undefined;
  const words = innerText(first, { maxLength: 20 });
  return /^\p{Extended_Pictographic}/u.test(words) && !/[\p{L}\p{N}]/u.test(words) ? first : undefined;
}

const titleNames = /(?:^|[-_])(?:title|heading|header)(?:$|[-_])|^admonitionHeading|^title$/i;

function bodyOf(element: Element, excluded: readonly (Element | undefined)[]): readonly Node[] {
  // AsciiDoc puts the icon and the text into a table.
  const cell = hasClass(element, "admonitionblock")
    ? find(element, (each) => each.name === "td" && hasClass(each, "content"))
    : undefined;
  return (cell ?? element).children.filter(
    (child) =>
      typeof child === "string" ||
      !(excluded.includes(child) || (child.name === "span" && hasClassMatching(child, /(?:^|[-_])icon$/))),
  );
}
