import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import Fastify from "fastify";
import { readSpec, type Schema } from "../../../test/conformance/published.ts";
import { defaultCustomization } from "../../publishing/customization/defaults.ts";
import {
  Customization,
  CustomizationInput,
  CustomizationOverride,
} from "../../publishing/customization/schema.ts";
import { setSchemaCompilers } from "../http/validation.ts";

/** Not the one of other tests, in which references are those of the newest package. */
const published = readSpec("@gitbook/api");

const app = Fastify();
setSchemaCompilers(app);
after(() => app.close());

/** Compiling takes a tenth of a second. */
const validators = new Map(
  [Customization, CustomizationInput, CustomizationOverride].map((schema) => [
    schema as TSchema,
    app.validatorCompiler?.({ schema, method: "PUT", url: "/", httpPart: "body" }),
  ]),
);

/** The error message for a body; undefined if it is valid. */
function validationError(schema: TSchema, body: object): string | undefined {
  const outcome: unknown = validators.get(schema)?.(structuredClone(body));
  return outcome === true ? undefined : Object(outcome).error.message;
}

/** Checks the schema of the settings and the schema of the overrides. */
function rejects(body: object, reason: RegExp): void {
  for (const schema of [CustomizationInput, CustomizationOverride])
    assert.match(validationError(schema, body) ?? "accepted", reason, JSON.stringify(body).slice(0, 200));
}

function accepts(body: object): void {
  for (const schema of [CustomizationInput, CustomizationOverride])
    assert.equal(validationError(schema, body), undefined, JSON.stringify(body));
}

const urlTarget = (url: string) => ({ kind: "url", url });
const header = (item: object) => ({ header: { links: [{ title: "A", to: null, links: [], ...item }] } });
const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

describe("the customization schema", () => {
  test("has the fields, values and limits of the specification", () => {
    const { SiteCustomizationSettings } = published.components.schemas;
    assert.ok(SiteCustomizationSettings);
    assertConforms(Customization, SiteCustomizationSettings, "settings");
  });

  test("errors name the field and the rule", () => {
    rejects({ title: "A" }, /^title: must be at least 2 characters long$/);
    rejects({ title: "A".repeat(129) }, /^title: must be at most 128 characters long$/);
    rejects({ styling: { theme: "loud" } }, /^styling.theme: must be one of clean, muted, bold, gradient/);
    rejects({ styling: { primaryColor: { light: "#fff" } } }, /^styling.primaryColor.dark: is required$/);
    rejects(
      { styling: { tint: { color: { light: "#fff", dark: "red" } } } },
      /tint.color.dark: must be a colour/,
    );
    rejects({ styling: null }, /^styling: must be object$/);
    rejects(
      { styling: { sidebar: { list: "dots" } } },
      /^styling.sidebar.list: must be one of default, pill, line/,
    );
    rejects({ internationalization: { locale: "tlh" } }, /locale: must be one of en, fr/);
    rejects({ themes: { toggeable: "yes" } }, /^themes.toggeable: must be boolean/);
    rejects({ footer: { copyright: "©".repeat(301) } }, /^footer.copyright: must be at most 300 characters/);
    rejects({ announcement: { enabled: true, message: "Hi" } }, /^announcement.style: is required$/);
    rejects(
      { privacyPolicy: { url: "javascript:alert(1)" } },
      /^privacyPolicy.url: must be an http or https/,
    );
    for (const color of ["#ffff", "fff", "#fff\n", "#ggg"])
      rejects(
        { header: { linkColor: { light: color, dark: "#000" } } },
        /linkColor.light: must be a colour: #/,
      );
  });

  test("a font is a name or a definition", () => {
    const font = (more: object) => ({
      styling: { font: { id: "own", custom: true, fontFamily: "Own", fontFaces: [], ...more } },
    });
    const face = { weight: 400, sources: [{ url: "https://example.com/own.woff2" }] };
    accepts({ styling: { font: "Inter", monospaceFont: "FiraCode" } });
    accepts(font({ fontFaces: [face] }));
    rejects(
      { styling: { font: "Comic" } },
      /^styling.font: must be one of ABCFavorit, Inter.*or the definition/,
    );
    rejects({ styling: { monospaceFont: "Inter" } }, /^styling.monospaceFont: must be one of FiraCode/);
    rejects({ styling: { font: 7 } }, /^styling.font: must be string or object/);
    rejects(font({}), /^styling.font.fontFaces: must have at least 1 item$/);
    rejects(
      font({ fontFaces: [{ ...face, weight: 0 }] }),
      /^styling.font.fontFaces\[0\].weight: must be at least 1/,
    );
    rejects(font({ fontFaces: many(51, face) }), /^styling.font.fontFaces: must have at most 50 items$/);
  });

  test("a favicon is an image or an emoji, not both", () => {
    const icon = { light: "https://example.com/a.png", dark: "https://example.com/b.png" };
    for (const favicon of [{}, { icon }, { emoji: "📗" }, { emoji: "1f4d7" }]) accepts({ favicon });
    rejects({ favicon: { icon, emoji: "📗" } }, /^favicon: must have at most 1 field/);
    rejects({ favicon: { emoji: "book" } }, /^favicon.emoji: must be a valid emoji$/);
    rejects({ favicon: { icon: { ...icon, dark: "b.png" } } }, /^favicon.icon.dark: must be/);
  });

  test("links can point to any kind of content, but not to URLs that run code", () => {
    const targets = [
      { kind: "file", file: "f" },
      { kind: "page", page: "p", space: "s" },
      { kind: "anchor", anchor: "a" },
      { kind: "user", user: "u" },
      { kind: "collection", collection: "c" },
      { kind: "space", space: "s" },
      { kind: "reusable-content", reusableContent: "r" },
      { kind: "openapi", spec: "petstore" },
      ...["https://example.com", "HTTP://example.com", "mailto:ada@example.com", "tel:+123"].map(urlTarget),
    ];
    for (const to of targets) accepts(header({ to, links: [{ title: "B", to }] }));
    for (const url of ["javascript:alert(1)", " https://example.com", "data:text/html,x", "//example.com"]) {
      const message = /must be an http, https, mailto or tel URL$/;
      rejects(header({ to: urlTarget(url) }), message);
      rejects(header({ links: [{ title: "B", to: urlTarget(url) }] }), message);
      rejects({ footer: { groups: [{ title: "B", links: [{ title: "C", to: urlTarget(url) }] }] } }, message);
    }
    rejects(
      header({ to: { kind: "moon" } }),
      /^header.links\[0\].to: kind must be one of url, file, page, anchor/,
    );
    rejects(header({ to: { kind: "page" } }), /^header.links\[0\].to.page: is required$/);
    rejects(
      header({ links: [{ title: "B", to: null }] }),
      /^header.links\[0\].links\[0\].to: must be object$/,
    );
  });

  test("the number of links and the length of conditions are limited", () => {
    const item = { title: "A", to: null, links: [] };
    const link = { title: "B", to: urlTarget("https://example.com") };
    accepts({ header: { links: many(100, item) } });
    rejects({ header: { links: many(101, item) } }, /^header.links: must have at most 100 items$/);
    rejects(header({ links: many(101, link) }), /^header.links\[0\].links: must have at most 100 items$/);
    rejects(
      { footer: { groups: many(51, { title: "A", links: [] }) } },
      /^footer.groups: must have at most 50/,
    );
    accepts(header({ condition: "x".repeat(1024) }));
    rejects(header({ condition: "x".repeat(1025) }), /condition: must be at most 1024 characters long$/);
    rejects(header({ condition: "" }), /condition: must be at least 1 character long$/);
  });
});

describe("the default customization", () => {
  test("has colours with enough contrast in both modes", () => {
    const { primaryColor, infoColor, successColor, warningColor, dangerColor } = defaultCustomization.styling;
    for (const { light, dark } of [primaryColor, infoColor, successColor, warningColor, dangerColor]) {
      assert.ok(1.05 / (luminance(light) + 0.05) >= 4.5, `${light} on white`);
      assert.ok((luminance(dark) + 0.05) / (luminance("#1d1d20") + 0.05) >= 4.5, `${dark} on a dark page`);
    }
  });
});

/** The relative luminance by which WCAG 2 measures contrast. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const rules = ["minLength", "maxLength", "minItems", "minimum", "maximum", "pattern"] as const;

/** Fields of newer versions of the package. */
const newerFields = new Set([
  "settings.localizedTitle",
  "settings.styling.headingFont",
  "settings.header.primaryLink",
  "settings.header.links[].localizedTitle",
  "settings.header.links[].links[].localizedTitle",
  "settings.footer.groups[].localizedTitle",
  "settings.footer.groups[].links[].localizedTitle",
  "settings.announcement.localizedMessage",
  "settings.announcement.link.localizedTitle",
  "settings.styling.codeTheme",
  "settings.pageActions.mcp",
  "settings.socialAccounts",
]);

/** Values of newer versions of the package. */
const newerValues = new Set(["settings.themes.default.system"]);

/** Asserts that our schema has every rule of the specification; it may have more. */
function assertConforms(ours: TSchema, schema: Schema, path: string): void {
  const theirs = resolve(schema);
  if (theirs.oneOf !== undefined) assertAlternatives(ours, theirs.oneOf.map(resolve), path);
  for (const rule of rules) {
    const theirRule: unknown = Reflect.get(theirs, rule);
    if (theirRule !== undefined) assert.equal(ours[rule], theirRule, `${path}: ${rule}`);
  }
  if (theirs.enum !== undefined) {
    const values: unknown[] = ours.enum ?? [ours.const];
    assert.deepEqual(
      values.filter((value) => !newerValues.has(`${path}.${value}`)),
      theirs.enum,
      path,
    );
  }
  if (theirs.items !== undefined) assertConforms(ours.items, theirs.items, `${path}[]`);
  if (theirs.properties === undefined) return;
  const isSpecified = (name: string) => !newerFields.has(`${path}.${name}`);
  const fields = Object.keys(ours.properties).filter(isSpecified);
  assert.deepEqual(fields.sort(), Object.keys(theirs.properties).sort(), path);
  const required: string[] = Reflect.get(theirs, "required") ?? [];
  const ourRequired: string[] = ours.required ?? [];
  assert.deepEqual(ourRequired.filter(isSpecified).sort(), required.toSorted(), `${path}: required`);
  for (const [name, field] of Object.entries(theirs.properties))
    assertConforms(ours.properties[name], field, `${path}.${name}`);
}

function assertAlternatives(ours: TSchema, theirs: readonly Schema[], path: string): void {
  const kindOf = ({ properties }: Schema) => resolve(properties?.kind ?? {}).enum?.[0];
  const alternatives: TSchema[] = ours.oneOf ?? [];
  for (const alternative of theirs.flatMap(({ oneOf, ...rest }) => oneOf?.map(resolve) ?? [rest])) {
    const kind = kindOf(alternative);
    if (kind === undefined) continue;
    const ourAlternative = alternatives.find(({ properties }) => properties.kind.const === kind);
    assert.ok(ourAlternative, `${path} has no ${kind}`);
    assertConforms(ourAlternative, alternative, `${path}.${kind}`);
  }
  const names = theirs.find((schema) => schema.enum !== undefined)?.enum ?? [];
  if (ours.pattern !== undefined) assert.equal(ours.pattern, `^(?:${names.join("|")})$`, path);
  const definition = theirs.find(({ properties }) => properties !== undefined && "fontFaces" in properties);
  if (definition !== undefined) assertConforms(ours, definition, path);
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (published.components.schemas[name] ?? schema);
}
