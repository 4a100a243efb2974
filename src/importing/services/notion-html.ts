import { normalizeEmoji } from "../../content/index.ts";
import {
  type Change,
  childElements,
  createElement,
  type Element,
  find,
  hasClass,
  innerText,
  type Node,
  parseHtml,
  removed,
  rewriteTree,
  unwrapped,
} from "../html/tree/index.ts";

/** Reads a page that Notion has exported as HTML. `link` maps the addresses of its links. */
export function readNotionPage(html: string, link: (href: string) => string) {
  const document = parseHtml(html);
  const title = byClass(document, "page-title");
  const icon = byClass(document, "page-header-icon");
  const cover = find(document, (each) => each.name === "img" && hasClass(each, "page-cover-image"));
  const article = find(document, ({ name }) => name === "article") ?? document;
  return {
    title: title && innerText(title),
    emoji: icon && normalizeEmoji(innerText(icon)),
    cover: cover?.attributes.get("src"),
    document: rewriteTree(article, (element) => change(element, link)),
  };
}

function byClass(root: Element, name: string): Element | undefined {
  return find(root, (each) => hasClass(each, name));
}

/** Classes of what is read elsewhere, or only decorates the page. */
const decorations = ["property-icon", "page-header-icon", "page-cover-image", "table_of_contents"];

function change(element: Element, link: (href: string) => string): Change | undefined {
  const { name, parent } = element;
  const parentHas = (className: string): boolean => parent !== undefined && hasClass(parent, className);
  if (hasClass(element, ...decorations)) return removed;
  if (hasClass(element, "icon") && parent?.name === "a") return removed;
  if (name === "a") return changeLink(element, parentHas("image"), link);
  if (hasClass(element, "callout")) return changeCallout(element);
  if (hasClass(element, "link-to-page")) return { name: "p", attributes: {} };
  // The properties become a list, as they are in an export as Markdown.
  if (hasClass(element, "properties")) return { name: "ul", attributes: {} };
  if (hasClass(element, "property-row")) return { name: "li", attributes: {} };
  if (name === "tbody" && parentHas("properties")) return unwrapped(element);
  if (!parentHas("property-row")) return undefined;
  if (name !== "th") return unwrapped(element);
  return { nodes: [createElement("strong", {}, [...element.children, ":"]), " "] };
}

function changeLink(element: Element, isAroundImage: boolean, link: (href: string) => string): Change {
  const href = element.attributes.get("href");
  if (href === undefined || isAroundImage) return unwrapped(element);
  const attributes = { href: link(href) };
  if (!hasClass(element, "bookmark")) return { attributes };
  const texts = ["bookmark-title", "bookmark-href"].map((name) => byClass(element, name));
  const text = texts.map((each) => (each === undefined ? "" : innerText(each))).find((each) => each !== "");
  return { attributes, children: [text ?? href] };
}

/** A callout keeps its emoji, at the start of its first paragraph. */
function changeCallout(element: Element): Change {
  const [first] = childElements(element);
  const icon = first === undefined ? undefined : byClass(first, "icon");
  const emoji = icon === undefined ? "" : innerText(icon);
  const children =
    emoji === ""
      ? element.children
      : prepend(
          `${emoji} `,
          element.children.filter((child) => child !== first),
        );
  return { name: "div", attributes: { class: "callout info" }, children };
}

function prepend(text: string, nodes: readonly Node[]): readonly Node[] {
  const at = nodes.findIndex((node) => typeof node !== "string" || node.trim() !== "");
  const first = nodes[at];
  if (typeof first !== "object" || !/^(?:p|div)$/.test(first.name)) return [text, ...nodes];
  return nodes.with(at, { ...first, children: prepend(text, first.children) });
}
