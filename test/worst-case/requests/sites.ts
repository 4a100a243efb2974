import { idOf } from "../../fuzz/values.ts";
import { uniqueName } from "../../support/app.ts";
import { createHostname, largeFontFaces } from "../large-site-objects.ts";
import type { LargeWorld } from "../large-world.ts";
import { oddWords, repeat } from "../texts.ts";
import type { RequestParts, RequestsByOperation } from "./parts.ts";

export function siteRequests(large: LargeWorld): RequestsByOperation {
  const { world } = large;
  const condition = `true${" || true".repeat(120)}`;
  const values = Array.from({ length: 250 }, (_, i) => `v${i}`);
  const claims = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [
      `claim-${i}`,
      { type: "string", description: oddWords, enum: values },
    ]),
  );
  const destination = { kind: "site-section", siteSectionId: idOf("siteSectionId") };
  const source = `/${uniqueName()}-${"x".repeat(480)}`;
  const url = `${world.get("publishedUrl")}/${repeat("a/", 1800)}`;
  const mcpServer = {
    name: repeat("漢", 100),
    url: `https://a.example/${repeat("a", 1900)}`,
    headers: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`x-${i}`, repeat("a", 512)])),
    condition,
  };
  const font = { fontFamily: repeat("漢", 50), fontFaces: largeFontFaces(idOf("fontFile")) };
  return {
    createCustomFont: [{ input: "all weights", body: font }],
    updateCustomFont: [{ input: "all weights", body: font }],
    summarizeSites: [{ input: "many events", query: { site: world.get("siteId") } }],
    removeCustomHostname: [{ input: "long name", prepare: () => createHostname(world.app) }],
    createSite: [
      {
        input: "1000 spaces",
        body: {
          title: repeat("漢", 128),
          type: "ultimate",
          spaces: Array.from({ length: Math.min(1000, large.count("spaceId")) }, (_, i) =>
            idOf(`spaceId.${i}`),
          ),
        },
      },
    ],
    updateSiteById: [
      {
        input: "texts",
        body: { title: repeat("漢", 128), adaptiveContent: { enabled: true } },
      },
    ],
    updateSiteAdaptiveSchema: [
      {
        input: "claims",
        body: { jsonSchema: { type: "object", properties: claims, additionalProperties: false } },
      },
    ],
    getSitePublishingPreviewById: [
      {
        input: "claims",
        query: { claims: `(${repeat("a:!(!t,!f),", 4_000)}b:c)`, siteSpace: idOf("siteSpaceId") },
      },
      { input: "nested claims", query: { claims: repeat("!(", 4_000) } },
    ],
    updateSitePublishingAuthById: [
      { input: "url", body: { fallbackURL: `https://a.example/${repeat("a", 2000)}` } },
    ],
    addSectionToSite: [{ input: "title", body: { spaceId: idOf("spaceId"), title: repeat("漢", 128) } }],
    updateSiteSectionById: [
      {
        input: "condition",
        body: {
          title: repeat("漢", 128),
          path: repeat("漢", 100),
          condition,
          description: repeat("漢", 256),
        },
      },
    ],
    moveSiteSection: [{ input: "end", body: { position: {} } }],
    moveSiteSectionGroup: [{ input: "end", body: { position: {} } }],
    moveSiteSpace: [{ input: "end", body: { position: {} } }],
    addSectionGroupToSite: [
      {
        input: "all sections",
        body: {
          title: repeat("漢", 100),
          sections: Array.from({ length: Math.min(1000, large.count("siteSectionId")) }, (_, i) =>
            idOf(`siteSectionId.${i}`),
          ),
        },
      },
    ],
    addSectionToGroup: [{ input: "a section", body: { sectionId: idOf("otherSiteSectionId") } }],
    addSpaceToSite: [{ input: "a space", body: { spaceId: idOf("spaceId") } }],
    updateSiteSpaceById: [{ input: "condition", body: { condition, path: repeat("漢", 99) } }],
    sortSiteStructure: [
      { input: "a section", body: { item: { type: "site-section", id: idOf("siteSectionId") } } },
    ],
    createSiteRedirect: [{ input: "source", body: { source, destination } }],
    updateSiteRedirectById: [{ input: "source", body: { source: `${source}-b`, destination } }],
    importSiteRedirects: [
      {
        input: "5,000 redirects",
        body: {
          redirects: Array.from({ length: 5_000 }, (_, i) => ({
            source: `${source.slice(0, 400)}-${i}`,
            destination: `/${repeat("a/", 100)}`,
          })),
          dryRun: true,
        },
      },
      {
        input: "5,000 redirects to the start",
        body: {
          redirects: Array.from({ length: 5_000 }, (_, i) => ({
            source: `${source.slice(0, 100)}-${i}`,
            destination: "/",
          })),
        },
      },
    ],
    explainSiteAddress: [{ input: "long path", query: { address: repeat("/a", 1000) } }],
    checkSiteVisitor: [
      { input: "claims", body: { claims: Object.fromEntries(values.map((value) => [value, value])) } },
      { input: "token", body: { token: repeat("a.", 4000) } },
    ],
    checkSiteVisitorPages: [{ input: "claims", body: { claims: { plan: "pro" } } }],
    createSiteMcpServer: [{ input: "headers", body: mcpServer }],
    updateSiteMcpServerById: [{ input: "headers", body: mcpServer }],
    getSiteRedirectBySource: [{ input: "source", query: { source: `/${"old-0".padEnd(500, "x")}` } }],
    resolvePublishedContentByUrl: [
      { input: "home page", body: { url: world.get("publishedUrl") } },
      {
        input: "long path",
        body: {
          url: url.slice(0, 2048),
          visitor: {
            unsignedClaims: Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`c${i}`, i])),
          },
        },
      },
    ],
    getPublishedContentByUrl: [
      { input: "home page", query: { url: world.get("publishedUrl") } },
      { input: "long path", query: { url: url.slice(0, 2048) } },
    ],
    getContentByUrl: [
      { input: "space", query: { url: world.app.context.urls.app(`/spaces/${large.tree.spaceId}`) } },
    ],
    updateSiteCustomizationById: [customization()],
    overrideSiteSpaceCustomizationById: [customization()],
    previewSiteCustomization: [{ input: "links", body: { customization: customization().body } }],
  };
}

function customization(): RequestParts {
  const links = Array.from({ length: 100 }, () => ({
    title: repeat("漢", 64),
    to: { kind: "url", url: `https://a.example/${repeat("a", 500)}` },
  }));
  const groups = Array.from({ length: 10 }, () => ({ title: repeat("漢", 128), links: links.slice(0, 20) }));
  return {
    input: "links",
    body: { title: repeat("漢", 128), footer: { groups, copyright: repeat("漢", 300) } },
  };
}
