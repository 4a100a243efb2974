import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { insertToken } from "../../src/identity/tokens/tokens.ts";
import { describeOnEachDatabase, type Reply } from "../support/app.ts";

/** A visitor with the cookies of a browser. */
interface Visitor {
  readonly name: string;
  /** The URLs that the visitor opens first. */
  readonly starts: readonly string[];
  /** The words that the visitor must find. All others are forbidden. */
  readonly allowed: readonly Word[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is in the site or near it: each word has a marker, which stands in titles, texts, paths, names and values. */
const words = [
  ...["open", "pro", "beta", "proBlock", "betaBlock", "proVariant", "betaSection", "proLink"],
  ...["unlisted", "draft", "unusedFile", "unusedVariable", "unusedContent", "deleted", "comment"],
  ...["otherSpace", "otherSite", "otherOrganization", "unpublished", "proSpec"],
] as const;
type Word = (typeof words)[number];

/** One lower-case word, so that slugs, anchors and search texts contain it unchanged. */
const marker = (word: Word) => `zq${word.toLowerCase()}qz`;

describeOnEachDatabase("visitors of published sites", (suite) => {
  const admin = (operation: string, body?: object): Promise<Reply["body"]> =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  /** A page whose title, path, description and text have a marker. */
  const pageOf = (word: Word, markdown = "") => ({
    operation: "insert_page",
    title: `Page ${marker(word)}`,
    description: `About ${marker(word)}`,
    document: { markdown: `## Heading ${marker(word)}\n\nText ${marker(word)}.\n\n${markdown}` },
  });

  const file = (word: Word) => ({
    ...{ name: `${marker(word)}.txt`, contentType: "text/plain" },
    base64: Buffer.from(`File ${marker(word)}`).toString("base64"),
  });

  async function createSpec(): Promise<void> {
    const { app } = suite;
    const path = `/orgs/${app.organizationId}/openapi/${marker("proSpec")}`;
    const operation = { summary: marker("proSpec"), responses: { 200: { description: marker("proSpec") } } };
    const document = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: { "/a": { get: operation } },
    };
    const { id } = await admin(`PUT ${path}`, { source: { text: JSON.stringify(document) } });
    const { processSpec } = await import("../../src/api/openapi-specs/spec-sources.ts");
    await processSpec(app.context, id, "text");
  }

  /** The main space: open pages that refer to everything that is hidden. */
  async function createMainSpace(otherSpace: string): Promise<string> {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    const isPro = 'visitor.claims.plan == "pro"';
    const isBeta = "visitor.claims.unsigned.beta == true";
    const hidden = ["proBlock", "betaBlock", "unusedFile"] as const;
    const { changes, insertedReusableContents } = await app.change(
      space.path,
      { operation: "insert_files", files: hidden.map(file) },
      {
        operation: "set_variables",
        variables: {
          pro_value: marker("proBlock"),
          beta_value: marker("betaBlock"),
          unused: marker("unusedVariable"),
        },
      },
      { operation: "insert_reusable_content", title: "Shared", document: { markdown: marker("proBlock") } },
      {
        operation: "insert_reusable_content",
        title: marker("unusedContent"),
        document: { markdown: marker("unusedContent") },
      },
      { ...pageOf("pro"), slug: "former", condition: isPro },
      { ...pageOf("beta"), condition: isBeta },
      { ...pageOf("unlisted"), hidden: true },
      pageOf("deleted"),
    );
    const files = (await admin(`GET ${space.path}/content/files`)).items as Reply["body"][];
    const fileOf = (word: Word) => files.find(({ name }) => name.includes(marker(word)))?.id;
    const [shared] = insertedReusableContents;
    const pages = changes.flatMap(({ page }: Reply["body"]) => (page ? [page.id] : []));
    const [pro, beta, unlisted, deleted] = pages as string[];
    await app.change(
      space.path,
      { operation: "update_page", page: pro, slug: marker("pro") },
      { ...pageOf("pro"), title: `Child ${marker("pro")}`, into: pro },
      { operation: "delete_page", page: deleted },
    );
    const refs = [pro, beta].map((id) => `/pages/${id}`);
    const markdown = [
      ...refs.map((ref) => `See [this page](${ref}), and [](${ref} "mention").`),
      ...refs.map((ref) => `{% content-ref url="${ref}" %}\n[a](${ref})\n{% endcontent-ref %}`),
      `A [space](/spaces/${otherSpace}).`,
      `<table data-view="cards"><thead><tr><th></th><th data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="/pages/${pro}">a</a></td></tr></tbody></table>`,
      `{% if ${isPro} %}\n### ${marker("proBlock")}\n\n<code class="expression">space.vars.pro_value</code>\n\n{% file src="/files/${fileOf("proBlock")}" %}\n\n{% include "/reusable-contents/${shared}" %}\n\n{% openapi-operation spec="${marker("proSpec")}" path="/a" method="get" %}\n{% endopenapi-operation %}\n{% endif %}`,
      `{% if ${isBeta} %}\n### ${marker("betaBlock")}\n\n<code class="expression">space.vars.beta_value</code>\n\n![](/files/${fileOf("betaBlock")})\n{% endif %}`,
      `{% if visitor.claims. %}\n${marker("draft")}\n{% endif %}`,
    ];
    await app.change(space.path, { ...pageOf("open", markdown.join("\n\n")), at: 0 }, pageOf("open"));
    assert.ok(unlisted);
    const request = await app.changeRequest(space, { subject: marker("draft") });
    await app.change(request.path, pageOf("draft"));
    await app.comment(space.path, { body: { markdown: marker("comment") } });
    return space.id;
  }

  /** Sites of the same spaces with all visibilities, and everything near them. */
  async function createWorld() {
    const { app } = suite;
    const otherSpace = await app.space({ title: marker("otherSpace") });
    await app.change(otherSpace.path, pageOf("otherSpace"));
    await createSpec();
    const main = await createMainSpace(otherSpace.id);
    const variant = await app.space({ title: `Variant ${marker("proVariant")}` });
    await app.change(variant.path, pageOf("proVariant"));
    const section = await app.space({ title: `Section ${marker("betaSection")}` });
    await app.change(section.path, pageOf("betaSection"));
    const publish = async (fields: object, title = "Acme") => {
      const path = `/orgs/${app.organizationId}/sites`;
      const { id } = await admin(`POST ${path}`, { title, spaces: [main, variant.id] });
      const site = `${path}/${id}`;
      const { items } = await admin(`GET ${site}/site-spaces`);
      await admin(`PATCH ${site}/site-spaces/${items[1].id}`, { condition: 'visitor.claims.plan == "pro"' });
      const added = await admin(`POST ${site}/sections`, {
        spaceId: section.id,
        title: marker("betaSection"),
      });
      const condition = "visitor.claims.unsigned.beta == true";
      await admin(`PATCH ${site}/sections/${added.id}`, { condition, description: marker("betaSection") });
      const link = {
        title: marker("proLink"),
        to: { kind: "url", url: `https://example.com/${marker("proLink")}` },
      };
      await admin(`PUT ${site}/customization`, {
        header: { links: [{ ...link, links: [], condition: 'visitor.claims.plan == "pro"' }] },
      });
      await admin(`POST ${site}/publish`);
      const { urls } = await admin(`PATCH ${site}`, fields);
      // The site's URL without the key of a share link.
      const url = `${app.context.config.sites.url}/${app.organizationId}/${id}`;
      return { path: site, url: (urls.published ?? url) as string };
    };
    const open = await publish({ visibility: "public" });
    const auth = await publish({ visibility: "visitor-auth" });
    const shared = await publish({ visibility: "share-link" });
    const unpublished = await publish({}, marker("unpublished"));
    await admin(`POST ${unpublished.path}/unpublish`);
    await publish({ basename: marker("otherSite") }, marker("otherSite"));
    const stranger = await app.organization(marker("otherOrganization"));
    const foreign = await app.space({ title: marker("otherOrganization") }, stranger.id, stranger.admin);
    await app.ok(stranger.admin, `POST ${foreign.path}/content`, {
      body: { changes: [pageOf("otherOrganization")] },
    });
    return { open, auth, shared, unpublished, stranger: stranger.admin };
  }

  async function sessionOf(userId: string): Promise<string> {
    const { database, clock } = suite.app.context;
    const token = `lcs_session-of-${userId}`;
    await database.write((trx) =>
      insertToken(trx, { token, userId, name: "Session", kind: "session" }, clock.now()),
    );
    return `lectern_session=${token}`;
  }

  async function createVisitors(): Promise<Visitor[]> {
    const { open, auth, shared, unpublished, stranger } = await createWorld();
    const { privateKey } = await admin(`GET ${auth.path}/publishing/auth`);
    const sign = (claims: object) =>
      new SignJWT({ ...claims, exp: Math.floor(Date.now() / 1000) + 3600 })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(privateKey));
    const link = await admin(`POST ${shared.path}/share-links`, { name: "Press" });
    const keyUrl = (await admin(`GET ${shared.path}`)).urls.published as string;
    assert.ok(link.id);
    const betaWords = ["beta", "betaBlock", "betaSection"] as const;
    const proWords = ["pro", "proBlock", "proVariant", "proLink", "proSpec"] as const;
    const strange = await sessionOf(stranger.id);
    const pro = await sign({ plan: "pro" });
    return [
      { name: "anonymous", starts: [open.url, `${open.url}/former`, `${open.url}/pag`], allowed: ["open"] },
      {
        name: "with unsigned claims",
        starts: [`${open.url}?visitor.beta=true`],
        allowed: ["open", ...betaWords],
      },
      {
        name: "with unsigned claims like signed ones",
        starts: [`${open.url}?visitor.plan=pro`, `${open.url}?visitor.claims.plan=pro`],
        allowed: ["open"],
      },
      { name: "with a token", starts: [`${auth.url}?jwt_token=${pro}`], allowed: ["open", ...proWords] },
      {
        name: "with a token and unsigned claims",
        starts: [`${auth.url}?jwt_token=${pro}&visitor.beta=true`],
        allowed: ["open", ...proWords, ...betaWords],
      },
      {
        name: "with a lesser token",
        starts: [`${auth.url}?jwt_token=${await sign({ plan: "free" })}`],
        allowed: ["open"],
      },
      {
        name: "without a token",
        starts: [auth.url, `${auth.url}/former`, `${auth.url}?visitor.beta=true`],
        allowed: [],
      },
      { name: "with a link", starts: [keyUrl, `${keyUrl}/former`], allowed: ["open"] },
      {
        name: "without a link",
        starts: [shared.url, `${shared.url}/wrong-key`, `${shared.url}/former`],
        allowed: [],
      },
      {
        name: "of another organization",
        starts: [unpublished.url, open.url, auth.url],
        allowed: ["open"],
        headers: { cookie: strange },
      },
      {
        name: "with the API token of another organization",
        starts: [auth.url, shared.url],
        allowed: [],
        headers: { authorization: `Bearer ${stranger.token}` },
      },
    ];
  }

  const maxRequests = 150;

  /** Everything that a visitor gets: all pages, files and other addresses that can be reached, with their headers. */
  async function crawl({ starts, headers = {} }: Visitor): Promise<Map<string, string>> {
    const received = new Map<string, string>();
    const cookies = new Map<string, string>();
    const origins = new Set(starts.map((url) => new URL(url).origin));
    const extras = starts.flatMap((url) => {
      const [base = url] = url.split("?");
      return ["nothing-here", "sitemap.xml", "llms.txt", "robots.txt"].map(
        (name) => `${base.replace(/\/$/, "")}/${name}`,
      );
    });
    const queue = [...starts, ...extras];
    for (let url = queue.shift(); url !== undefined && received.size < maxRequests; url = queue.shift()) {
      const { host, pathname, search } = new URL(url);
      if (received.has(pathname + search)) continue;
      const cookie = [headers.cookie, ...[...cookies].map(([name, value]) => `${name}=${value}`)]
        .filter(Boolean)
        .join("; ");
      const reply = await suite.app.app.inject({
        url: pathname + search,
        headers: { accept: "text/html", ...headers, host, ...(cookie && { cookie }) },
      });
      for (const text of [reply.headers["set-cookie"] ?? []].flat()) {
        const [pair = ""] = text.split(";");
        cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
      }
      received.set(pathname + search, `${JSON.stringify(reply.headers)}\n${reply.body}`);
      const found = [...reply.body.matchAll(/\s(?:href|src|action|data-[\w-]+)="([^"#]+)/g)].map(
        ([, text = ""]) => text,
      );
      for (const text of [...found, String(reply.headers.location ?? "")]) {
        const target = URL.parse(text.replaceAll("&amp;", "&"), url);
        if (
          target !== null &&
          text !== "" &&
          origins.has(target.origin) &&
          !target.pathname.startsWith("/v1")
        )
          queue.push(target.href);
      }
    }
    assert.ok(received.size < maxRequests, "the crawl did not end");
    return received;
  }

  function check({ name, allowed }: Visitor, received: ReadonlyMap<string, string>): void {
    for (const [url, text] of received)
      for (const word of words)
        if (!allowed.includes(word) && !url.includes(marker(word)))
          assert.ok(
            !text.includes(marker(word)),
            `a visitor ${name} got ${word} at ${url}: ${excerpt(text, marker(word))}`,
          );
    const all = [...received.values()].join("\n");
    for (const word of allowed)
      assert.ok(all.includes(marker(word)), `a visitor ${name} did not get ${word}`);
  }

  const excerpt = (text: string, word: string) => {
    const at = text.indexOf(word);
    return text.slice(Math.max(0, at - 120), at + 80);
  };

  test("get nothing of what they may not see, in any byte, whoever was there before", async () => {
    const visitors = await createVisitors();
    for (const visitor of visitors) check(visitor, await crawl(visitor));
    // All at once, in the opposite order: cached pages of one visitor must not be sent to another.
    const received = await Promise.all(visitors.toReversed().map(crawl));
    for (const [i, visitor] of visitors.toReversed().entries()) check(visitor, received[i] ?? new Map());
  });
});
