import { addressIn, type Base, isHeadingAnchor } from "../page/index.ts";
import { ancestors, type Element, tidy, wordsOf } from "../tree/index.ts";
import type { Flow } from "./flow.ts";
import type { Mark } from "./inline-run.ts";

/** What a link says about its text: undefined where that is only text, and nothing where it is not even that. */
export function linkMark(link: Element, base: Base, flow: Flow): Mark | "nothing" | undefined {
  const { attributes } = link;
  if (isHeadingAnchor(link)) return "nothing";
  const href = addressIn(attributes.get("href"), base);
  const isInHeading = flow.isPhrasing && ancestors(link, 4).some(({ name }) => /^h[1-6]$/.test(name));
  if (href === undefined || href === "#" || (isInHeading && href.startsWith("#"))) return undefined;
  const title = tidy(attributes.get("title") ?? "").slice(0, 500);
  const isSaid = title === "" || wordsOf(link, { most: 600 }).includes(title);
  return { name: "a", href, ...(!isSaid && { title }) };
}
