import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readSpec, type Schema } from "../../test/conformance/published.ts";
import { describeOnce } from "../../test/support/app.ts";

const url = (path: string) => ({ kind: "url", url: `https://example.com/${path}` });
const image = (name: string) => ({
  light: `https://example.com/${name}.png`,
  dark: `https://example.com/${name}-dark.png`,
});
const color = { light: "#123456", dark: "#abcdef" };
const ownFont = (name: string) => ({
  id: name,
  custom: true,
  fontFamily: name,
  fontFaces: [{ weight: 400, sources: [{ url: `https://example.com/${name}.woff2`, format: "woff2" }] }],
});
const link = { title: "Link", to: url("link") };

/** A customization in which every part of a page is shown. */
const base = {
  socialPreview: { url: "https://example.com/card.png" },
  title: "Handbook",
  styling: {
    theme: "clean",
    primaryColor: color,
    tint: { color },
    infoColor: color,
    successColor: color,
    warningColor: color,
    dangerColor: color,
    font: ownFont("text"),
    headingFont: ownFont("heading"),
    monospaceFont: ownFont("mono"),
    codeTheme: {
      default: { light: "default-light", dark: "default-dark" },
      openapi: { light: "default-light", dark: "default-dark" },
    },
  },
  favicon: { icon: image("icon") },
  header: {
    preset: "custom",
    logo: image("logo"),
    backgroundColor: color,
    linkColor: color,
    primaryLink: url("home"),
    links: [{ title: "Menu", style: "link", to: url("menu"), links: [link] }],
  },
  footer: { logo: image("foot"), groups: [{ title: "Group", links: [link] }], copyright: "© Ada" },
  announcement: { enabled: true, message: "News", link, style: "info" },
  themes: { default: "dark", toggeable: true },
  feedback: { enabled: true },
  privacyPolicy: { url: "https://example.com/privacy" },
  socialAccounts: [{ platform: "github", handle: "ada", display: { header: true, footer: true } }],
};

/** Values of fields that have an effect only together with others. */
const together: Readonly<Record<string, readonly [before: object, after: object]>> = {
  "styling.background": [{ styling: { background: "plain" } }, { styling: { background: "match" } }],
  "favicon.emoji": [{ favicon: { emoji: "📗" } }, { favicon: { emoji: "1f4d5" } }],
};

/** The paths of the fields of a customization, with the schema of each. */
function* fieldsOf(spec: ReturnType<typeof readSpec>): Generator<[path: string, schema: Schema]> {
  const { schemas } = spec.components;
  function* walk(schema: Schema, path: string): Generator<[string, Schema]> {
    const name = schema.$ref?.split("/").at(-1);
    if (name?.startsWith("ContentRef")) yield [path, { type: "ContentRef" }];
    else if (name !== undefined) yield* walk(schemas[name] ?? {}, path);
    else {
      const { allOf = [], oneOf = [], properties, items } = schema;
      const alternatives = [...allOf, ...oneOf].filter(({ type }) => type !== "null");
      for (const alternative of alternatives) yield* walk(alternative, path);
      for (const [field, inner] of Object.entries(properties ?? {}))
        yield* walk(inner, path === "" ? field : `${path}.${field}`);
      if (items !== undefined) yield* walk(items, `${path}[0]`);
      if (alternatives.length === 0 && properties === undefined && items === undefined) yield [path, schema];
    }
  }
  yield* walk(schemas.SiteCustomizationSettings ?? {}, "");
}

/** The fields that the documentation lists as having no effect. */
function fieldsWithoutEffect(): string[] {
  const text = readFileSync(new URL("../../docs/sites.md", import.meta.url), "utf8");
  const [, table = ""] = text.split("have no effect on pages:");
  const rows = table.split("\n## ", 1)[0]?.split("\n") ?? [];
  return rows.flatMap((row) =>
    Array.from((row.split("|")[1] ?? "").matchAll(/`([^`]+)`/g), ([, name = ""]) => name),
  );
}

/** Another value than the present one. */
function otherValue(schema: Schema, value: unknown): unknown {
  if (schema.type === "ContentRef") return url("other");
  if (schema.enum !== undefined) return schema.enum.findLast((other) => other !== value);
  if (schema.type === "boolean") return value === false;
  if (schema.type === "integer") return 700;
  if (schema.type === "object") return { en: "Other" };
  if (typeof value === "string" && value.startsWith("#")) return "#00ff00";
  return typeof value === "string" && value.startsWith("https:") ? "https://example.com/other.png" : "other";
}

type Values = Record<string, unknown>;

function change(values: object, path: readonly string[], nextOf: (value: unknown) => unknown): Values {
  const [name = "", ...rest] = path;
  const copy = (Array.isArray(values) ? [...values] : { ...values }) as Values;
  const present = copy[name];
  const isObject = typeof present === "object" && present !== null;
  copy[name] = rest.length === 0 ? nextOf(present) : change(isObject ? present : {}, rest, nextOf);
  return copy;
}

describeOnce("the customization of a site", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  async function publish() {
    const { app } = suite;
    const space = await app.space({ title: "Handbook" });
    const document = { markdown: "## One\n\nText\n\n## Two\n\nText" };
    await app.page(space.path, "First", { icon: "rocket", document });
    await app.page(space.path, "Second", { document });
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { title: "Acme", spaces: [space.id] });
    await admin(`POST ${sites}/${id}/publish`);
    const { urls } = await admin(`PATCH ${sites}/${id}`, { visibility: "public" });
    const { pathname } = new URL(urls.published);
    const open = async (path = pathname) => suite.app.app.inject({ url: path });
    return {
      open,
      show: async (customization: object) => {
        await admin(`PUT ${sites}/${id}/customization`, customization);
        const reply = await open();
        assert.equal(reply.statusCode, 200, reply.body.slice(0, 300));
        return reply.body;
      },
    };
  }

  test("changes its pages with every published field, except for those documented to have no effect", async () => {
    const { show } = await publish();
    const listed = fieldsWithoutEffect();
    assert.ok(listed.length > 5);
    const fields = new Map(
      ["@gitbook/api", "gitbook-api-next"].flatMap((name) => [...fieldsOf(readSpec(name))]),
    );
    assert.ok(fields.size > 80, `${fields.size} fields`);
    const before = await show(base);
    const unused: string[] = [];
    for (const [path, schema] of fields) {
      if (listed.some((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)))
        continue;
      const pair = together[path];
      const names = path.split(/\.|\[|\]\.?/).filter(Boolean);
      const isCondition = path.endsWith(".condition");
      const changed =
        pair?.[1] ??
        change(base, names, (value) =>
          isCondition ? "visitor.claims.unsigned.beta" : otherValue(schema, value),
        );
      if ((await show(changed)) === (pair ? await show(pair[0]) : before)) unused.push(path);
    }
    assert.deepEqual(unused, []);
  });

  test("serves its fonts, and leaves fonts and mode to the reader until they are chosen", async () => {
    const { show, open } = await publish();
    const plain = await show({});
    assert.doesNotMatch(plain, /@font-face|data-theme="/);
    const text = await show({
      styling: { font: "Inter", monospaceFont: "SpaceMono", headingFont: "ABCFavorit" },
    });
    assert.match(text, /--font:"Inter","Inter fallback",var\(--system-font\)/);
    assert.doesNotMatch(text, /--heading-font/);
    const sheets = Array.from(text.matchAll(/href="([^"]+\/fonts\/[^"]+\.css)"/g), ([, path = ""]) => path);
    assert.equal(sheets.length, 2);
    for (const path of sheets) {
      const sheet = await open(path);
      assert.match(sheet.body, /font-display:swap.*unicode-range:/s);
      const [, file = ""] = /url\(([^)]+)\)/.exec(sheet.body) ?? [];
      const font = await open(new URL(file, `http://x${path}`).pathname);
      assert.deepEqual([font.statusCode, font.headers["content-type"]], [200, "font/woff2"]);
      assert.match(String(font.headers["cache-control"]), /immutable/);
    }
    const [path = ""] = sheets;
    for (const other of [
      path.replace("Inter", "Nothing"),
      path.replace("Inter", "constructor"),
      path.replace(/[\d.]+css$/, ".9.9.9.css"),
    ])
      assert.equal((await open(other)).statusCode, 404, other);
  });

  test("cannot leave its style element or allow other hosts than those of its own fonts", async () => {
    const { show, open } = await publish();
    const attack = "https://example.com/a');@import(x)";
    const face = { weight: 400, sources: [{ url: attack }] };
    const font = { id: "x", custom: true, fontFamily: `</style><script>"`, fontFaces: [face] };
    const text = await show({ styling: { font } });
    assert.equal(text.match(/<\/style>/g)?.length, 1);
    assert.match(text, /src:url\("https:\/\/example\.com\/a'\);@import\(x\)"\)/);
    const policy = String((await open()).headers["content-security-policy"]);
    assert.match(policy, /font-src 'self' https:\/\/example\.com;/);
    await show({});
    assert.match(String((await open()).headers["content-security-policy"]), /font-src 'self';/);
  });

  test("shows texts in the locale, and links to accounts", async () => {
    const { show } = await publish();
    const text = await show({
      title: "Handbook",
      localizedTitle: { de: "Handbuch" },
      internationalization: { locale: "de" },
      announcement: { enabled: true, message: "News", localizedMessage: { de: "Neues" }, style: "danger" },
      socialAccounts: [
        { platform: "mastodon", handle: "@ada@social.example", display: { header: false, footer: true } },
        { platform: "slack", handle: "evil.example/x", display: { header: false, footer: true } },
      ],
    });
    assert.match(text, /<title>First \| Handbuch<\/title>/);
    assert.match(text, /<p dir="auto">Neues /);
    assert.doesNotMatch(text, /data-close-announcement/);
    assert.match(text, /href="https:\/\/social\.example\/@ada"[^>]*aria-label="Mastodon"/);
    assert.match(text, /Zuletzt geändert|Letzte Änderung/);
    assert.doesNotMatch(text, /href="https:\/\/evil\.example/);
  });
});
