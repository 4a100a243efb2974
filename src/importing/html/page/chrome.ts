import { type Element, hasClassMatching, innerText } from "../tree/index.ts";

const names: ReadonlySet<string> = new Set(["nav", "aside", "footer", "dialog", "search"]);

const roles: ReadonlySet<string> = new Set(
  "navigation banner contentinfo complementary search dialog alertdialog tooltip menu menubar toolbar".split(
    " ",
  ),
);

/** Classes and ids of what stands around the text of a page, in the words of many generators. */
const words = new RegExp(
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

/** What stands for text, and so is never chrome by its class alone. */
const texts =
  /^(?:h[1-6]|p|pre|code|table|tbody|tr|td|th|li|body|main|article|html|blockquote|details|dd|dt|dl)$/;

/** Whether an element stands around the text of a page: navigation, header and footer, and what helps to use the page. */
export function isChrome(element: Element): boolean {
  const { name, attributes } = element;
  if (names.has(name) || roles.has(attributes.get("role") ?? "")) return true;
  return hasChromeClass(element);
}

/** Whether only its class says so, which may be wrong. */
export function hasChromeClass(element: Element): boolean {
  if (texts.test(element.name)) return false;
  const id = element.attributes.get("id");
  return hasClassMatching(element, words) || (id !== undefined && words.test(id) && !isSection(element));
}

/** Whether an element is a part of the text with a heading, after which it is called. */
function isSection(element: Element): boolean {
  if (element.name === "section" || hasClassMatching(element, /^(?:section|sect\d|level\d)$/)) return true;
  const first = element.children.find((child) => typeof child !== "string");
  return typeof first === "object" && /^h[1-6]$/.test(first.name);
}

/** Whether an element is there for programs, or for those who cannot see the page. */
export function isHidden({ name, attributes }: Element): boolean {
  if (attributes.has("hidden") && name !== "details") return true;
  if (
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(
      (attributes.get("style") ?? "").slice(0, 1000),
    )
  )
    return true;
  return attributes.get("aria-hidden") === "true";
}

/** Words for those who only hear the page. */
export function isScreenReaderText(element: Element): boolean {
  return hasClassMatching(element, /^(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?|a11y-only)$/i);
}

const anchors =
  /headerlink|hash-link|header-?anchor|heading-?anchor|anchor-?link|anchorjs|sl-anchor|permalink|direct-link|section-?link/i;

/** Whether a link is the one that headings have to themselves: a sign, or words that say so. */
export function isHeadingAnchor(link: Element): boolean {
  const words = innerText(link, { maxLength: 60, skip: isUnseen });
  const isSaid = hasClassMatching(link, anchors);
  if (/[\p{L}\p{N}]/u.test(words)) return isSaid && /^(?:permalink|direct link|link|anchor)\b/i.test(words);
  return isSaid || (words !== "" && link.attributes.get("href")?.includes("#") === true);
}

function isUnseen(element: Element): boolean {
  return isScreenReaderText(element) || isHidden(element);
}
