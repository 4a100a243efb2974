import { type Base, isHeadingAnchor, resolveHref } from "../page/index.ts";
import {
  ancestors,
  classesOf,
  type Element,
  innerText,
  normalizeText,
  ownText,
  walk,
} from "../tree/index.ts";
import { type Flow, type Mark, type Marks, withMark, withoutMark } from "./flow.ts";

const elementNames: readonly (readonly [Mark["name"], RegExp])[] = [
  ["strong", /^(?:strong|b)$/],
  ["em", /^(?:em|i|cite|dfn|var)$/],
  ["del", /^(?:del|s|strike)$/],
  ["mark", /^mark$/],
  ["sup", /^sup$/],
  ["sub", /^sub$/],
  ["code", /^(?:code|samp|tt)$/],
  ["kbd", /^kbd$/],
];

/** Marks that CSS declarations add (true) or remove (false). */
type Formatting = { readonly [name in Mark["name"]]?: boolean };

/** The formatting of single classes. Later rules have a higher rank, and take precedence. */
export type ClassStyles = ReadonlyMap<string, { readonly rank: number; readonly formatting: Formatting }>;

const maxSheetLength = 500_000;
const maxStyleLength = 1000;
const monospaceFonts = /courier|consolas|monaco|menlo|mono\b|monospace/;

/** Reads the rules for single classes from the style sheets of a document. Exported documents use them to format text. */
export function classStyles(document: Element): ClassStyles {
  const styles = new Map<string, { rank: number; formatting: Formatting }>();
  let rank = 0;
  for (const element of walk(document)) {
    if (element.name !== "style") continue;
    const sheet = ownText(element).slice(0, maxSheetLength);
    for (const [, selector = "", rules = ""] of sheet.matchAll(
      /(?<=^|[};\s/])\.([\w-]{1,64})\s{0,4}\{([^{}]{0,4096})\}/g,
    )) {
      const formatting = { ...styles.get(selector)?.formatting, ...formattingOf(rules) };
      if (Object.keys(formatting).length > 0) styles.set(selector, { rank: rank++, formatting });
    }
  }
  return styles;
}

export function addElementMarks(element: Element, marks: Marks, styles: ClassStyles): Marks {
  const { name, attributes } = element;
  const [elementMark] = elementNames.find(([, names]) => names.test(name)) ?? [];
  let result = elementMark === undefined ? marks : withMark(marks, { name: elementMark });
  if (!/^(?:span|font|b|i|u|em|strong)$/.test(name)) return result;
  const formatting: Formatting = {
    ...classFormatting(element, styles),
    ...formattingOf((attributes.get("style") ?? "").slice(0, maxStyleLength)),
  };
  for (const mark of ["strong", "em", "del", "sup", "sub", "code"] as const) {
    if (formatting[mark]) result = withMark(result, { name: mark });
    else if (formatting[mark] === false && (mark === "strong" || mark === "em"))
      result = withoutMark(result, mark);
  }
  return result;
}

function classFormatting(element: Element, styles: ClassStyles): Formatting {
  if (styles.size === 0) return {};
  const rules = classesOf(element).flatMap((name) => styles.get(name) ?? []);
  return Object.assign({}, ...rules.sort((a, b) => a.rank - b.rank).map(({ formatting }) => formatting));
}

function formattingOf(declarations: string): Formatting {
  const result: { -readonly [name in keyof Formatting]: Formatting[name] } = {};
  for (const declaration of declarations === "" ? [] : declarations.toLowerCase().split(";")) {
    const colon = declaration.indexOf(":");
    const value = declaration.slice(colon + 1).trim();
    switch (declaration.slice(0, Math.max(0, colon)).trim()) {
      case "font-weight":
        result.strong = /^bold/.test(value) || Number.parseInt(value, 10) >= 600;
        break;
      case "font-style":
        result.em = value === "italic" || value === "oblique";
        break;
      case "text-decoration":
      case "text-decoration-line":
        result.del = value.includes("line-through");
        break;
      case "vertical-align":
        result.sup = value === "super";
        result.sub = value === "sub";
        break;
      case "font-family":
        result.code = monospaceFonts.test(value);
        break;
    }
  }
  return result;
}

/** The mark of a link: undefined if only its text is kept, "drop" if its text is dropped, too. */
export function linkMark(link: Element, base: Base, flow: Flow): Mark | "drop" | undefined {
  const { attributes } = link;
  if (isHeadingAnchor(link)) return "drop";
  const href = resolveHref(attributes.get("href"), base);
  const isInHeading = flow.isPhrasing && ancestors(link, 4).some(({ name }) => /^h[1-6]$/.test(name));
  if (href === undefined || href === "#" || (isInHeading && href.startsWith("#"))) return undefined;
  const title = normalizeText(attributes.get("title") ?? "").slice(0, 500);
  const isRedundant = title === "" || innerText(link, { maxLength: 600 }).includes(title);
  return { name: "a", href, ...(!isRedundant && { title }) };
}
