import { encodeXML } from "entities";
import { normalizeEmoji } from "../../content/index.ts";
import { plainText } from "./html-links.ts";
import type { OpenTag } from "./html-tokens.ts";
import { columnAround, columnsAround, hintAround, withoutMarks } from "./marks.ts";
import {
  classesOf,
  dropped,
  innerHtml,
  type Replacement,
  rewriteHtml,
  unwrapped,
  walkHtml,
} from "./walk-html.ts";

/** A page of a Notion export as HTML, as plain HTML. */
export interface PlainPage {
  readonly title: string | undefined;
  readonly emoji: string | undefined;
  readonly cover: string | undefined;
  readonly html: string;
}

/** Makes plain HTML of a page that Notion has exported; links lead where `link` says. */
export function plainPage(exported: string, link: (href: string) => string): PlainPage {
  const html = withoutMarks(exported);
  const title = innerHtml(html, hasClass("page-title"));
  const sign = innerHtml(html, hasClass("page-header-icon"));
  const article = innerHtml(html, ({ name }) => name === "article") ?? html;
  return {
    title: title && plainText(title),
    emoji: sign && normalizeEmoji(plainText(sign)),
    cover: coverOf(html),
    html: rewriteArticle(article, link),
  };
}

const hasClass =
  (name: string) =>
  (tag: OpenTag): boolean =>
    classesOf(tag).includes(name);

const isCover = hasClass("page-cover-image");

function coverOf(html: string): string | undefined {
  let cover: string | undefined;
  walkHtml(html, {
    open: (tag) => {
      if (tag.name === "img" && isCover(tag)) cover ??= tag.attributes.get("src");
    },
    close: () => {},
    text: () => {},
  });
  return cover;
}

function rewriteArticle(article: string, link: (href: string) => string): string {
  let isTitled = false;
  return rewriteHtml(article, (tag, _within, parent) => {
    // Of a bookmark, its title is enough, if it has one.
    if (hasClass("bookmark-title")(tag)) isTitled = !article.startsWith("</", tag.end);
    if (isTitled && hasClass("bookmark-href")(tag)) return dropped;
    return replacementFor(tag, parent, link);
  });
}

/** What is said elsewhere, or is only there to be seen. */
const decorations = new Set([
  "property-icon",
  "page-header-icon",
  "page-cover-image",
  "table_of_contents",
  "katex-html",
  "bookmark-icon",
  "bookmark-description",
  "bookmark-image",
]);

function replacementFor(
  tag: OpenTag,
  parent: OpenTag | undefined,
  link: (href: string) => string,
): Replacement | undefined {
  const classes = classesOf(tag);
  const parentHas = (name: string): boolean => parent !== undefined && hasClass(name)(parent);
  if (tag.name === "style" || tag.name === "script" || classes.some((name) => decorations.has(name)))
    return dropped;
  if (classes.includes("icon") && parent?.name === "a") return dropped;
  if (tag.name === "a") return linkFor(tag, parentHas("image"), link);
  // Each toggle is the one item of a list.
  if ((tag.name === "ul" && classes.includes("toggle")) || (tag.name === "li" && parentHas("toggle")))
    return unwrapped;
  return blockFor(tag, classes) ?? propertyFor(tag, classes, parentHas);
}

function linkFor(tag: OpenTag, isOfImage: boolean, link: (href: string) => string): Replacement {
  const href = tag.attributes.get("href");
  if (href === undefined || isOfImage) return unwrapped;
  return { open: `<a href="${encodeXML(link(href))}">`, close: "</a>" };
}

function blockFor(tag: OpenTag, classes: readonly string[]): Replacement | undefined {
  if (classes.includes("callout")) return hintAround("info");
  if (classes.includes("link-to-page")) return { open: "<p>", close: "</p>" };
  if (classes.includes("checkbox"))
    return { open: `<input type="checkbox"${classes.includes("checkbox-on") ? " checked" : ""}>`, close: "" };
  if (classes.includes("column-list")) return columnsAround;
  if (!classes.includes("column")) return undefined;
  const [, width] = /width:\s*(\d{1,3})(?:\.\d*)?%/.exec(tag.attributes.get("style") ?? "") ?? [];
  return columnAround(width === undefined ? undefined : Number(width));
}

/** The properties of a page are a list, as they are in an export as Markdown. */
function propertyFor(
  { name }: OpenTag,
  classes: readonly string[],
  parentHas: (name: string) => boolean,
): Replacement | undefined {
  if (classes.includes("properties")) return { open: "<ul>", close: "</ul>" };
  if (classes.includes("property-row")) return { open: "<li>", close: "</li>" };
  if (name === "tbody" && parentHas("properties")) return unwrapped;
  if (!parentHas("property-row")) return undefined;
  return name === "th" ? { open: "<strong>", close: ":</strong> " } : unwrapped;
}

/** Behind the tag, and before words: where a list begins, it stays alone. */
const signAlone =
  /(%\}\n\s*?\n[ \t>]*)((?:\p{RGI_Emoji}|\p{Extended_Pictographic})\ufe0f?)\n[ \t>]*\n[ \t>]*(?=[\p{L}\p{N}*_\[`"“\(])(?!\d+[.\)]|[*_][ \t])/gv;

/** The sign of a callout stands on a line with the words behind it. */
export function joinSigns(markdown: string): string {
  return markdown.replace(signAlone, "$1$2 ");
}
