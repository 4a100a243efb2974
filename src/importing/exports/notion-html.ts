import { encodeXML } from "entities";
import { plainText } from "./html-links.ts";
import type { OpenTag } from "./html-tokens.ts";
import { hintAround, withoutMarks } from "./marks.ts";
import { classesOf, dropped, innerHtml, type Replacement, rewriteHtml, unwrapped } from "./walk-html.ts";

/** A page of a Notion export as HTML, as plain HTML. */
export interface PlainPage {
  readonly title: string | undefined;
  readonly html: string;
}

/** Makes plain HTML of a page that Notion has exported; links lead where `link` says. */
export function plainPage(exported: string, link: (href: string) => string): PlainPage {
  const html = withoutMarks(exported);
  const title = innerHtml(html, (tag) => classesOf(tag).includes("page-title"));
  const article = innerHtml(html, ({ name }) => name === "article") ?? html;
  return {
    title: title && plainText(title),
    html: rewriteHtml(article, (tag, _within, parent) => replacementFor(tag, parent, link)),
  };
}

const decorations = new Set(["property-icon", "page-header-icon", "katex-html", "bookmark-icon"]);

function replacementFor(
  tag: OpenTag,
  parent: OpenTag | undefined,
  link: (href: string) => string,
): Replacement | undefined {
  const classes = classesOf(tag);
  const parentHas = (name: string): boolean => parent !== undefined && classesOf(parent).includes(name);
  if (tag.name === "style" || tag.name === "script" || classes.some((name) => decorations.has(name)))
    return dropped;
  if (classes.includes("icon") && parent?.name === "a") return dropped;
  if (classes.includes("callout")) return hintAround("info");
  if (classes.includes("link-to-page")) return { open: "<p>", close: "</p>" };
  if (classes.includes("checkbox"))
    return { open: `<input type="checkbox"${classes.includes("checkbox-on") ? " checked" : ""}>`, close: "" };
  // Each toggle is the one item of a list.
  if ((tag.name === "ul" && classes.includes("toggle")) || (tag.name === "li" && parentHas("toggle")))
    return unwrapped;
  if (tag.name === "a") {
    const href = tag.attributes.get("href");
    if (href === undefined || parentHas("image")) return unwrapped;
    return { open: `<a href="${encodeXML(link(href))}">`, close: "</a>" };
  }
  return undefined;
}
