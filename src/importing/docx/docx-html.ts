import {
  type Change,
  createCheckbox,
  type Element,
  find,
  hasClass,
  innerText,
  parseHtml,
  removed,
  rewriteTree,
  unwrapped,
  walk,
} from "../html/tree/index.ts";
import { emptyLine } from "./converter-document.ts";

/**
 * Reads the HTML of a converted document into its title and its tree, with footnotes and tasks marked up as such. `imageAt`
 * maps the paths of images to their addresses.
 */
export function readDocxHtml(converted: string, imageAt: (path: string) => string | undefined) {
  const document = parseHtml(converted.replaceAll(emptyLine, ""));
  const title =
    find(document, (element) => hasClass(element, "title")) ??
    find(document, ({ name }) => /^h[1-6]$/.test(name));
  const ids = new Set(walk(document).map(({ attributes }) => attributes.get("id")));
  return {
    title: title && innerText(title, { skip: ({ name }) => name === "sup" }),
    document: rewriteTree(document, (element) => {
      const { name, attributes } = element;
      if (name === "li") return changeItem(element);
      if (name === "a") return changeLink(element, ids);
      if (name !== "img") return undefined;
      const src = imageAt(attributes.get("src") ?? "");
      return src === undefined ? removed : { attributes: { src, alt: attributes.get("alt") ?? "" } };
    }),
  };
}

/** Removes the links from footnotes back to the text, and keeps only the text of links to a bookmark that does not exist. */
function changeLink(link: Element, ids: ReadonlySet<string | undefined>): Change | undefined {
  const href = link.attributes.get("href");
  if (href === undefined || !href.startsWith("#")) return undefined;
  if (/^#(?:foot|end)note-ref-/.test(href)) return removed;
  return ids.has(href.slice(1)) ? undefined : unwrapped(link);
}

/** Marks the footnotes, which are a list at the end, and the items of a list that begin with the sign of a checkbox. */
function changeItem(item: Element): Change | undefined {
  const id = item.attributes.get("id") ?? "";
  if (/^(?:foot|end)note-/.test(id)) return { attributes: { id, class: "footnote" } };
  const [first, ...rest] = item.children;
  const paragraph = typeof first === "object" && first.name === "p" ? first : undefined;
  const [text, ...others] = paragraph?.children ?? item.children;
  const [, sign, task] = typeof text === "string" ? (/^([☐☑☒])\s(.*)$/s.exec(text) ?? []) : [];
  if (sign === undefined || task === undefined) return undefined;
  return {
    children: [createCheckbox(sign !== "☐"), task, ...others, ...(paragraph === undefined ? [] : rest)],
  };
}
