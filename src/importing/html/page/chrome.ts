import { type Element, hasClassMatching, innerText } from "../tree/index.ts";

const chromeRoles =
  /^(?:navigation|banner|contentinfo|complementary|search|(?:alert)?dialog|tooltip|menu(?:bar)?|toolbar)$/;

const chromeNames = new RegExp(
  [
    "breadcrumb",
    "(?:^|[-_])toc(?:$|[-_])|^toc(?!tree-wrapper)[A-Z]|table-?of-?contents|^tableOfContents|^on-this-page|^onThisPage|localtoc",
    "edit-(?:this-)?(?:page|link|button)|editThisPage|md-content__button|md-source-file|page-actions?$",
    "copy-?(?:btn|button|code|to)|^copy$|copybtn|clipboard",
    "pagination|prev-?next|next-?prev|(?:^|[-_])pager(?:$|[-_])|page-nav|rst-footer|nav-chapters|nav-wrapper|doc-?footer",
    "(?:^|[-_])sidebar|side-?nav|^VPDocAside|^VPDocFooter|^VPLocalNav",
    "(?:^|[-_])(?:social|share|sharing)(?:$|[-_])|feedback|was-this|cookie|giscus|disqus|utterances|newsletter",
    "skip-(?:to|link|nav)|skiplink|last-?updated|page-?meta|article-?meta|doc-?version|search-?(?:box|form|bar)|^search-results$",
    "(?:^|[-_])no-?print(?:$|[-_])|d-print-none|(?:^|[-_])site-(?:header|footer|nav)|^navbar|^menu-?bar|^top-?bar|^eyebrow$|^mw-editsection",
  ].join("|"),
  "i",
);

/** Content elements, which are not chrome by their class alone. */
const contentElements =
  /^(?:h[1-6]|p|pre|code|table|tbody|tr|td|th|li|body|main|article|html|blockquote|details|dd|dt|dl)$/;

/** Whether an element belongs to the page around the content, such as navigation, rather than to the content. */
export function isChrome(element: Element): boolean {
  const { name, attributes } = element;
  if (/^(?:nav|aside|footer|dialog|search)$/.test(name) || chromeRoles.test(attributes.get("role") ?? ""))
    return true;
  return hasChromeClass(element);
}

/** Whether class or id indicate chrome. They are less reliable than the name and role of an element. */
export function hasChromeClass(element: Element): boolean {
  if (contentElements.test(element.name)) return false;
  const id = element.attributes.get("id");
  return (
    hasClassMatching(element, chromeNames) ||
    (id !== undefined && chromeNames.test(id) && !isSection(element))
  );
}

/** Whether an element is a section of the content. Its id comes from its heading. */
function isSection(element: Element): boolean {
  if (element.name === "section" || hasClassMatching(element, /^(?:section|sect\d|level\d)$/)) return true;
  const first = element.children.find((child) => typeof child !== "string");
  return typeof first === "object" && /^h[1-6]$/.test(first.name);
}

export function isHidden({ name, attributes }: Element): boolean {
  const style = (attributes.get("style") ?? "").slice(0, 1000);
  return (
    (attributes.has("hidden") && name !== "details") ||
    attributes.get("aria-hidden") === "true" ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
  );
}

export function isScreenReaderText(element: Element): boolean {
  return hasClassMatching(element, /^(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|a11y-only)$/i);
}

const permalinkClasses =
  /headerlink|hash-link|header-?anchor|heading-?anchor|anchor-?link|anchorjs|sl-anchor|permalink|direct-link|section-?link/i;

export function isHeadingAnchor(link: Element): boolean {
  const text = innerText(link, {
    maxLength: 60,
    skip: (element) => isScreenReaderText(element) || isHidden(element),
  });
  const isMarked = hasClassMatching(link, permalinkClasses);
  if (/[\p{L}\p{N}]/u.test(text)) return isMarked && /^(?:permalink|direct link|link|anchor)\b/i.test(text);
  return isMarked || (text !== "" && link.attributes.get("href")?.includes("#") === true);
}
