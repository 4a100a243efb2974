import assert from "node:assert/strict";
import { test } from "node:test";
import { MemberRole, SAMLProviderStatus } from "@gitbook/api";
import { keys } from "../support/saml/certificates.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with single sign-on", parts.singleSignOn, (suite) => {
  test("creates, reads, changes and deletes SAML providers", async () => {
    const { api, organizationId } = suite;
    const { data: team } = await api.orgs.createOrganizationTeam(organizationId, { title: "Newcomers" });
    const { data: provider } = await api.orgs.createOrganizationSamlProvider(organizationId, {
      label: "Okta",
      entityID: "https://idp.example.com",
      ssoURL: "https://idp.example.com/sso",
      certificate: keys.provider.certificate,
      defaultTeam: team.id,
      defaultRole: MemberRole.Edit,
    });
    assert.equal(provider.status, SAMLProviderStatus.Active);
    assert.equal(provider.defaultTeam?.id, team.id);
    const { data: read } = await api.orgs.getOrganizationSamlProviderById(organizationId, provider.id);
    assert.deepEqual(read, provider);
    const { data: list } = await api.orgs.listSamlProvidersInOrganizationById(organizationId);
    assert.deepEqual(list.items, [provider]);
    const { data: logins } = await api.orgs.listSsoProviderLoginsInOrganization(organizationId);
    assert.deepEqual(logins.items, [{ id: provider.id, label: "Okta", startURL: provider.service.startURL }]);
    const { data: pending } = await api.orgs.createOrganizationSamlProvider(organizationId, {
      label: "Later",
    });
    assert.equal(pending.status, SAMLProviderStatus.Pending);
    for (const field of ["ssoURL", "entityID", "certificate"]) assert.ok(!(field in pending), field);
    const { data: renamed } = await api.orgs.updateOrganizationSamlProvider(organizationId, provider.id, {
      label: "Entra",
      defaultRole: null,
    });
    assert.deepEqual(renamed, { ...provider, label: "Entra", defaultRole: null });
    assert.equal((await api.orgs.deleteOrganizationSamlProvider(organizationId, provider.id)).status, 204);
    await assert.rejects(api.orgs.getOrganizationSamlProviderById(organizationId, provider.id), isError(404));
  });
});
