import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CustomizationThemeMode,
  type SiteSection,
  type SiteSectionGroup,
  SiteType,
  SiteVisibility,
  StorageUploadKind,
} from "@gitbook/api";
import { SignJWT } from "jose";
import { fontFile } from "../support/fonts.ts";
import { describeWithClients, idsOf, isError } from "./client.ts";
import { parts } from "./parts.ts";

type Side = "before" | "after";

describeWithClients("with sites", parts.sites, (suite) => {
  async function createSpace(title: string): Promise<string> {
    const { data } = await suite.api.orgs.createSpace(suite.organizationId, { title });
    const insert = { operation: "insert_page", title: "Welcome", document: { markdown: "Hi" } };
    await suite.clients.change(`/spaces/${data.id}`, insert);
    return data.id;
  }

  /** A site with the section A and its variant B, a group G of the sections C and D, and the section E. */
  async function createStructuredSite() {
    const { api, organizationId } = suite;
    const [a, b] = [await createSpace("A A"), await createSpace("B B")];
    const { data: site } = await api.orgs.createSite(organizationId, { title: "Site", spaces: [a] });
    const add = async (title: string) =>
      (await api.orgs.addSectionToSite(organizationId, site.id, { spaceId: a, title })).data;
    const [c, d, e] = [await add("C C"), await add("D D"), await add("E E")];
    const { data: variant } = await api.orgs.addSpaceToSite(organizationId, site.id, { spaceId: b });
    const sections = [c.id, d.id];
    const { data: group } = await api.orgs.addSectionGroupToSite(organizationId, site.id, {
      title: "G",
      sections,
    });
    const { data: all } = await api.orgs.listSiteSections(organizationId, site.id);
    const first = all.items.find((section) => section.default);
    assert.ok(first?.siteSpaces[0]);
    const siteSpaces = { a: first.siteSpaces[0].id, b: variant.id };
    return { id: site.id, a: first.id, c: c.id, d: d.id, e: e.id, g: group.id, siteSpaces };
  }

  async function outline(id: string): Promise<string> {
    const { data } = await suite.api.orgs.getSiteStructure(suite.organizationId, id);
    assert.equal(data.type, "sections");
    const show = (item: SiteSection | SiteSectionGroup): string =>
      item.object === "site-section"
        ? `${item.title[0]}${item.siteSpaces.length > 1 ? item.siteSpaces.map(({ title }) => title[0]).join("") : ""}`
        : `${item.title}(${item.sections.map(show).join(" ")})`;
    return (data.structure as (SiteSection | SiteSectionGroup)[]).map(show).join(" ");
  }

  test("creates, changes, publishes and deletes a site", async () => {
    const { api, organizationId } = suite;
    const { data: made } = await api.orgs.createSite(organizationId, {
      type: SiteType.Premium,
      visibility: SiteVisibility.Unlisted,
      spaces: "sample",
    });
    assert.deepEqual((await api.orgs.getSiteById(organizationId, made.id)).data, made);
    const { data: changed } = await api.orgs.updateSiteById(organizationId, made.id, {
      title: "Handbook",
      basename: "handbook",
      proxy: "example.com/handbook",
      adaptiveContent: { enabled: true },
    });
    assert.equal(changed.proxy?.origin, "example.com/handbook");
    const { data: live } = await api.orgs.publishSite(organizationId, made.id);
    assert.ok("object" in live && live.urls.published === "https://example.com/handbook");
    const { data: found } = await api.orgs.listSites(organizationId, { title: "hand", published: true });
    assert.deepEqual(found.items, [live]);
    const { data: again } = await api.orgs.updateSiteById(organizationId, made.id, { proxy: null });
    assert.equal(again.proxy, undefined);
    assert.equal((await api.orgs.unpublishSite(organizationId, made.id)).data.published, false);
    assert.equal((await api.orgs.deleteSiteById(organizationId, made.id)).status, 205);
    await assert.rejects(api.orgs.getSiteById(organizationId, made.id), isError(404));
  });

  test("reorders a site with the sort operation and with the older move operations", async () => {
    const { api, organizationId } = suite;
    const [sorted, moved] = [await createStructuredSite(), await createStructuredSite()];
    assert.equal(await outline(sorted.id), "AAB E G(C D)");
    const assertOutlines = async (expected: string) => {
      assert.equal(await outline(sorted.id), expected);
      assert.equal(await outline(moved.id), expected);
    };
    const sort = (type: "site-space" | "site-section" | "site-section-group", id: string, position: object) =>
      api.orgs.sortSiteStructure(organizationId, sorted.id, { item: { type, id }, position });
    type Name = "a" | "c" | "d" | "e";
    const moveSection = async (moving: Name, side: Side, other: Name, expected: string) => {
      const position = { [side]: { type: "site-section", id: sorted[other] } };
      await sort("site-section", sorted[moving], position);
      await api.orgs.moveSiteSection(organizationId, moved.id, moved[moving], {
        position: { [side]: { type: "site-section", siteSection: moved[other] } },
      });
      await assertOutlines(expected);
    };
    const moveGroup = async (side: Side, other: Name, expected: string) => {
      await sort("site-section-group", sorted.g, { [side]: { type: "site-section", id: sorted[other] } });
      await api.orgs.moveSiteSectionGroup(organizationId, moved.id, moved.g, {
        position: { [side]: { type: "site-section", id: moved[other] } },
      });
      await assertOutlines(expected);
    };
    await moveSection("e", "before", "a", "E AAB G(C D)");
    await moveSection("e", "after", "a", "AAB E G(C D)");
    await moveSection("d", "before", "c", "AAB E G(D C)");
    await moveSection("e", "after", "d", "AAB G(D E C)");
    await moveSection("c", "before", "a", "C AAB G(D E)");
    await moveGroup("before", "c", "G(D E) C AAB");
    await moveGroup("after", "c", "C G(D E) AAB");
    const { a, b } = sorted.siteSpaces;
    await sort("site-space", b, { before: { type: "site-space", id: a } });
    await api.orgs.moveSiteSpace(organizationId, moved.id, moved.siteSpaces.b, {
      position: { before: { type: "site-space", siteSpace: moved.siteSpaces.a } },
    });
    await assertOutlines("C G(D E) ABA");
    await sort("site-section", sorted.c, {});
    await api.orgs.moveSiteSection(organizationId, moved.id, moved.c, {});
    await assertOutlines("G(D E) ABA C");
  });

  test("changes and deletes the sections, groups and site spaces of a site", async () => {
    const { api, organizationId } = suite;
    const site = await createStructuredSite();
    const { data: section } = await api.orgs.updateSiteSectionById(organizationId, site.id, site.c, {
      title: "Guides",
      path: "guides",
      description: "How to",
      icon: "book",
      condition: "visitor.claims.isBeta == true",
    });
    assert.deepEqual([section.path, section.sectionGroup], ["guides", site.g]);
    const { data: plain } = await api.orgs.updateSiteSectionById(organizationId, site.id, site.c, {
      condition: null,
      icon: null,
      description: null,
    });
    assert.deepEqual([plain.condition, plain.icon, plain.description], [undefined, undefined, undefined]);
    const { data: group } = await api.orgs.updateSiteSectionGroupById(organizationId, site.id, site.g, {
      title: "Group",
      icon: "folder",
    });
    await api.orgs.addSectionToGroup(organizationId, site.id, site.g, { sectionId: site.e });
    await api.orgs.removeSectionFromGroup(organizationId, site.id, site.g, site.d);
    const { data: groups } = await api.orgs.listSiteSectionGroups(organizationId, site.id);
    const shown = groups.items.map(({ title, icon, sections }) => [
      title,
      icon,
      sections.map(({ id }) => id),
    ]);
    assert.deepEqual(shown, [[group.title, group.icon, [site.c, site.e]]]);
    const { a, b } = site.siteSpaces;
    const { data: variant } = await api.orgs.updateSiteSpaceById(organizationId, site.id, b, {
      path: "v2",
      condition: "visitor.claims.unsigned.isDev",
    });
    assert.deepEqual([variant.path, variant.section, variant.default], ["v2", site.a, false]);
    const { data: defaults } = await api.orgs.listSiteSpaces(organizationId, site.id, { default: true });
    assert.deepEqual(idsOf(defaults), [a]);
    assert.equal((await api.orgs.deleteSiteSpaceById(organizationId, site.id, b)).status, 205);
    assert.equal((await api.orgs.deleteSiteSectionGroupById(organizationId, site.id, site.g)).status, 205);
    for (const id of [site.a, site.c, site.d, site.e])
      assert.equal((await api.orgs.deleteSiteSectionById(organizationId, site.id, id)).status, 205);
    const { data: remaining } = await api.orgs.getSiteStructure(organizationId, site.id);
    assert.equal(remaining.type, "siteSpaces");
  });

  test("customizes a site, and overrides the customization for a site space", async () => {
    const { api, organizationId } = suite;
    const { id, siteSpaces } = await createStructuredSite();
    const { data: settings } = await api.orgs.getSiteCustomizationById(organizationId, id);
    const themes = { default: CustomizationThemeMode.Dark, toggeable: false };
    const { data: dark } = await api.orgs.updateSiteCustomizationById(organizationId, id, {
      ...settings,
      themes,
    });
    assert.deepEqual(dark, { ...settings, themes });
    const { a } = siteSpaces;
    const { data: overridden } = await api.orgs.overrideSiteSpaceCustomizationById(organizationId, id, a, {
      title: "Different",
      themes: { default: CustomizationThemeMode.Light },
    });
    assert.deepEqual(overridden.themes, { default: "light", toggeable: false });
    assert.deepEqual((await api.orgs.getSiteSpaceCustomizationById(organizationId, id, a)).data, overridden);
    assert.equal((await api.orgs.deleteSiteSpaceCustomizationById(organizationId, id, a)).status, 205);
    assert.deepEqual((await api.orgs.getSiteSpaceCustomizationById(organizationId, id, a)).data, dark);
  });

  test("shares a site by links, and redirects old paths", async () => {
    const { api, organizationId } = suite;
    const { id, c, e, siteSpaces } = await createStructuredSite();
    await api.orgs.updateSiteById(organizationId, id, { visibility: SiteVisibility.ShareLink });
    await api.orgs.publishSite(organizationId, id);
    const { data: link } = await api.orgs.createSiteShareLink(organizationId, id, { name: "Partners" });
    const { data: second } = await api.orgs.createSiteShareLink(organizationId, id, { name: "Press" });
    await api.orgs.updateSiteShareLinkById(organizationId, id, second.id, { active: false });
    const { data: links } = await api.orgs.listSiteShareLinks(organizationId, id);
    assert.deepEqual(
      links.items.map(({ name, active }) => [name, active]),
      [
        ["Partners", true],
        ["Press", false],
      ],
    );
    const root = link.urls.published ?? "";
    const { data: redirect } = await api.orgs.createSiteRedirect(organizationId, id, {
      source: "/old",
      destination: { kind: "site-section", siteSectionId: c },
    });
    const { data: changed } = await api.orgs.updateSiteRedirectById(organizationId, id, redirect.id, {
      source: "/older",
      destination: { kind: "site-section", siteSectionId: e },
    });
    assert.deepEqual((await api.orgs.listSiteRedirects(organizationId, id)).data.items, [changed]);
    const shareKey = root.split("/").at(-1) ?? "";
    const query = { source: "/older", shareKey };
    const { data: followed } = await api.orgs.getSiteRedirectBySource(organizationId, id, query);
    assert.equal(followed.target, `${root}/e-e`);
    const { data: resolved } = await api.urls.getPublishedContentByUrl({ url: `${root}/older` });
    assert.ok("redirect" in resolved && resolved.redirect === `${root}/e-e`);
    const { data: content } = await api.urls.getPublishedContentByUrl({ url: `${root}/b-b/welcome` });
    assert.ok("site" in content && content.siteSpace === siteSpaces.b);
    assert.deepEqual([content.shareKey, content.pathname, content.complete], [shareKey, "welcome", true]);
    assert.equal((await api.orgs.deleteSiteRedirectById(organizationId, id, redirect.id)).status, 205);
    assert.equal((await api.orgs.deleteSiteShareLinkById(organizationId, id, link.id)).status, 205);
    await assert.rejects(api.urls.getPublishedContentByUrl({ url: root }), isError(404));
  });

  test("resolves a site for an authenticated visitor by their claims", async () => {
    const { api, organizationId } = suite;
    const { id, c } = await createStructuredSite();
    await api.orgs.updateSiteAdaptiveSchema(organizationId, id, {
      jsonSchema: {
        type: "object",
        properties: { isBeta: { type: "boolean", description: "Takes part in the beta" } },
        additionalProperties: false,
      },
    });
    const { data: schema } = await api.orgs.getSiteAdaptiveSchema(organizationId, id);
    assert.deepEqual(Object.keys(schema.jsonSchema.properties), ["isBeta"]);
    const { data: templates } = await api.orgs.listSiteAdaptiveTemplateConditions(organizationId, id);
    const condition = templates.items[0]?.condition ?? "";
    await api.orgs.updateSiteSectionById(organizationId, id, c, { condition });
    await api.orgs.updateSiteById(organizationId, id, { visibility: SiteVisibility.VisitorAuth });
    const { data: preview } = await api.orgs.getSitePublishingPreviewById(organizationId, id);
    assert.match(preview.url, /\?preview_token=/);
    const { data: site } = await api.orgs.publishSite(organizationId, id);
    const url = ("object" in site && site.urls.published) || "";
    const { data: before } = await api.orgs.getSitePublishingAuthById(organizationId, id);
    const fallbackURL = "https://example.com/login";
    await api.orgs.updateSitePublishingAuthById(organizationId, id, { backend: before.backend, fallbackURL });
    const { data: auth } = await api.orgs.regenerateSitePublishingAuthById(organizationId, id);
    assert.notEqual(auth.privateKey, before.privateKey);
    const { data: refused } = await api.urls.resolvePublishedContentByUrl({ url });
    assert.ok(
      "redirect" in refused && refused.target === "external" && refused.redirect.startsWith(fallbackURL),
    );
    for (const isBeta of [true, false]) {
      const jwtToken = await new SignJWT({ isBeta })
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime("5m")
        .sign(new TextEncoder().encode(auth.privateKey));
      const { data: found } = await api.urls.resolvePublishedContentByUrl({ url, visitor: { jwtToken } });
      assert.ok("apiToken" in found && found.revision);
      const visitor = suite.clients.clientOf(found.apiToken);
      const { data: shown } = await visitor.orgs.getPublishedContentSite(organizationId, id);
      assert.equal(JSON.stringify(shown.structure).includes(c), isBeta);
      assert.equal((await visitor.spaces.getSpaceById(found.space)).data.revision, found.revision);
      const { data: revision } = await visitor.spaces.getRevisionById(found.space, found.revision);
      const page = revision.pages[0]?.id ?? "";
      await visitor.spaces.getPageDocumentInRevisionById(found.space, found.revision, page, {
        evaluated: true,
      });
      const search = { query: "welcome", scope: { mode: "all" as const } };
      const { data: results } = await visitor.orgs.searchSiteContent(organizationId, id, search);
      assert.equal(results.items.length, 2);
      await assert.rejects(visitor.orgs.getSiteById(organizationId, id), isError(403));
    }
    const { data: content } = await api.urls.getContentByUrl({ url: `${url}/welcome` });
    assert.ok("space" in content && content.page?.title === "Welcome");
  });

  test("adds MCP servers to a site, and lists who can read it", async () => {
    const { api, organizationId } = suite;
    const { id } = await createStructuredSite();
    const input = { name: "Tickets", url: "https://mcp.example.com/sse", headers: { "x-key": "a" } };
    const { data: made } = await api.orgs.createSiteMcpServer(organizationId, id, input);
    const { object, urls, id: server } = made;
    assert.deepEqual(made, { object, id: server, ...input, transport: "sse", urls });
    const { data: found } = await api.orgs.getSiteMcpServerById(organizationId, id, server);
    assert.deepEqual(found, made);
    const { data: changed } = await api.orgs.updateSiteMcpServerById(organizationId, id, server, {
      name: "Orders",
      headers: {},
    });
    assert.deepEqual(changed, { ...made, name: "Orders", headers: {} });
    assert.deepEqual((await api.orgs.listSiteMcpServers(organizationId, id)).data.items, [changed]);
    assert.equal((await api.orgs.deleteSiteMcpServerById(organizationId, id, server)).status, 205);
    await assert.rejects(api.orgs.getSiteMcpServerById(organizationId, id, server), isError(404));
    const { data: readers } = await api.orgs.listPermissionsAggregateInSite(organizationId, id);
    const origin = { type: "organization", organization: organizationId };
    assert.deepEqual(readers.items[0]?.origin, origin);
    assert.ok(readers.items.some(({ permission }) => permission === "admin"));
  });

  test("uploads a font, uses it in a customization, changes and deletes it", async () => {
    const { api, organizationId } = suite;
    const upload = async (bytes: Buffer) => {
      const file = { name: "own.woff2", type: "font/woff2", size: bytes.length };
      const { data } = await api.orgs.generateStorageUploadUrl(organizationId, {
        file,
        kind: StorageUploadKind.CustomizationFont,
      });
      const body = new Uint8Array(bytes);
      assert.ok((await fetch(data.url, { method: "PUT", body, headers: { "content-type": file.type } })).ok);
      return data.key;
    };
    const { data: font } = await api.orgs.createCustomFont(organizationId, {
      fontFamily: "Own",
      fontFaces: [{ weight: 400, storageKey: await upload(fontFile()) }],
    });
    assert.deepEqual((await api.orgs.getCustomFont(organizationId, font.id)).data, font);
    assert.deepEqual((await api.orgs.listCustomFonts(organizationId)).data.items, [font]);
    const { data: changed } = await api.orgs.updateCustomFont(organizationId, font.id, {
      fontFaces: [{ weight: 700, storageKey: await upload(fontFile(700)) }],
    });
    assert.deepEqual(
      changed.fontFaces.map(({ weight }) => weight),
      [400, 700],
    );
    const { data: site } = await api.orgs.createSite(organizationId, { spaces: "sample" });
    const { data: customization } = await api.orgs.getSiteCustomizationById(organizationId, site.id);
    const { permissions, ...definition } = font;
    const { data: customized } = await api.orgs.updateSiteCustomizationById(organizationId, site.id, {
      ...customization,
      styling: { ...customization.styling, font: definition },
    });
    const { permissions: _, ...current } = changed;
    assert.deepEqual(customized.styling.font, current);
    assert.equal((await api.orgs.deleteCustomFont(organizationId, font.id)).status, 205);
    assert.equal((await api.orgs.deleteCustomFont(organizationId, font.id)).status, 204);
    await assert.rejects(api.orgs.getCustomFont(organizationId, font.id), isError(404));
  });

  test("reads, checks and removes the host name of a site", async () => {
    const { api, organizationId } = suite;
    const { data: site } = await api.orgs.createSite(organizationId, { spaces: "sample" });
    const hostname = "docs.own-host.invalid";
    // The package does not list the field, which the specification has.
    await api.orgs.updateSiteById(organizationId, site.id, { hostname } as never);
    await api.orgs.publishSite(organizationId, site.id);
    const { data: found } = await api.customHostnames.getCustomHostname(hostname);
    assert.deepEqual(
      [found.hostname, found.target, found.isActive],
      [hostname, { type: "site", site: site.id }, true],
    );
    await api.customHostnames.dnsRevalidateCustomHostname(hostname);
    assert.equal((await api.customHostnames.removeCustomHostname(hostname)).status, 205);
    await assert.rejects(api.customHostnames.getCustomHostname(hostname), isError(404));
  });
});
