import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { metaOf } from "../../../test/support/metadata.ts";
import { cookieOf, openPage, publishSite } from "../../../test/support/published-site.ts";
import { removeOldCards } from "./card-store.ts";

const beta = "visitor.claims.unsigned.beta";

describeOnEachDatabase("the social cards of pages", (suite) => {
  const open = (url: string, headers?: Readonly<Record<string, string>>) => openPage(suite.app, url, headers);
  const imageOf = async (url: string, headers?: Readonly<Record<string, string>>) =>
    metaOf((await open(url, headers)).text).get("og:image") ?? "";
  const readRows = () => suite.app.context.database.read.selectFrom("social_cards").selectAll().execute();

  test("are drawn once for what they show, for those who see the page, and with its text only", async () => {
    const { app } = suite;
    const site = await publishSite(app, {
      pages: [["Home"], ["Guide", { description: "Short" }], ["Secret", { condition: beta }]],
    });
    const meta = metaOf((await open(`${site.url}/guide`)).text);
    const url = meta.get("og:image") ?? "";
    assert.match(url.slice(site.url.length), /^\/guide\/~lectern\/social-card\/[\w-]+\.png$/);
    assert.deepEqual(
      ["width", "height", "alt"].map((name) => meta.get(`og:image:${name}`)),
      ["1200", "630", "Guide"],
    );
    assert.deepEqual(
      ["card", "image:alt"].map((name) => meta.get(`twitter:${name}`)),
      ["summary_large_image", "Guide"],
    );
    const [first, second] = await Promise.all([open(url), open(url)]);
    assert.equal(first.status, 200, first.text);
    assert.match(String(first.headers["cache-control"]), /^public, max-age=31536000, immutable$/);
    assert.equal(first.headers["content-type"], "image/png");
    const { width, height, format } = await sharp(first.bytes).metadata();
    assert.deepEqual([width, height, format], [1200, 630, "png"]);
    assert.deepEqual(second.bytes, first.bytes);
    const rows = await readRows();
    assert.equal(rows.length, 1);
    // Another hash leads to the current card; a former one after a change too.
    const other = url.replace(/[^/]+\.png$/, `${"0".repeat(32)}.png`);
    assert.equal((await open(other)).location, new URL(url).pathname);
    assert.equal((await open(url.replace(".png", ".svg"))).status, 404);
    assert.equal((await open(url.replace("/guide/", "/nothing/"))).status, 404);
    const change = { operation: "update_page", page: site.ids.get("Guide"), title: "Handbook", slug: "book" };
    await app.change(site.space.path, change);
    const changed = await imageOf(`${site.url}/book`);
    const moved = await open(url);
    assert.equal(moved.status, 307);
    assert.equal(
      (await open(new URL(moved.location ?? "", site.url).href)).location,
      new URL(changed).pathname,
    );
    const after = await open(changed);
    assert.equal(after.status, 200);
    assert.ok(!after.bytes.equals(first.bytes));
    // The card of a page is for those who see it.
    const cookie = cookieOf(await open(`${site.url}?visitor.beta=true`, { accept: "text/html" }));
    const secret = await imageOf(`${site.url}/secret`, { cookie });
    assert.equal((await open(secret)).status, 404);
    // The customization decides the image, and the colors of cards.
    const path = new URL(await imageOf(site.url)).pathname;
    const customize = (body: object) => app.ok(app.admin, `PUT ${site.path}/customization`, { body });
    await customize({ themes: { default: "dark" } });
    assert.notEqual(new URL(await imageOf(site.url)).pathname, path);
    await customize({ socialPreview: { url: "https://example.com/a.png" } });
    assert.equal(await imageOf(site.url), "https://example.com/a.png");
  });

  test("are removed when they are old, or with their site", async () => {
    const { app } = suite;
    const { context } = app;
    const site = await publishSite(app, { pages: [["Home"]] });
    const row = { hash: "a", bytes: Buffer.from("a"), drawn_at: "2000-01-01T00:00:00.000Z" };
    const insert = (slot: number, values: object) =>
      context.database.write((trx) =>
        trx
          .insertInto("social_cards")
          .values({ site_id: site.id, slot, ...row, ...values })
          .execute(),
      );
    await insert(1, {});
    await insert(2, { drawn_at: context.clock.now() });
    await removeOldCards(context);
    const slots = async () =>
      (await readRows()).filter(({ site_id }) => site_id === site.id).map(({ slot }) => slot);
    assert.deepEqual(await slots(), [2]);
    await app.ok(app.admin, `DELETE ${site.path}`);
    assert.deepEqual(await slots(), []);
  });
});
