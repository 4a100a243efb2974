import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

describeOnEachDatabase("MCP servers of a site", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  async function createSite(): Promise<string> {
    const sites = `/orgs/${suite.app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: [(await suite.app.space()).id] });
    return `${sites}/${id}`;
  }

  const input = { name: "Tickets", url: "https://mcp.example.com/", headers: { Authorization: "Bearer a" } };

  test("are created with a condition and a transport, changed field by field, and paged", async () => {
    const servers = `${await createSite()}/mcp-servers`;
    const condition = "visitor.claims.beta";
    const made = await admin(`POST ${servers}`, { ...input, condition, transport: "http" });
    assert.deepEqual([made.condition, made.transport, made.headers], [condition, "http", input.headers]);
    const changed = await admin(`PATCH ${servers}/${made.id}`, { condition: null, transport: "sse" });
    assert.deepEqual([changed.condition, changed.transport, changed.url], [undefined, "sse", input.url]);
    assert.deepEqual(await admin(`PATCH ${servers}/${made.id}`, {}), changed);
    await admin(`POST ${servers}`, { ...input, condition: null });
    const first = await admin(`GET ${servers}?limit=1`);
    assert.deepEqual([first.count, first.items], [2, [changed]]);
    const second = await admin(`GET ${servers}?limit=1&page=${first.next.page}`);
    assert.equal(second.items[0].transport, "sse");
  });

  test("are refused with invalid headers, conditions and URLs", async () => {
    const { app } = suite;
    const servers = `${await createSite()}/mcp-servers`;
    const refuse = (body: object, message: RegExp) =>
      app.refused(app.admin, `POST ${servers}`, 400, message, { body: { ...input, ...body } });
    await refuse({ headers: { "a b": "c" } }, /headers: must not have the name "a b"/);
    await refuse({ headers: { a: "b\r\nc: d" } }, /headers\.a: must be a valid value/);
    await refuse({ headers: { a: "" } }, /headers/);
    await refuse({ condition: "visitor.claims. ==" }, /condition/);
    await refuse({ url: "file:///etc/passwd" }, /url: must be an http or https URL/);
    await refuse({ name: "" }, /name/);
    assert.equal((await admin(`GET ${servers}`)).count, 0);
  });

  test("are read by admins only, since headers may contain credentials, and not in other sites", async () => {
    const { app } = suite;
    const [site, other] = [await createSite(), await createSite()];
    const { id } = await admin(`POST ${site}/mcp-servers`, input);
    const creator = await app.member("create");
    await app.refused(creator, `GET ${site}/mcp-servers`, 403, /admin/);
    await app.refused(app.admin, `GET ${other}/mcp-servers/${id}`, 404, /MCP server not found/);
    assert.equal((await app.call(app.admin, `DELETE ${other}/mcp-servers/${id}`)).status, 204);
    assert.equal((await admin(`GET ${site}/mcp-servers`)).count, 1);
  });

  test("who can read a site: active members of the organization by role, without guests", async () => {
    const { app } = suite;
    const { id: organizationId, admin: owner } = await app.organization();
    const editor = await app.member("edit", organizationId, owner);
    await app.member(null, organizationId, owner);
    const sites = `/orgs/${organizationId}/sites`;
    const { id } = await app.ok(owner, `POST ${sites}`, { body: {} });
    const list = async (query = {}) => {
      const { items } = await app.ok(editor, `GET ${sites}/${id}/permissions/aggregate`, { query });
      return items.map(({ permission }: { permission: string }) => permission).sort();
    };
    assert.deepEqual(await list(), ["admin", "edit"]);
    assert.deepEqual(await list({ role: "edit" }), ["edit"]);
    assert.deepEqual(await list({ role: "guest" }), []);
  });
});
