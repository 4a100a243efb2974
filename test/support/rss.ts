import assert from "node:assert/strict";
import { parseXml, textsOf, type XmlElement } from "./xml.ts";

export interface RssItem {
  readonly title: string;
  readonly link: string;
  readonly id: string;
  readonly date: string;
  readonly description: string;
  readonly categories: readonly string[];
}

const itemElements = new Set(["title", "link", "guid", "pubDate", "category", "description"]);
const rfc822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The text of the only child with a name. */
function only(element: XmlElement, name: string): string {
  const texts = textsOf(element, name);
  assert.equal(texts.length, 1, `${texts.length} elements ${name}`);
  return texts[0] ?? "";
}

/** Checks a feed against the rules of RSS 2.0, and returns its title and items. */
export function readRss(address: string, source: string): { title: string; items: RssItem[] } {
  const rss = parseXml(source);
  assert.deepEqual([rss.name, rss.attributes.version], ["rss", "2.0"]);
  const [channel, ...others] = rss.children;
  assert.ok(channel?.name === "channel" && others.length === 0);
  assert.ok(URL.canParse(only(channel, "link")));
  assert.notEqual(only(channel, "description"), "");
  assert.match(only(channel, "language"), /^[a-z]{2,3}(?:-[a-z]{2,4})?$/);
  const self = channel.children.find(({ name }) => name === "atom:link");
  assert.equal(rss.attributes["xmlns:atom"], "http://www.w3.org/2005/Atom");
  assert.deepEqual(self?.attributes, { href: address, rel: "self", type: "application/rss+xml" });
  const items = channel.children.filter(({ name }) => name === "item").map(readItem);
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length, "ids are not unique");
  return { title: only(channel, "title"), items };
}

function readItem(item: XmlElement): RssItem {
  for (const { name } of item.children) assert.ok(itemElements.has(name), `unknown element ${name}`);
  const [guid] = item.children.filter(({ name }) => name === "guid");
  assert.equal(guid?.attributes.isPermaLink, "false");
  assert.match(only(item, "pubDate"), rfc822);
  const link = only(item, "link");
  assert.ok(URL.canParse(link));
  const [description = ""] = textsOf(item, "description");
  return {
    title: only(item, "title"),
    link,
    id: guid?.text ?? "",
    date: new Date(only(item, "pubDate")).toISOString(),
    description,
    categories: textsOf(item, "category"),
  };
}
