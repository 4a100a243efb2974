import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { parse } from "parse5";
import { metaOf, readStructuredData } from "../support/metadata.ts";
import { readRss } from "../support/rss.ts";
import { readSitemap } from "../support/sitemap.ts";
import { useServer } from "../support/suite-server.ts";

interface Visited {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly noIndex: boolean;
}

interface Node {
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

function* elementsIn(node: Node): Generator<Node> {
  if (node.tagName !== undefined) yield node;
  for (const child of node.childNodes ?? []) yield* elementsIn(child);
}

/** The addresses in the attributes of a page, and in the metadata for other sites. Forms that send something are not followed. */
function* addressesIn(html: string): Generator<string> {
  for (const { tagName, attrs = [] } of elementsIn(parse(html) as unknown as Node)) {
    if (attrs.some(({ name, value }) => name === "method" && value === "post")) continue;
    for (const { name, value } of attrs)
      if (["href", "src", "poster", "action"].includes(name) && tagName !== "base") yield value;
  }
  const meta = metaOf(html);
  for (const name of ["og:url", "og:image"]) if (meta.has(name)) yield meta.get(name) ?? "";
}

describe("a crawler of the sample site", () => {
  const server = useServer("sqlite", { LECTERN_SAMPLE_SITE: "true" });
  let site = "";
  const visited = new Map<string, Visited>();
  const secretText = "Nobody without claims reads this";

  before(async () => {
    site = /Sample site +(\S+)\n/.exec(server.output())?.[1] ?? "";
    await addSecretPages();
    await crawl();
  });

  /** Adds a page under a condition, a page below it, and a link to it. */
  async function addSecretPages(): Promise<void> {
    const [{ id: organization }] = (await server.call("GET /orgs")).items;
    const { items: sites } = await server.call(`GET /orgs/${organization}/sites`);
    const sample = sites.find(({ urls }: { urls: { published?: string } }) => urls.published === site);
    const { items } = await server.call(`GET /orgs/${organization}/sites/${sample.id}/site-spaces`);
    const insert = (title: string, fields: object) => ({ operation: "insert_page", title, ...fields });
    const condition = "visitor.claims.unsigned.beta";
    const document = { markdown: secretText };
    await server.call(`POST /spaces/${items[0].space.id}/content`, {
      changes: [
        insert("Secret page", { slug: "secret-page", condition, document, ref: "secret" }),
        insert("Below the secret", { slug: "below", document, into: "secret" }),
        insert("Links", {
          document: { markdown: "See [this](secret-page.md) and [that](secret-page/below.md)." },
        }),
      ],
    });
  }

  /** Visits everything on the host of the site that pages, sitemaps and feeds lead to. */
  async function crawl(): Promise<void> {
    const pending = [site, `${site}/sitemap.xml`, `${site}/rss.xml`];
    const found = new Set(pending);
    const add = (address: string, from: string) => {
      const url = URL.parse(address, from);
      if (url === null || url.origin !== server.url || url.pathname.includes("/~lectern/search")) return;
      url.hash = "";
      // Social cards are drawn: a few suffice.
      const isCard = url.pathname.includes("/~lectern/social-card/");
      if (isCard && [...found].filter((other) => other.includes("/social-card/")).length >= 3) return;
      if (!found.has(url.href)) pending.push(url.href);
      found.add(url.href);
    };
    for (let url = pending.pop(); url !== undefined; url = pending.pop()) {
      const reply = await fetch(url, { headers: { accept: "text/html,*/*" } });
      const type = reply.headers.get("content-type") ?? "";
      const text = /^(?:text|application\/(?:xml|rss))/.test(type) ? await reply.text() : "";
      const noIndex =
        reply.headers.get("x-robots-tag") === "noindex" || metaOf(text).get("robots") === "noindex";
      visited.set(url, { status: reply.status, type, text, noIndex });
      if (text === "") await reply.body?.cancel();
      if (type.startsWith("text/html")) for (const address of addressesIn(text)) add(address, reply.url);
      if (type.startsWith("application/xml"))
        for (const address of readSitemap(url, text).keys()) add(address, url);
      if (type.startsWith("application/rss")) for (const { link } of readRss(url, text).items) add(link, url);
      if (type.startsWith("text/css"))
        for (const [, address = ""] of text.matchAll(/url\(["']?([^"')]+)/g)) add(address, url);
    }
  }

  const pages = () => [...visited].filter(([, { type }]) => type.startsWith("text/html"));

  test("finds no address that does not exist", () => {
    assert.ok(pages().length > 25, `${pages().length} pages`);
    for (const type of ["text/css", "text/javascript", "image/png", "application/xml", "application/rss+xml"])
      assert.ok(
        [...visited.values()].some((reply) => reply.type.startsWith(type)),
        type,
      );
    const missing = [...visited].filter(([, { status }]) => status !== 200);
    assert.deepEqual(
      missing.map(([url, { status }]) => `${status} ${url}`),
      [],
    );
  });

  test("sees nothing of a page that it may not see", () => {
    const links = [...visited].find(([url]) => url.endsWith("/links"));
    assert.match(links?.[1].text ?? "", /<main.*See.*<\/main>/s);
    for (const [url, { text }] of visited) {
      assert.doesNotMatch(url, /secret-page/);
      assert.doesNotMatch(text, new RegExp(`${secretText}|Secret page|Below the secret`, "i"), url);
    }
  });

  test("finds each page that is indexed in the sitemap under its canonical URL, and no other", () => {
    const listed = [...visited]
      .filter(([url]) => url.includes("/sitemap-pages"))
      .flatMap(([url, { text }]) => [...readSitemap(url, text).keys()]);
    const indexed = new Set<string>();
    for (const [, { text, noIndex }] of pages()) {
      if (noIndex) continue;
      indexed.add(/<link rel="canonical" href="([^"]+)">/.exec(text)?.[1] ?? "");
      assert.ok(readStructuredData(text).length > 0);
    }
    assert.deepEqual(listed.toSorted(), [...indexed].toSorted());
  });

  test("finds pages in other languages that lead back", () => {
    const alternates = (text: string) =>
      [...text.matchAll(/<link rel="alternate" hreflang="[^"]+" href="([^"]+)">/g)].map(
        ([, href = ""]) => href,
      );
    let links = 0;
    for (const [url, { text }] of pages())
      for (const href of alternates(text)) {
        links += 1;
        assert.ok(alternates(visited.get(href)?.text ?? "").includes(url), `${href} does not lead to ${url}`);
      }
    assert.ok(links > 0);
  });
});
