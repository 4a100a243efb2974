import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { ellipticCertificate, keys } from "../../../test/support/saml/certificates.ts";

const { certificate } = keys.provider;
const base64 = certificate.replace(/-----.*-----|\s/g, "");

describeOnEachDatabase("SAML providers", (suite) => {
  const listPath = () => `/orgs/${suite.app.organizationId}/saml`;
  const create = (body: object) => suite.app.ok(suite.app.admin, `POST ${listPath()}`, { body });

  test("are created, listed, changed and deleted", async () => {
    const { app } = suite;
    const team = await app.team("Newcomers");
    const pending = await create({ label: "Okta", unknown: 1 });
    const path = `${listPath()}/${pending.id}`;
    const base = `${app.context.config.baseUrl}/auth/saml/${pending.id}`;
    assert.deepEqual(pending, {
      object: "saml-provider",
      id: pending.id,
      label: "Okta",
      defaultRole: "read",
      createdAt: pending.createdAt,
      status: "pending",
      service: { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: base },
      urls: { location: app.context.urls.api(path) },
    });
    const patch = (body: object) => app.ok(app.admin, `PATCH ${path}`, { body });
    assert.equal((await patch({ entityID: "https://idp.example.com" })).status, "pending");
    assert.equal((await patch({ certificate })).status, "pending");
    const active = await patch({
      ssoURL: "https://idp.example.com/sso",
      defaultTeam: team.id,
      defaultRole: null,
    });
    assert.equal(active.status, "active");
    assert.equal(active.defaultRole, null);
    assert.deepEqual(active.defaultTeam, await app.ok(app.admin, `GET ${team.path}`));
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), active);
    assert.deepEqual(await patch({}), active);
    const { status, entityID } = await patch({ entityID: "" });
    assert.deepEqual([status, entityID], ["pending", undefined]);
    assert.equal((await patch({ entityID: "x" })).status, "active");
    assert.equal((await patch({ defaultTeam: null })).defaultTeam, undefined);
    await patch({ defaultTeam: team.id });
    await app.ok(app.admin, `DELETE ${team.path}`);
    assert.equal((await app.ok(app.admin, `GET ${path}`)).defaultTeam, undefined);

    const second = await create({ label: "Entra", defaultRole: "edit" });
    const { items, count } = await app.ok(app.admin, `GET ${listPath()}`, { query: { limit: 1 } });
    assert.deepEqual([items[0].id, items.length, count], [pending.id, 1, 2]);
    assert.equal(second.defaultRole, "edit");
    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 204);
    for (const method of ["GET", "PATCH", "DELETE"])
      await app.refused(app.admin, `${method} ${path}`, 404, /^SAML provider not found$/, {
        ...(method === "PATCH" && { body: {} }),
      });
  });

  test("are listed as logins for every member once they are active", async () => {
    const { app } = suite;
    const { id: organization, admin } = await app.organization();
    const body = {
      label: "Okta",
      entityID: "idp",
      certificate: base64,
      ssoURL: "https://idp.example.com/sso",
    };
    const active = await app.ok(admin, `POST /orgs/${organization}/saml`, { body });
    assert.deepEqual([active.status, active.certificate], ["active", base64]);
    await app.ok(admin, `POST /orgs/${organization}/saml`, { body: { label: "Not yet" } });
    const guest = await app.member(null, organization, admin);
    const { items } = await app.ok(guest, `GET /orgs/${organization}/sso`);
    assert.deepEqual(items, [{ id: active.id, label: "Okta", startURL: active.service.startURL }]);
  });

  test("with invalid settings are refused with the name of the field", async () => {
    const { app } = suite;
    const { id } = await create({ label: "L".repeat(30), entityID: "e".repeat(1024) });
    const other = await app.organization();
    const team = await app.ok(other.admin, `PUT /orgs/${other.id}/teams`, { body: { title: "Theirs" } });
    const notACertificate = /^certificate: must be an X\.509 certificate/;
    for (const [field, value, message] of [
      ["label", "", /^label: must/],
      ["label", "L".repeat(31), /^label: must/],
      ["label", null, /^label: must be string/],
      ["entityID", "e".repeat(1025), /^entityID: must/],
      ["ssoURL", "no address", /^ssoURL: must/],
      ["ssoURL", "javascript:alert(1)", /^ssoURL: must/],
      ["ssoURL", `https://example.com/${"x".repeat(2048)}`, /^ssoURL: must/],
      ["certificate", "", notACertificate],
      ["certificate", "bm90IGEgY2VydGlmaWNhdGU=", notACertificate],
      ["certificate", certificate.replace("MII", "MIJ"), notACertificate],
      ["certificate", keys.provider.key, notACertificate],
      ["certificate", certificate + keys.provider.key, notACertificate],
      ["certificate", ellipticCertificate, /^certificate: must have an RSA key/],
      ["certificate", "x".repeat(10_001), /^certificate: must/],
      ["defaultRole", "owner", /^defaultRole: must be one of/],
      ["defaultTeam", team.id, /^defaultTeam: is not a team of this organization/],
      ["defaultTeam", 1, /^defaultTeam: must be string/],
    ] as const) {
      const body = { label: "Okta", [field]: value };
      await app.refused(app.admin, `POST ${listPath()}`, 400, message, { body });
      await app.refused(app.admin, `PATCH ${listPath()}/${id}`, 400, message, { body });
    }
    await app.refused(app.admin, `POST ${listPath()}`, 400, /^label: is required/, { body: {} });
    for (const accepted of [
      certificate.replaceAll("\n", "\r\n"),
      `  ${base64}\n`,
      certificate + keys.stranger.certificate,
      `Bag Attributes: none\n${certificate}`,
    ])
      assert.equal((await create({ label: "Fine", certificate: accepted })).certificate, accepted);
  });

  test("are managed by admins of their organization only", async () => {
    const { app } = suite;
    const { id } = await create({ label: "Okta" });
    const creator = await app.member("create");
    const other = await app.organization();
    for (const [operation, body] of [
      [`GET ${listPath()}`],
      [`POST ${listPath()}`, { label: "Mine" }],
      [`GET ${listPath()}/${id}`],
      [`PATCH ${listPath()}/${id}`, { label: "Mine" }],
      [`DELETE ${listPath()}/${id}`],
    ] as const) {
      await app.refused(creator, operation, 403, /admin/, { body });
      await app.refused(other.admin, operation, 404, /^Organization not found$/, { body });
    }
    await app.refused(
      other.admin,
      `GET ${listPath().replace("saml", "sso")}`,
      404,
      /^Organization not found$/,
    );
    await app.refused(other.admin, `GET /orgs/${other.id}/saml/${id}`, 404, /^SAML provider not found$/);
  });
});
