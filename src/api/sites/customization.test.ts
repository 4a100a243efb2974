import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { TSchema } from "@sinclair/typebox";
import fc from "fast-check";
import Fastify from "fastify";
import { ajv } from "../../../test/conformance/published.ts";
import { isContainer, type TContainer } from "../../publishing/customization/containers.ts";
import { defaultCustomization } from "../../publishing/customization/defaults.ts";
import {
  completeCustomization,
  conditionsOf,
  normalizeCustomization,
  overrideCustomization,
  withVisibleLinks,
} from "../../publishing/customization/layers.ts";
import { presentCustomization, SiteCustomization } from "../../publishing/customization/present.ts";
import {
  Customization,
  CustomizationInput,
  CustomizationOverride,
} from "../../publishing/customization/schema.ts";
import { setSchemaCompilers } from "../http/validation.ts";

const published = ajv.compile({ $ref: "api#/components/schemas/SiteCustomizationSettings" });

function assertPublished(settings: unknown): void {
  assert.ok(published(settings), ajv.errorsText(published.errors));
}

const app = Fastify();
setSchemaCompilers(app);
after(() => app.close());
const route = { method: "PUT", url: "/", httpPart: "body" };

function isAccepted(schema: TSchema, body: object): boolean {
  return app.validatorCompiler?.({ ...route, schema })(structuredClone(body)) === true;
}

function serialized(settings: SiteCustomization): unknown {
  const write = app.serializerCompiler?.({ ...route, schema: SiteCustomization });
  return JSON.parse(write?.(settings) ?? "");
}

const color = { light: "#fff", dark: "#102030" };
const logo = { light: "https://example.com/light.png", dark: "https://example.com/dark.png" };
const fontFace = { weight: 400, sources: [{ url: "https://example.com/a.woff2", format: "woff2" as const }] };
const font = { id: "own", custom: true, fontFamily: "Own", fontFaces: [fontFace] };
const link = { title: "Home", to: { kind: "url" as const, url: "https://example.com" } };

/** A value other than the default in every field. */
const full: CustomizationInput = {
  title: "Handbook",
  localizedTitle: { de: "Handbuch" },
  styling: {
    theme: "bold",
    primaryColor: color,
    tint: { color },
    infoColor: color,
    successColor: color,
    warningColor: color,
    dangerColor: color,
    corners: "circular",
    depth: "flat",
    links: "accent",
    font,
    headingFont: "Poppins",
    monospaceFont: "DMMono",
    background: "match",
    icons: "thin",
    codeTheme: {
      default: { light: "github-light", dark: "github-dark" },
      openapi: { light: "min-light", dark: "min-dark" },
    },
    sidebar: { background: "filled", list: "pill" },
    search: "subtle",
  },
  internationalization: { locale: "pt-br" },
  favicon: { emoji: "1f600" },
  header: {
    preset: "none",
    logo,
    primaryLink: link.to,
    backgroundColor: color,
    linkColor: color,
    links: [
      { title: "Menu", to: null, links: [link] },
      { title: "Beta", style: "button-primary", to: link.to, links: [], condition: "visitor.claims.beta" },
    ],
  },
  footer: { logo, groups: [{ title: "More", links: [link] }], copyright: "© Ada" },
  announcement: {
    enabled: true,
    message: "New!",
    localizedMessage: { "pt-br": "Novo!" },
    link,
    style: "info",
  },
  themes: { default: "dark", toggeable: false },
  pdf: { enabled: false },
  feedback: { enabled: true },
  ai: { mode: "integration", integrationId: "helper" },
  advancedCustomization: { enabled: false },
  git: { showEditLink: true },
  pageActions: { externalAI: false, markdown: false, mcp: true },
  externalLinks: { target: "blank" },
  pagination: { enabled: false },
  trademark: { enabled: false },
  privacyPolicy: { url: "https://example.com/privacy" },
  socialPreview: { url: "https://example.com/preview.png" },
  socialAccounts: [{ platform: "mastodon", handle: "ada", display: { footer: true, header: false } }],
  insights: { trackingCookie: false },
};

type Values = Readonly<Record<string, unknown>>;

/** Arbitrary subsets of the values of these layers. */
function anyOf(container: TContainer, ...layers: readonly Values[]): fc.Arbitrary<object> {
  const fields = Object.entries(container.properties).map(([name, field]) => {
    const values = layers.map((layer) => layer[name]).filter((value) => value !== undefined);
    return [
      name,
      isContainer(field) ? anyOf(field, ...values.map(Object)) : fc.constantFrom(...values),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}
const anyLayer = anyOf(Customization, full, defaultCustomization);

/** The fields of some changes, with null as the value of each. */
function nullified(container: TContainer, changes: object): object {
  const entries = Object.entries(changes).map(([name, value]) => {
    const field = container.properties[name];
    return [name, field && isContainer(field) ? nullified(field, value) : null];
  });
  return Object.fromEntries(entries);
}
const resetAll = nullified(Customization, full);

/** Parsed from JSON, so that __proto__ is an own property. */
const hostile: object = JSON.parse(`{
  "__proto__": { "title": "Stolen" }, "constructor": { "prototype": { "title": "Stolen" } }, "future": 1,
  "styling": { "__proto__": { "theme": "bold" }, "future": {}, "depth": "flat" },
  "favicon": { "future": 1 },
  "header": { "links": [{ "title": "A", "future": 1, "links": [], "to": { "kind": "space", "space": "s", "url": "x" } }] },
  "footer": { "future": 1 }
}`);

describe("customization layers", () => {
  test("no layer gives the defaults, and one layer overrides them", () => {
    assert.deepEqual(completeCustomization(), defaultCustomization);
    assert.deepEqual(completeCustomization({}, {}), defaultCustomization);
    assert.deepEqual(completeCustomization(full), full);
  });

  test("containers are merged field by field, other values are replaced", () => {
    const site = { ...full, favicon: { icon: logo } };
    const settings = completeCustomization(site, {
      styling: { font: "Lato", sidebar: { list: "line" } },
      favicon: { emoji: "📗" },
      announcement: { enabled: false, message: "Old", style: "danger" },
      header: { links: [] },
      ai: { mode: "search" },
      privacyPolicy: {},
    });
    assert.deepEqual(settings, {
      ...full,
      styling: { ...full.styling, font: "Lato", sidebar: { background: "filled", list: "line" } },
      favicon: { emoji: "📗" },
      announcement: { enabled: false, message: "Old", style: "danger" },
      header: { ...full.header, links: [] },
      ai: { mode: "search", integrationId: "helper" },
    });
  });

  test("the schemas accept complete settings, and overrides with nulls", () => {
    for (const body of [{}, full, defaultCustomization]) {
      assert.ok(isAccepted(CustomizationInput, body));
      assert.ok(isAccepted(CustomizationOverride, body));
    }
    assert.ok(isAccepted(CustomizationOverride, resetAll));
    assert.ok(!isAccepted(CustomizationInput, resetAll));
  });

  test("the settings share no objects with their layers", () => {
    const before = structuredClone({ full, defaultCustomization });
    for (const settings of [completeCustomization(), completeCustomization(full)]) {
      settings.styling.primaryColor.light = "#000";
      settings.styling.sidebar.list = "line";
      settings.header.links.push({ title: "Mine", to: null, links: [] });
      for (const { links } of settings.header.links) links.push(link);
    }
    assert.deepEqual({ full, defaultCustomization }, before);
  });

  test("unknown fields are dropped, even __proto__ and constructor", () => {
    const expected = {
      styling: { depth: "flat" },
      favicon: {},
      header: { links: [{ title: "A", links: [], to: { kind: "space", space: "s" } }] },
    };
    assert.deepEqual(normalizeCustomization(hostile), expected);
    assert.deepEqual(overrideCustomization({}, hostile), expected);
    const settings = completeCustomization(hostile);
    assert.deepEqual(settings, completeCustomization(normalizeCustomization(hostile)));
    assertPublished(settings);
    assert.equal(settings.title, undefined);
    assert.equal(settings.styling.theme, "clean");
    assert.deepEqual(normalizeCustomization(full), full);
  });

  test("any layers give settings that conform to the specification and are serialized completely", () => {
    fc.assert(
      fc.property(anyLayer, anyLayer, (site, space) => {
        const settings = presentCustomization(completeCustomization(site, space));
        assertPublished(settings);
        assert.deepEqual(serialized(settings), settings);
      }),
    );
  });

  test("the page actions are listed in order, each enabled by its setting", () => {
    const itemsOf = (layer: CustomizationInput) =>
      presentCustomization(completeCustomization(layer)).pageActions.items;
    assert.deepEqual(itemsOf({}), ["external-ai", "markdown", "pdf"]);
    assert.deepEqual(itemsOf(full), ["mcp", "git"]);
    assert.deepEqual(itemsOf({ ai: { mode: "assistant" }, pageActions: { mcp: true, markdown: false } }), [
      ...["assistant", "external-ai", "mcp", "pdf"],
    ]);
  });
});

describe("overrides of a site space", () => {
  test("a value sets an override, null removes it, and absent fields stay", () => {
    const stored: CustomizationInput = {
      title: "Guide",
      styling: { theme: "bold", sidebar: { list: "pill" } },
      header: { preset: "bold", links: [] },
      pdf: { enabled: false },
    };
    const before = structuredClone(stored);
    const overrides = overrideCustomization(stored, {
      title: null,
      styling: { theme: null, primaryColor: color, sidebar: { list: null } },
      header: { preset: null },
      pdf: { enabled: null },
      git: { showEditLink: null },
      announcement: null,
      footer: {},
    });
    assert.deepEqual(overrides, { styling: { primaryColor: color }, header: { links: [] } });
    assert.deepEqual(stored, before);
  });

  test("resetting all overrides restores the settings of the site", () => {
    fc.assert(
      fc.property(anyLayer, anyLayer, anyLayer, (site, stored, changes) => {
        const known = normalizeCustomization(stored);
        const overrides = overrideCustomization(known, changes);
        assert.deepEqual(
          completeCustomization(site, overrides),
          completeCustomization(site, stored, changes),
        );
        assert.deepEqual(overrideCustomization(overrides, resetAll), {});
        const reset = overrideCustomization(
          overrideCustomization({}, changes),
          nullified(Customization, changes),
        );
        assert.deepEqual(completeCustomization(site, reset), completeCustomization(site));
        assert.deepEqual(overrideCustomization(overrides, {}), overrides);
      }),
    );
  });
});

describe("conditions of header links", () => {
  const condition = "visitor.claims.beta";

  test("conditions are found with their field names", () => {
    assert.deepEqual(conditionsOf(full), [{ field: "header.links[1].condition", condition }]);
    assert.deepEqual(conditionsOf({}), []);
    assert.deepEqual(conditionsOf({ header: { links: null } }), []);
  });

  test("conditions hide links from visitors", () => {
    const settings = completeCustomization(full);
    const evaluated: string[] = [];
    const visible = withVisibleLinks(settings, (condition) => {
      evaluated.push(condition);
      return false;
    });
    assert.deepEqual(evaluated, [condition]);
    assert.deepEqual(visible, {
      ...settings,
      header: { ...settings.header, links: settings.header.links.slice(0, 1) },
    });
    const all = withVisibleLinks(settings, () => true).header.links;
    assert.deepEqual(
      all,
      settings.header.links.map(({ condition, ...link }) => link),
      "a link still has its condition",
    );
    assert.equal(settings.header.links.length, 2);
  });
});
