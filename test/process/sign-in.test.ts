import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { GitBookAPI } from "@gitbook/api";
import { Browser } from "../support/browser.ts";
import { databaseKinds } from "../support/databases.ts";
import { keys } from "../support/saml/certificates.ts";
import { entityID } from "../support/saml/identity-provider.ts";
import { startProvider } from "../support/saml/provider-server.ts";
import { adminToken } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";

for (const kind of databaseKinds) {
  describe(`a user with a browser (${kind})`, () => {
    const server = useServer(kind);
    const { lectern } = server;
    let api: GitBookAPI;
    let organizationId: string;
    before(async () => {
      api = new GitBookAPI({ endpoint: server.url, authToken: adminToken });
      organizationId = (await api.orgs.listOrganizationsForAuthenticatedUser()).data.items[0]?.id ?? "";
    });

    const readUser = async (browser: Browser) => {
      const response = await browser.fetch(`${server.url}/v1/user`);
      return response.ok ? (await response.json()).email : response.status;
    };

    test("signs in through a SAML provider, creates a space, and signs out", async () => {
      const idp = await startProvider();
      const { ssoURL } = idp;
      const { data: team } = await api.orgs.createOrganizationTeam(organizationId, { title: "Navy" });
      const { data: provider } = await api.orgs.createOrganizationSamlProvider(organizationId, {
        label: "Navy",
        entityID,
        ssoURL,
        certificate: keys.provider.certificate,
        defaultRole: "create" as never,
        defaultTeam: team.id,
      });
      idp.metadata = provider.service.entityID;
      const browser = new Browser();
      const page = await browser.open(`${server.url}/auth/sign-in?organization=${organizationId}`);
      assert.ok(page.body.includes(provider.service.startURL));
      const loginPage = await browser.open(provider.service.startURL);
      assert.ok(loginPage.url.startsWith(ssoURL), loginPage.url);
      const home = await browser.submit(loginPage);
      assert.deepEqual([home.status, home.url], [200, `${server.url}/app`], home.body);
      const account = await browser.open(`${server.url}/auth/sign-in`);
      assert.match(account.body, /You are signed in as Grace Hopper \(grace@navy\.example\)/);
      assert.equal(await readUser(browser), "grace@navy.example");
      const created = await browser.fetch(`${server.url}/v1/orgs/${organizationId}/spaces`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ title: "Logbook" }),
      });
      assert.equal(created.status, 201);
      const { data: members } = await api.orgs.listMembersInOrganizationById(organizationId, {
        search: "grace",
      });
      const memberships = members.items.map(({ role, sso, teams }) => ({ role, sso, teams }));
      assert.deepEqual(memberships, [{ role: "create", sso: true, teams: 1 }]);
      const again = await new Browser().submit(loginPage);
      assert.equal(again.status, 401, "the response was accepted twice");
      await browser.submit(account);
      assert.equal(await readUser(browser), 401);
    });

    test("signs in with a password from a password link, until the organization requires SSO", async () => {
      const email = "ada@engine.example";
      await lectern("user", "create", "--email", email);
      const { stdout } = await lectern("user", "password-link", "--email", email);
      const link = stdout.trim().replace(/^https?:\/\/[^/]+/, server.url);
      const browser = new Browser();
      const chosen = await browser.submit(await browser.open(link), { password: "a long password" });
      const home = await browser.submit(chosen, { email, password: "a long password" });
      assert.match(home.url, /\/app$/);
      assert.equal(await readUser(browser), email);

      await api.orgs.updateOrganizationById(organizationId, { emailDomains: ["engine.example"], sso: true });
      const other = new Browser();
      const refused = await other.submit(await other.open(`${server.url}/auth/sign-in`), {
        email,
        password: "a long password",
      });
      assert.equal(refused.status, 403);
      assert.match(
        refused.body,
        /role="alert">This organization requires its members to sign in through its identity provider/,
      );
      assert.equal(await readUser(other), 401);
    });

    test("can create an organization after the operator trusts the organization of the provider", async () => {
      await lectern("user", "create", "--email", "cy@tenant.example");
      const token = (await lectern("token", "create", "--email", "cy@tenant.example")).stdout.trim();
      const post = (fetcher: typeof fetch, headers: Record<string, string> = {}) =>
        fetcher(`${server.url}/v1/orgs`, {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ title: "Tenant", emailDomains: ["tenant.example"] }),
        });
      const { id } = await (await post(fetch, { authorization: `Bearer ${token}` })).json();
      const tenant = new GitBookAPI({ endpoint: server.url, authToken: token });
      const idp = await startProvider();
      const ssoURL = `${idp.ssoURL}?as=dee@tenant.example`;
      const { certificate } = keys.provider;
      const { data: provider } = await tenant.orgs.createOrganizationSamlProvider(id, {
        ...{ label: "Tenant", entityID, ssoURL, certificate },
      });
      idp.metadata = provider.service.entityID;
      const browser = new Browser();
      const signIn = async () => browser.submit(await browser.open(provider.service.startURL));
      const create = async () => (await post((url, init) => browser.fetch(String(url), init))).status;
      await signIn();
      assert.equal(await create(), 403);
      assert.equal((await lectern("organization", "trust", id)).stdout, `${id}\n`);
      assert.equal(await create(), 401, "an earlier session is still valid");
      await signIn();
      assert.equal(await create(), 201);
      assert.equal((await lectern("organization", "distrust", id)).stdout, `${id}\n`);
      assert.equal(await create(), 401);

      const unknown = await lectern("organization", "trust", "unknown");
      assert.deepEqual([unknown.code, unknown.stderr], [1, "There is no organization unknown\n"]);
      const missing = await lectern("organization", "trust");
      assert.deepEqual([missing.code, missing.stderr], [1, "Which organization? Give its id\n"]);
    });
  });
}
