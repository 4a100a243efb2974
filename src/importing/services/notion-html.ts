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
  unwrap,
} from "../html/tree/index.ts";

/** Reads a page that Notion has exported as HTML. `link` rewrites URLs. */
export function readNotionPage(html: string, link: (href: string) => string) {
  const document = parseHtml(html);
  const title = findByClass(document, "page-title");
  const icon = findByClass(document, "page-header-icon");
  const cover = find(document, (element) => element.name === "img" && hasClass(element, "page-cover-image"));
  const article = find(document, ({ name }) => name === "article") ?? document;
  return {
    title: title && innerText(title),
    emoji: icon && normalizeEmoji(innerText(icon)),
    cover: cover?.attributes.get("src"),
    document: rewriteTree(article, (element) => changeElement(element, link)),
  };
}

function findByClass(root: Element, name: string): Element | undefined {
  return find(root, (element) => hasClass(element, name));
}

/** Classes of elements that are read separately, or only decorate the page. */
const decorations = ["property-icon", "page-header-icon", "page-cover-image", "table_of_contents"];

function changeElement(element: Element, link: (href: string) => string): Change | undefined {
  const { name, parent } = element;
  const parentHas = (className: string): boolean => parent !== undefined && hasClass(parent, className);
  if (hasClass(element, ...decorations)) return removed;
  if (hasClass(element, "icon") && parent?.name === "a") return removed;
  if (name === "a") return changeLink(element, parentHas("image"), link);
  if (hasClass(element, "callout")) return changeCallout(element);
  if (hasClass(element, "link-to-page")) return { name: "p", attributes: {} };
  // The properties become a list, as in Markdown exports.
  if (hasClass(element, "properties")) return { name: "ul", attributes: {} };
  if (hasClass(element, "property-row")) return { name: "li", attributes: {} };
  if (name === "tbody" && parentHas("properties")) return unwrap(element);
  if (!parentHas("property-row")) return undefined;
  if (name !== "th") return unwrap(element);
  return { nodes: [createElement("strong", {}, [...element.children, ":"]), " "] };
}

function changeLink(element: Element, isAroundImage: boolean, link: (href: string) => string): Change {
  const href = element.attributes.get("href");
  if (href === undefined || isAroundImage) return unwrap(element);
  const attributes = { href: link(href) };
  if (!hasClass(element, "bookmark")) return { attributes };
  const labels = ["bookmark-title", "bookmark-href"].map((name) => findByClass(element, name));
  const text = labels.map((label) => (label ? innerText(label) : "")).find((label) => label !== "");
  return { attributes, children: [text ?? href] };
}

/** Moves the emoji of a callout to the start of its first paragraph. */
function changeCallout(element: Element): Change {
  const [first] = childElements(element);
  const icon = first === undefined ? undefined : findByClass(first, "icon");
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
  const index = nodes.findIndex((node) => typeof node !== "string" || node.trim() !== "");
  const first = nodes[index];
  if (typeof first !== "object" || !/^(?:p|div)$/.test(first.name)) return [text, ...nodes];
  return nodes.with(index, { ...first, children: prepend(text, first.children) });
}
