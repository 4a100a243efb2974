import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { browser, openPage, publishSite } from "../../test/support/published-site.ts";

const url = (path: string) => ({ kind: "url", url: `https://example.com/${path}` });
const color = { light: "#7a1fa2", dark: "#e1bee7" };
const image = { light: "https://example.com/a.png", dark: "https://example.com/b.png" };

/** A customization that changes every part of a page. */
const looks = {
  title: "Acme handbook",
  styling: { theme: "bold", primaryColor: color, corners: "circular", font: "Lato", icons: "thin" },
  favicon: { emoji: "1f680" },
  header: {
    logo: image,
    links: [
      { title: "Everyone", to: url("x"), links: [], style: "button-primary" },
      { title: "Pros", to: url("pro"), links: [], condition: 'visitor.claims.plan == "pro"' },
    ],
  },
  footer: { groups: [{ title: "Company", links: [{ title: "About", to: url("about") }] }], copyright: "© A" },
  announcement: { enabled: true, message: "A new look", style: "info" },
  themes: { default: "dark", toggeable: true },
  feedback: { enabled: true },
  pageActions: { externalAI: true, markdown: true, mcp: true },
};

/** The page without what names the preview: its address, and the script of the workspace. */
function unnamed(text: string, ...bases: readonly string[]): string[] {
  const page = text.replace(/<script type="module" src="[^"]*" data-workspace="[^"]*"><\/script>/, "");
  return bases.reduce((named, base) => named.replaceAll(base, "BASE"), page).split(/(?=<)/);
}

const clock = {
  shift: 0,
  time: () => Date.now() + clock.shift,
  now: () => new Date(clock.time()).toISOString(),
};

describeOnEachDatabase(
  "previews of customizations",
  (suite) => {
    const open = (address: string, headers: Readonly<Record<string, string>> = browser) =>
      openPage(suite.app, address, headers);

    async function preview(site: { path: string }, body: object, id = "tab", person = suite.app.admin) {
      const route = `PUT ${site.path}/customization/preview`;
      const reply = await suite.app.ok(person, route, { body: { id, ...body } });
      return reply.urls.preview as string;
    }

    test("equal the published pages after saving, byte for byte", async () => {
      const { app } = suite;
      const pages = [
        ["Home", { document: { markdown: "# A\n\n`code` [guide](guide.md)" } }],
        ["Guide"],
      ] as const;
      const site = await publishSite(app, { pages, customization: { title: "Before" } });
      const [{ id: siteSpaceId }] = (await app.ok(app.admin, `GET ${site.path}/site-spaces`)).items;
      const overrides = { styling: { theme: "muted" }, internationalization: { locale: "de" } };
      const address = await preview(site, { customization: looks, siteSpaces: { [siteSpaceId]: overrides } });
      const [base, publishedBase] = [new URL(address).pathname, new URL(site.url).pathname];
      const read = async (root: string, path: string) => {
        const { status, text } = await open(root + path);
        return { status, text: unnamed(text, base, publishedBase) };
      };
      const paths = ["", "/guide", "/missing", "/~lectern/search?q=home"];
      const previewed = await Promise.all(paths.map((path) => read(address, path)));
      assert.match(
        previewed[0]?.text.join("") ?? "",
        /Acme handbook.*theme-muted|theme-muted.*Acme handbook/s,
      );
      assert.doesNotMatch((await open(site.url)).text, /Acme handbook|theme-muted/);
      await app.ok(app.admin, `PUT ${site.path}/customization`, { body: looks });
      const ofSpace = `${site.path}/site-spaces/${siteSpaceId}/customization`;
      await app.ok(app.admin, `PATCH ${ofSpace}`, { body: overrides });
      for (const [i, path] of paths.entries())
        assert.deepEqual(previewed[i], await read(site.url, path), path);
      assert.deepEqual(
        previewed.map(({ status }) => status),
        [200, 200, 404, 200],
      );
    });

    test("are as the site will be once it is published, for any visitor, in any mode", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      await app.ok(app.admin, `POST ${site.path}/unpublish`);
      const { text } = await open(await preview(site, { customization: looks }));
      assert.match(text, />Everyone</);
      assert.doesNotMatch(text, />Pros</);
      assert.match(text, /data-theme="dark"/);
      const root = await preview(site, { customization: looks, claims: { plan: "pro" }, mode: "light" });
      const light = await open(root);
      assert.match(light.text, />Pros</);
      assert.match(light.text, /data-theme="light"/);
      assert.doesNotMatch(light.text, /lectern-theme/);
      const fixed = { ...looks, themes: { default: "dark", toggeable: false } };
      assert.match(
        (await open(await preview(site, { customization: fixed, mode: "light" }))).text,
        /data-theme="dark"/,
      );
      await app.ok(app.admin, `POST ${site.path}/publish`);
      const bases = [new URL(root).pathname, new URL(site.url).pathname];
      await app.ok(app.admin, `PUT ${site.path}/customization`, { body: looks });
      assert.deepEqual(unnamed(text, ...bases), unnamed((await open(site.url)).text, ...bases));
    });

    test("of a site without pages show its look, and readers find no page", async () => {
      const site = await publishSite(suite.app, { pages: [] });
      const shown = await open(await preview(site, { customization: { title: "Soon here" } }));
      assert.equal(shown.status, 200);
      assert.match(shown.text, /Soon here.*<h1>There are no pages here<\/h1>/s);
      const published = await open(site.url);
      assert.equal(published.status, 404);
      assert.match(published.text, /<h1>There are no pages here<\/h1>/);
    });

    test("are seen by nobody else, and not kept by caches", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      const address = await preview(site, { customization: { title: "Secret look" } });
      const other = await preview(site, { customization: { title: "Other tab" } }, "other");
      assert.notEqual(address, other);
      const page = await open(address);
      const { headers } = page;
      assert.match(page.text, /Secret look/);
      assert.deepEqual(
        [
          headers["cache-control"],
          headers["x-robots-tag"],
          headers["referrer-policy"],
          headers["x-frame-options"],
        ],
        ["private, no-cache", "noindex", "same-origin", undefined],
      );
      const origin = new URL(app.context.config.baseUrl).origin;
      assert.match(String(headers["content-security-policy"]), new RegExp(`frame-ancestors ${origin}$`));
      assert.match(
        String((await open(site.url)).headers["content-security-policy"]),
        /frame-ancestors 'self'$/,
      );
      for (const path of [site.url, other]) assert.doesNotMatch((await open(path)).text, /Secret look/);
      const event = await openPage(
        app,
        `${address}/~lectern/events`,
        { "content-type": "application/json" },
        "POST",
      );
      assert.ok(event.status < 500);
      // A key opens its own site only.
      const foreign = await publishSite(app, { pages: [["Foreign home"]] });
      assert.equal((await open(address.replace(site.id, foreign.id))).status, 404);
      assert.equal((await open(address.replace(/previews\/./, "previews/_"))).status, 404);
      const member = await app.member("read");
      const ofMember = await preview(site, { customization: { title: "Theirs" } }, "tab", member);
      assert.match((await open(ofMember)).text, /Theirs/);
      assert.match((await open(address)).text, /Secret look/);
      await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${member.id}`);
      assert.equal((await open(ofMember)).status, 404);
      await app.refused(await app.stranger(), `PUT ${site.path}/customization/preview`, 404, /./, {
        body: {},
      });
    });

    test("are limited in size, number and time", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      const route = `PUT ${site.path}/customization/preview`;
      const links = [{ title: "A", to: url("a"), links: [], condition: "visitor.(" }];
      const invalid = [
        [{ customization: { header: { links } } }, /customization\.header\.links\[0\]\.condition/],
        [{ siteSpaces: { x: { header: { links } } } }, /siteSpaces\.x\.header\.links\[0\]\.condition/],
        [{ customization: { styling: { primaryColor: { light: "red", dark: "#fff" } } } }, /primaryColor/],
        [{ claims: { a: "x".repeat(3000) } }, /claims/],
        [{ mode: "sepia" }, /mode/],
        [{ id: "a.b" }, /id: must have up to 64/],
        [
          {
            siteSpaces: Object.fromEntries(
              Array.from({ length: 100 }, (_, i) => [
                i,
                {
                  footer: {
                    groups: Array.from({ length: 50 }, () => ({ title: "x".repeat(100), links: [] })),
                  },
                },
              ]),
            ),
          },
          /at most 400000/,
        ],
      ] as const;
      for (const [body, message] of invalid) await app.refused(app.admin, route, 400, message, { body });
      const addresses: string[] = [];
      for (let i = 0; i < 11; i++) {
        clock.shift++;
        addresses.push(await preview(site, {}, `tab-${i}`));
      }
      const statuses = await Promise.all(addresses.map(async (address) => (await open(address)).status));
      assert.deepEqual(statuses, [404, ...Array.from({ length: 10 }, () => 200)]);
      const [, second = "", third = ""] = addresses;
      clock.shift += 50 * 60_000;
      assert.equal(await preview(site, { customization: looks }, "tab-1"), second);
      clock.shift += 11 * 60_000;
      assert.deepEqual([(await open(second)).status, (await open(third)).status], [200, 404]);
      assert.notEqual(await preview(site, {}, "tab-2"), third);
      assert.equal((await open(third)).status, 404);
    });

    test("what is stored is read without defaults, and not overwritten if it has changed", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      const [{ id }] = (await app.ok(app.admin, `GET ${site.path}/site-spaces`)).items;
      const stored = () => app.ok(app.admin, `GET ${site.path}/customization/stored`);
      const before = await stored();
      assert.deepEqual([before.customization, before.siteSpaces], [{}, []]);
      assert.deepEqual(before.defaults, await app.ok(app.admin, `GET ${site.path}/customization`));
      const put = (version: string, body: object) =>
        app.call(app.admin, `PUT ${site.path}/customization`, {
          body,
          headers: { "if-match": `"${version}"` },
        });
      assert.equal((await put(before.version, looks)).status, 200);
      const refused = await put(before.version, {});
      assert.deepEqual([refused.status, refused.body.error.message.includes("changed")], [412, true]);
      const after = await stored();
      assert.deepEqual(after.customization, looks);
      const ofSpace = `PATCH ${site.path}/site-spaces/${id}/customization`;
      const headers = { "if-match": '"x"' };
      await app.refused(app.admin, ofSpace, 412, /changed/, { body: { title: "Here" }, headers });
      await app.ok(app.admin, ofSpace, { body: { title: "Here" } });
      const [override] = (await stored()).siteSpaces;
      assert.deepEqual([override.id, override.customization], [id, { title: "Here" }]);
    });
  },
  { clock },
);

const sites = { url: "http://sites.example.net:8080", protocol: "http:", port: "8080" };

describeOnEachDatabase(
  "previews of customizations on an origin of their own",
  (suite) => {
    test("are framed by the workspace, and not opened on its origin", async () => {
      const { app } = suite;
      const site = await publishSite(app, { pages: [["Home"]] });
      const { urls } = await app.ok(app.admin, `PUT ${site.path}/customization/preview`, { body: {} });
      assert.ok(urls.preview.startsWith(`${sites.url}/`));
      const { origin } = new URL(app.context.config.baseUrl);
      const { headers, text, status } = await openPage(app, urls.preview, browser);
      assert.equal(status, 200);
      assert.match(String(headers["content-security-policy"]), new RegExp(`frame-ancestors ${origin}$`));
      assert.ok(text.includes(`data-workspace="${origin}"`));
      const onApi = urls.preview.replace(sites.url, app.context.config.baseUrl);
      assert.equal((await openPage(app, onApi, browser)).status, 404);
    });
  },
  { config: { sites } },
);
