import assert from "node:assert/strict";
import { test } from "node:test";
import {
  IntegrationCategory,
  IntegrationInstallationStatus,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
} from "@gitbook/api";
import { pixel } from "../support/integrations.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

const required = {
  title: "Chat",
  description: "Talks about pages",
  scopes: [],
  script: "export default {};",
};

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name);

describeWithClients("with integrations", parts.integrations, (suite) => {
  test("publishes, lists and unpublishes integrations", async () => {
    const { api, organizationId } = suite;
    const { data: published } = await api.integrations.publishIntegration("chat", {
      ...required,
      organization: organizationId,
      icon: pixel,
      previewImages: [pixel],
      summary: "Talks.",
      visibility: IntegrationVisibility.Public,
      target: IntegrationTarget.Space,
      scopes: [IntegrationScope.SpaceContentRead],
      categories: [IntegrationCategory.Collaboration],
      blocks: [{ id: "thread", title: "Thread", urlUnfurl: ["https://chat.example.com/**"] }],
      externalLinks: [{ url: "https://chat.example.com", label: "Chat" }],
      configurations: { account: { properties: { room: { type: "string" } }, required: ["room"] } },
      secrets: { KEY: "hidden" },
      contentSecurityPolicy: { "default-src": "'none'", "upgrade-insecure-requests": "" },
    });
    assert.equal(published.version, 1);
    assert.equal(published.contentSecurityPolicy, "default-src 'none'; upgrade-insecure-requests");
    assert.deepEqual((await api.integrations.getIntegrationByName("chat")).data, published);
    for (const url of [published.urls.icon ?? "", ...published.previewImages]) {
      const image = await fetch(url);
      assert.equal(image.headers.get("content-type"), "image/png");
      assert.equal(Buffer.from(await image.arrayBuffer()).toString("base64"), pixel);
    }
    for (const query of [
      { search: "CHAT" },
      { category: IntegrationCategory.Collaboration },
      { blockDomain: "chat.example.com", blocks: true, contentSources: false },
      { owner: organizationId, scope: IntegrationScope.SpaceContentRead, target: IntegrationTarget.Space },
    ]) {
      assert.deepEqual((await api.integrations.listIntegrations(query)).data.items, [published]);
      const { data } = await api.orgs.listOrganizationIntegrations(organizationId, query);
      assert.deepEqual(data.items, [published]);
    }
    const update = { ...required, organization: organizationId };
    const next = await api.integrations.publishIntegration("chat", update);
    assert.deepEqual([next.data.version, next.data.visibility], [2, IntegrationVisibility.Public]);
    await api.integrations.unpublishIntegration("chat");
    await assert.rejects(api.integrations.getIntegrationByName("chat"), isError(404));
  });

  test("gets the status 413 for a body that is too large", async () => {
    const { clients, organizationId } = suite;
    const body = { ...required, organization: organizationId, script: "x".repeat(24 * 1024 * 1024) };
    for (let round = 0; round < 5; round++)
      await assert.rejects(clients.call("POST /integrations/large", body), / returned 413: /);
    await assert.rejects(clients.call("GET /integrations/large"), / returned 404: /);
  });

  test("installs an integration on an organization, a space and a site", async () => {
    const { api, organizationId } = suite;
    const configurations = {
      account: { properties: { room: { type: "string" as const } }, required: ["room"] },
    };
    const blocks = [{ id: "thread", title: "Thread" }];
    const organization = organizationId;
    await api.integrations.publishIntegration("talk", { ...required, organization, configurations, blocks });
    const { data: installed } = await api.integrations.installIntegration("talk", { organization });
    assert.equal(installed.status, IntegrationInstallationStatus.Pending);
    const { data: changed } = await api.integrations.updateIntegrationInstallation("talk", installed.id, {
      configuration: { room: "lobby" },
      externalIds: ["T1"],
    });
    const settings = [changed.status, changed.configuration, changed.externalIds];
    assert.deepEqual(settings, [IntegrationInstallationStatus.Active, { room: "lobby" }, ["T1"]]);
    const read = await api.integrations.getIntegrationInstallationById("talk", installed.id);
    assert.deepEqual(read.data, changed);
    const { data: filtered } = await api.integrations.listIntegrationInstallations("talk", {
      externalId: "T1",
    });
    assert.deepEqual(filtered.items, [changed]);
    const { data: listed } = await api.orgs.listOrganizationInstallations(organizationId);
    const installations = listed.items.map(({ installation }) => installation);
    assert.deepEqual(installations, [changed]);
    const { data: statuses } = await api.orgs.listOrganizationIntegrationsStatus(organizationId);
    const values = statuses.items.map(({ status }) => status);
    assert.deepEqual(values, [IntegrationInstallationStatus.Active]);
    const { data: single } = await api.orgs.getOrganizationIntegrationStatus(organizationId, "talk");
    assert.equal(single.status, IntegrationInstallationStatus.Active);

    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Space" });
    const { data: site } = await api.orgs.createSite(organizationId, { title: "Site", spaces: [space.id] });
    const onSpace = ["talk", installed.id, space.id] as const;
    const onSite = ["talk", installed.id, site.id] as const;
    await api.integrations.installIntegrationOnSpace("talk", installed.id, { space: space.id });
    await api.integrations.installIntegrationOnSite("talk", installed.id, { siteId: site.id });
    const configuration = { thread: 1 };
    const { data: spaceUpdate } = await api.integrations.updateIntegrationSpaceInstallation(...onSpace, {
      configuration,
    });
    const { data: siteUpdate } = await api.integrations.updateIntegrationSiteInstallation(...onSite, {
      configuration,
    });
    assert.deepEqual([spaceUpdate.configuration, siteUpdate.configuration], [configuration, configuration]);
    assert.deepEqual((await api.integrations.getIntegrationSpaceInstallation(...onSpace)).data, spaceUpdate);
    assert.deepEqual((await api.integrations.getIntegrationSiteInstallation(...onSite)).data, siteUpdate);
    const extended = await api.integrations.getIntegrationSpaceInstallation(...onSpace, { extended: true });
    assert.equal(typeof extended.data.space === "object" && extended.data.space.title, "Space");
    for (const { data } of [
      await api.integrations.listIntegrationInstallationSpaces("talk", installed.id),
      await api.integrations.listIntegrationSpaceInstallations("talk"),
    ])
      assert.deepEqual(data.items, [spaceUpdate]);
    for (const { data } of [
      await api.integrations.listIntegrationInstallationSites("talk", installed.id),
      await api.integrations.listIntegrationSiteInstallations("talk"),
    ])
      assert.deepEqual(data.items, [siteUpdate]);
    const { data: enabled } = await api.spaces.listSpaceIntegrations(space.id);
    assert.deepEqual(namesOf(enabled.items), ["talk"]);
    const { data: onItsSite } = await api.orgs.listSiteIntegrations(organizationId, site.id);
    assert.deepEqual(namesOf(onItsSite.items), ["talk"]);
    const { data: ofSpace } = await api.spaces.listSpaceIntegrationsBlocks(space.id);
    assert.deepEqual(ofSpace, [{ name: "talk", blocks }]);
    await api.integrations.uninstallIntegrationFromSpace(...onSpace);
    await api.integrations.uninstallIntegrationFromSite(...onSite);
    await api.integrations.uninstallIntegration("talk", installed.id);
    await assert.rejects(api.integrations.getIntegrationInstallationById("talk", installed.id), isError(404));
  });
});
