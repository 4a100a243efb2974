import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import {
  createFont,
  type FontOwner,
  fontFile,
  openTypeFile,
  putFile,
  uploadFont,
  uploadUrl,
  woffFile,
} from "../../../test/support/fonts.ts";
import { removeUnusedRepositories } from "../../storage/repositories/remove-unused.ts";
import { removeUnusedFontFiles } from "./font-files.ts";

const day = 24 * 60 * 60_000;

describeOnEachDatabase("custom fonts", (suite) => {
  const owner = (): FontOwner => ({
    app: suite.app,
    organizationId: suite.app.organizationId,
    admin: suite.app.admin,
  });
  const fonts = () => `/orgs/${suite.app.organizationId}/fonts`;
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  const refused = (operation: string, status: number, message: RegExp, body: object) =>
    suite.app.refused(suite.app.admin, operation, status, message, { body });
  const urlOf = (font: { fontFaces: { sources: { url: string }[] }[] }, face = 0) =>
    font.fontFaces[face]?.sources[0]?.url ?? "";
  const download = (url: string) => suite.app.app.inject(new URL(url).pathname);

  test("are created from uploaded files, changed weight by weight, and deleted", async () => {
    const [regular, bold] = [fontFile(400), await woffFile(700)];
    const keys = [await uploadFont(owner(), regular), await uploadFont(owner(), bold)];
    const font = await admin(`PUT ${fonts()}`, {
      fontFamily: "Own Sans",
      fontFaces: [
        { weight: 700, storageKey: keys[1] },
        { weight: 400, storageKey: keys[0] },
      ],
    });
    const { id, fontFaces, ...rest } = font;
    assert.deepEqual(rest, { custom: true, fontFamily: "Own Sans", permissions: { edit: true } });
    assert.deepEqual(
      fontFaces.map((face: { weight: number; sources: object[] }) => [
        face.weight,
        Object(face.sources[0]).format,
      ]),
      [
        [400, "woff2"],
        [700, "woff"],
      ],
    );
    for (const [i, bytes] of [regular, bold].entries()) {
      const { statusCode, rawPayload, headers } = await download(urlOf(font, i));
      assert.equal(statusCode, 200);
      assert.ok(rawPayload.equals(bytes));
      assert.equal(headers["content-type"], i === 0 ? "font/woff2" : "font/woff");
      assert.match(String(headers["cache-control"]), /immutable/);
    }
    const reader = await suite.app.member("read");
    const read = await suite.app.ok(reader, `GET ${fonts()}/${id}`);
    assert.deepEqual(read, { ...font, permissions: { edit: false } });
    assert.deepEqual((await admin(`GET ${fonts()}`)).items.at(-1), font);

    const otf = await uploadFont(owner(), openTypeFile("OTTO"));
    const changed = await admin(`POST ${fonts()}/${id}`, {
      fontFamily: "New",
      fontFaces: [
        { weight: 700, storageKey: null },
        { weight: 900, storageKey: otf },
      ],
    });
    assert.deepEqual([changed.fontFamily, changed.fontFaces[0]], ["New", fontFaces[0]]);
    assert.deepEqual([changed.fontFaces[1].weight, changed.fontFaces.length], [900, 2]);
    assert.equal(changed.fontFaces[1].sources[0].format, undefined);
    assert.equal((await download(urlOf(font, 1))).statusCode, 404, "the file of the removed weight");
    await refused(`POST ${fonts()}/${id}`, 412, /^fontFaces: must include the weight 400$/, {
      fontFaces: [{ weight: 400, storageKey: null }],
    });
    assert.deepEqual(await admin(`GET ${fonts()}/${id}`), changed);

    await admin(`DELETE ${fonts()}/${id}`);
    assert.equal((await suite.app.call(suite.app.admin, `DELETE ${fonts()}/${id}`)).status, 204);
    assert.equal((await download(urlOf(font))).statusCode, 404);
    await refused(`POST ${fonts()}/${id}`, 404, /^Font not found$/, {});
  });

  test("have only files that are fonts, of the announced size, sent once to a signed URL in time", async () => {
    const upload = async (bytes: Buffer, size = bytes.length) =>
      putFile(owner(), (await uploadUrl(owner(), size)).url, bytes);
    const bytes = fontFile();
    const collection = Buffer.concat([Buffer.from("ttcf"), bytes.subarray(4)]);
    const notFonts = [
      Buffer.from("<svg onload=alert(1)>".padEnd(100)),
      bytes.subarray(0, -1),
      collection,
      openTypeFile("\0\x01\0\0", 29),
      openTypeFile("OTTO").subarray(0, 20),
    ];
    for (const wrong of notFonts) {
      const reply = await upload(wrong);
      assert.deepEqual(
        [reply.statusCode, JSON.parse(reply.body).error.message],
        [400, "body: must be a font: WOFF2, WOFF, TrueType or OpenType"],
      );
    }
    assert.match((await upload(bytes, 7)).body, /body: must have 7 bytes/);
    assert.equal((await upload(openTypeFile("\0\x01\0\0"))).statusCode, 200);
    const { url } = await uploadUrl(owner(), bytes.length);
    for (const forged of [url.replace(/size=\d/, "size=9"), url.replace(/organization=./, "organization=x")])
      assert.equal((await putFile(owner(), forged, bytes)).statusCode, 404);
    assert.equal((await putFile(owner(), url, bytes)).statusCode, 200);
    assert.equal((await putFile(owner(), url, bytes)).statusCode, 409);
    await refused(
      `POST /orgs/${suite.app.organizationId}/storage/upload`,
      400,
      /^file.size: must be at most/,
      {
        file: { name: "a", type: "b", size: 100_000_000 },
        kind: "customization_font",
      },
    );
  });

  test("use uploaded files of their own organization only", async () => {
    const { id: organizationId, admin: stranger } = await suite.app.organization();
    const foreign = await uploadFont({ app: suite.app, organizationId, admin: stranger });
    const missing = /^fontFaces\[0\].storageKey: no file was uploaded to the URL of this key$/;
    for (const storageKey of [foreign, "unknown", (await uploadUrl(owner(), 5)).key])
      await refused(`PUT ${fonts()}`, 412, missing, {
        fontFamily: "A",
        fontFaces: [{ weight: 400, storageKey }],
      });
    const storageKey = await uploadFont(owner());
    await refused(`PUT ${fonts()}`, 412, /weight 400/, {
      fontFamily: "A",
      fontFaces: [{ weight: 500, storageKey }],
    });
    await refused(`PUT ${fonts()}`, 400, /^fontFaces\[1\].weight: must not be repeated$/, {
      fontFamily: "A",
      fontFaces: [
        { weight: 400, storageKey },
        { weight: 400, storageKey },
      ],
    });
    // A variable font has all weights in one file.
    const variable = await admin(`PUT ${fonts()}`, {
      fontFamily: "A",
      fontFaces: [
        { weight: 400, storageKey },
        { weight: 700, storageKey },
      ],
    });
    await admin(`POST ${fonts()}/${variable.id}`, { fontFaces: [{ weight: 700, storageKey: null }] });
    assert.equal((await download(urlOf(variable))).statusCode, 200);
  });

  test("in a customization have their current files, and are no longer chosen after their deletion", async () => {
    const font = await createFont(owner());
    const { permissions, ...definition } = font;
    const space = await suite.app.space();
    await suite.app.page(space.path, "Home", { document: { markdown: "Hi" } });
    const sites = `/orgs/${suite.app.organizationId}/sites`;
    const site = await admin(`POST ${sites}`, { title: "Docs", spaces: [space.id] });
    await admin(`POST ${sites}/${site.id}/publish`);
    const path = `${sites}/${site.id}`;
    await admin(`PUT ${path}/customization`, { styling: { font: definition, headingFont: "Lato" } });
    const { published } = (await admin(`GET ${path}`)).urls;
    const page = async () => {
      const reply = await suite.app.app.inject(new URL(published).pathname);
      assert.equal(reply.statusCode, 200, reply.body);
      return reply;
    };
    const before = await page();
    const [, file = ""] =
      /url\("([^"]+\/~lectern\/files\/fonts\/[^"]+)"\) format\("woff2"\)/.exec(before.body) ?? [];
    assert.equal((await suite.app.app.inject(file)).headers["content-type"], "font/woff2");
    assert.match(String(before.headers["content-security-policy"]), /font-src 'self';/);

    const next = await admin(`POST ${fonts()}/${font.id}`, {
      fontFaces: [{ weight: 400, storageKey: await uploadFont(owner(), await woffFile()) }],
    });
    assert.match((await page()).body, /url\("[^"]+\/~lectern\/files\/fonts\/[^"]+\.woff"\) format\("woff"\)/);
    assert.deepEqual((await admin(`GET ${path}/customization`)).styling.font.fontFaces, next.fontFaces);
    const { customizations } = await admin(`GET ${path}/published`);
    assert.deepEqual(customizations.site.styling.font.fontFaces, next.fontFaces);

    await admin(`DELETE ${fonts()}/${font.id}`);
    assert.doesNotMatch((await page()).body, /~lectern\/files\/fonts/);
    const { styling } = await admin(`GET ${path}/customization`);
    assert.deepEqual([styling.font, styling.headingFont], ["Inter", "Lato"]);
  });

  test("lose files that no font has used for a day", async () => {
    const { context } = suite.app;
    await uploadFont(owner());
    const font = await createFont(owner());
    const count = async () =>
      (await context.database.read.selectFrom("font_files").select("id").execute()).length;
    const all = await count();
    await removeUnusedFontFiles(context);
    assert.equal(await count(), all);
    const time = context.clock.time() + day + 1000;
    const tomorrow = { ...context, clock: { time: () => time, now: () => new Date(time).toISOString() } };
    await removeUnusedFontFiles(tomorrow);
    assert.ok((await count()) < all);
    await removeUnusedRepositories(tomorrow);
    assert.equal((await download(urlOf(font))).statusCode, 200);
  });
});
