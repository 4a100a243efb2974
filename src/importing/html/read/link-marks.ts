import { addressIn, type Base } from "../page/addresses.ts";
import { isHeadingAnchor } from "../page/chrome.ts";
import { ancestors, type Element, tidy, wordsOf } from "../tree/tree.ts";
import type { Flow } from "./flow.ts";
import type { Mark } from "./inline-run.ts";

/** What a link says about its text: undefined where that is only text, and nothing where it is not even that. */
export function linkMark(link: Element, base: Base, flow: Flow): Mark | "nothing" | undefined {
  const { attributes } = link;
  const words = wordsOf(link, { most: 60 });
  const isInHeading = flow.isPhrasing && ancestors(link, 4).some(({ name }) => /^h[1-6]$/.test(name));
  const holdsImage = words === "" && link.children.some((child) => typeof child !== "string");
  if (!holdsImage && isHeadingAnchor(link, words)) {
    // Some have the words of the heading in it.
    if (isInHeading && /[\p{L}\p{N}]{2}/u.test(words) && !/permalink|direct link|anchor/i.test(words))
      return undefined;
    return "nothing";
  }
  const href = addressIn(attributes.get("href"), base);
  if (href === undefined || href === "#" || (isInHeading && href.startsWith("#"))) return undefined;
  const title = tidy(attributes.get("title") ?? "").slice(0, 500);
  return { name: "a", href, ...(title !== "" && !words.includes(title) && { title }) };
}
