import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { skip } from "../support/chromium.ts";
import { specText } from "../support/openapi.ts";
import { adminEmail, checkScreen, useWorkspace } from "../support/workspace.ts";

/** The addresses in `urls.app` of a reply, at any depth. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { urls } = value as { urls?: { app?: unknown } };
  const own = typeof urls?.app === "string" ? [urls.app] : [];
  return [...own, ...Object.values(value).flatMap(addressesIn)];
}

const routes = readFileSync(new URL("../../src/app/routes.ts", import.meta.url), "utf8");

/** Collections and sites are managed in screens of their own, which may come later than their addresses. */
function isBuilt(address: string): boolean {
  if (/\/collections\/\w+$/.test(address)) return routes.includes('"/collections/:');
  return !/\/sites\/\w+$/.test(address) || routes.includes('"/orgs/:organization/sites/:');
}

describe("the addresses that the API gives out for the workspace", { skip }, () => {
  const workspace = useWorkspace("sqlite");
  /** The heading of the screen at each address; undefined if it does not matter. */
  const headings = new Map<string, string | undefined>();

  before(async () => {
    const { call } = workspace.server;
    const seen = new Set<string>();
    const read = async (operation: string, body?: object) => {
      const reply = await call(operation, body);
      for (const address of addressesIn(reply)) seen.add(address);
      return reply;
    };
    const expect = (object: { urls: { app: string } }, title?: string) =>
      headings.set(object.urls.app, title);

    const organization = (await read("GET /orgs")).items[0];
    const root = `/orgs/${organization.id}`;
    expect(organization);
    const collection = await read(`POST ${root}/collections`, { title: "Shelf" });
    expect(collection);
    const created = await call(`POST ${root}/spaces`, { title: "Handbook", parent: collection.id });
    const path = `/spaces/${created.id}`;
    const changes = [
      {
        operation: "insert_page",
        title: "Guide",
        document: { markdown: "Words\n\n## Find me\n\nUnusual sentence" },
      },
    ];
    await call(`POST ${path}/content`, { changes });
    expect(await read(`GET ${path}`), "Guide");
    const revision = await read(`GET ${path}/content`);
    expect(revision, "Guide");
    expect(revision.pages[0], "Guide");
    const request = await read(`POST ${path}/change-requests`, { subject: "Better" });
    expect(request, "Better #1");
    const history = await read(`GET ${path}/content/page/${revision.pages[0].id}/revisions`);
    expect(history.items[0], "Guide");
    for (let found = false; !found; ) {
      const { items } = await read(`GET ${path}/search?query=unusual`);
      found = items.length > 0;
      for (const section of items.flatMap((item: { sections: object[] }) => item.sections))
        expect(section, "Guide");
    }
    const site = await read(`POST ${root}/sites`, { title: "Docs", spaces: [created.id] });
    expect(site);
    expect(await read(`PUT ${root}/openapi/pets`, { source: { text: specText("Pets") } }), "pets");
    const fields = { title: "Chat", description: "", script: "", organization: organization.id };
    expect(await read("POST /integrations/chat", fields), "Chat");
    const installed = await read("POST /integrations/chat/installations", { organization: organization.id });
    expect(installed, "Installation of Chat");
    for (const operation of [
      `GET ${root}/spaces`,
      `GET ${root}/collections`,
      `GET ${root}/sites`,
      `GET ${root}/openapi`,
    ])
      await read(operation);
    for (const operation of [
      `GET ${root}/change-requests`,
      `GET ${root}/integrations`,
      `GET ${path}/content/pages`,
    ])
      await read(operation);
    // Every address that was seen has an expected screen.
    assert.deepEqual(
      [...seen].filter((address) => !headings.has(address)),
      [],
    );
  });

  test("open the screen of their object", async (t) => {
    assert.ok(
      [...headings.keys()].some((address) => address.includes("#")),
      "no address of a section",
    );
    const page = await workspace.open(t, adminEmail, "/");
    for (const [address, title] of headings) {
      if (!isBuilt(address)) continue;
      await page.goto(address);
      await page
        .getByRole("heading", { level: 1, ...(title !== undefined && { name: title, exact: true }) })
        .waitFor({ timeout: 20_000 })
        .catch(() => assert.fail(`${address} does not show "${title}"`));
      assert.equal(await page.getByRole("alert").count(), 0, address);
    }
  });

  test("of specs, integrations and installations are accessible", async (t) => {
    const page = await workspace.open(t, adminEmail, "/");
    for (const [address, title] of headings) {
      if (title === undefined || !/\/(?:openapi|integrations)\//.test(address)) continue;
      await page.goto(address);
      await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
      await checkScreen(page, title);
    }
  });
});
