import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GitBookAPI } from "@gitbook/api";
import type { Page } from "playwright-core";
import { skip } from "../support/chromium.ts";
import { keys } from "../support/saml/certificates.ts";
import { entityID } from "../support/saml/identity-provider.ts";
import { startProvider } from "../support/saml/provider-server.ts";
import { adminToken } from "../support/server.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

describe("signing in with a browser", { skip }, () => {
  const server = useServer("sqlite");
  const browser = useBrowser();

  /** The email address of the signed-in user, or the status of the error. */
  async function readUser(page: Page): Promise<unknown> {
    const tab = await page.context().newPage();
    const reply = await tab.goto(`${server.url}/v1/user`);
    const body = await reply?.json();
    await tab.close();
    return body.email ?? reply?.status();
  }

  test("works through an identity provider on another site, until the user signs out", async (t) => {
    const api = new GitBookAPI({ endpoint: server.url, authToken: adminToken });
    const [organization] = (await api.orgs.listOrganizationsForAuthenticatedUser()).data.items;
    // Another host name is another site: its form is sent without SameSite cookies.
    const idp = await startProvider("localhost");
    const { data: provider } = await api.orgs.createOrganizationSamlProvider(organization?.id ?? "", {
      ...{ label: "Navy", entityID, ssoURL: idp.ssoURL, certificate: keys.provider.certificate },
    });
    idp.metadata = provider.service.entityID;
    const page = await browser.newPage(t);
    await page.goto(`${server.url}/auth/sign-in?organization=${organization?.id}`);
    await page.getByText("Sign in with Navy").click();
    await page.getByRole("button", { name: "Your account" }).getByText("Grace Hopper").waitFor();
    assert.equal(new URL(page.url()).pathname.split("/")[1], "app");
    assert.equal(await readUser(page), "grace@navy.example");
    assert.equal(await page.evaluate("document.cookie"), "", "scripts can read the session cookie");
    await page.goto(`${server.url}/auth/sign-in`);
    await page.getByText("You are signed in as Grace Hopper (grace@navy.example).").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    assert.equal(await readUser(page), 401);
  });

  test("works with a password, and another site cannot sign the user out", async (t) => {
    const [email, password] = ["ada@example.com", "a long password"];
    await server.lectern("user", "create", "--email", email, "--password", password);
    const page = await browser.newPage(t);
    await page.goto(`${server.url}/auth/sign-in`);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("a wrong one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("The email address or the password is wrong").waitFor();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Your account" }).getByText("ada").waitFor();
    assert.equal(await readUser(page), email);

    const otherSite = server.url.replace("127.0.0.1", "localhost");
    await page.route(`${otherSite}/evil`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${server.url}/auth/sign-out"><button>Win</button></form>`,
      }),
    );
    await page.goto(`${otherSite}/evil`);
    await page.getByRole("button", { name: "Win" }).click();
    await page.getByText("Signing in and out is for this server's own pages").waitFor();
    assert.equal(await readUser(page), email);
  });
});
