import assert from "node:assert/strict";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { networkOf, serve } from "../../../test/support/local-site.ts";
import { testCertificate } from "../../../test/support/test-certificate.ts";
import { FileLinks } from "../../storage/files/file-links.ts";
import { checkHostname, hostnameProof } from "./check-hostname.ts";

const hostname = "docs.example.test";
const fileLinks = new FileLinks("key", "https://lectern.test");

/** What a check needs to know, if sites have this port. */
function contextFor(port: string | number, protocol: "http:" | "https:" = "http:") {
  const sites = { url: "https://lectern.test", protocol, port: String(port) };
  return { fileLinks, config: { sites, allowPrivateNetwork: false } } as Parameters<typeof checkHostname>[0];
}

describe("the status of a host name", () => {
  const names = { [hostname]: ["127.0.0.1"], "lectern.test": ["127.0.0.1"] };

  test("is live if the server is reached, whatever address the name has", async (t) => {
    const site = await serve(t, (_, response) => response.end(hostnameProof({ fileLinks }, hostname)));
    const context = contextFor(new URL(site.url).port);
    assert.equal(await checkHostname(context, hostname, networkOf(names)), "live");
    const proxied = { ...names, "lectern.test": ["203.0.113.7"] };
    assert.equal(await checkHostname(context, hostname, networkOf(proxied)), "live");
  });

  test("tells what is wrong with the name, or behind it", async (t) => {
    const other = await serve(t, ({ url }, response) => response.end(`another site at ${url}`));
    const context = contextFor(new URL(other.url).port);
    const elsewhere = networkOf({ ...names, "lectern.test": ["203.0.113.7"] });
    assert.equal(await checkHostname(context, hostname, networkOf({})), "dns_no_cname");
    assert.equal(await checkHostname(context, hostname, elsewhere), "dns_wrong_cname");
    assert.equal(await checkHostname(context, hostname, networkOf(names)), "dns_passed");
    assert.equal(await checkHostname(contextFor(9), hostname, networkOf(names)), "ssl_unknown");
    const broken = {
      ...networkOf(),
      lookup: async () => {
        throw Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
      },
    };
    assert.equal(await checkHostname(context, hostname, broken), "internal_error");
  });

  test("is a failed certificate if it is not trusted", async (t) => {
    const server = createServer(testCertificate, (_, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    assert.equal(await checkHostname(contextFor(port, "https:"), hostname, networkOf(names)), "ssl_failed");
  });

  test("of a name in a private network is not looked at", async (t) => {
    const site = await serve(t, () => assert.fail("a request to a private address"));
    const context = contextFor(new URL(site.url).port);
    const inside = networkOf({ [hostname]: ["127.0.0.2"], "lectern.test": ["127.0.0.2"] });
    assert.equal(await checkHostname(context, hostname, inside), "ssl_unknown");
    const other = networkOf({ [hostname]: ["127.0.0.2"], "lectern.test": ["203.0.113.7"] });
    assert.equal(await checkHostname(context, hostname, other), "dns_wrong_cname");
  });
});

describeOnEachDatabase("custom hostnames", (suite) => {
  test("are read, checked again and removed by admins of the site", async () => {
    const { app } = suite;
    const admin = (operation: string, body?: object) => app.ok(app.admin, operation, body && { body });
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { title: "Docs", spaces: [(await app.space()).id] });
    const name = `docs.${uniqueName()}.invalid`;
    const path = `/custom-hostnames/${name}`;
    await app.refused(app.admin, `GET ${path}`, 404, /^Custom hostname not found$/);
    await admin(`PATCH ${sites}/${id}`, { hostname: name });
    const { status, urls, ...read } = await admin(`GET ${path}`);
    assert.deepEqual(read, {
      object: "custom-hostname",
      hostname: name,
      target: { type: "site", site: id },
      isActive: false,
    });
    assert.ok(["dns_no_cname", "internal_error"].includes(status), status);
    assert.ok(urls.location.endsWith(`/v1${path}`));
    await app.refused(app.admin, `PATCH ${path}`, 400, /^hostname: the site is not published/);

    await admin(`POST ${sites}/${id}/publish`);
    const { database, fileLinks } = app.context;
    const setStatus = () =>
      database.write((trx) =>
        trx.updateTable("hostname_checks").where("site_id", "=", id).set({ status: "live" }).execute(),
      );
    await setStatus();
    assert.deepEqual(
      [(await admin(`GET ${path}`)).status, (await admin(`GET ${path}`)).isActive],
      ["live", true],
    );
    assert.equal((await app.call(app.admin, `PATCH ${path}`)).status, 204);
    assert.notEqual((await admin(`GET ${path}`)).status, "live");

    const proof = await app.app.inject({ url: "/~lectern/hostname", headers: { host: name } });
    assert.deepEqual([proof.statusCode, proof.body], [200, hostnameProof({ fileLinks }, name)]);
    // A proxy may ask for which hosts it orders certificates.
    for (const host of [`other.${name}`, new URL(app.context.config.baseUrl).host]) {
      const refused = await app.app.inject({ url: "/~lectern/hostname", headers: { host } });
      assert.equal(refused.statusCode, 404);
    }

    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 205);
    assert.equal((await admin(`GET ${sites}/${id}`)).hostname, undefined);
    await app.refused(app.admin, `DELETE ${path}`, 404, /^Custom hostname not found$/);
  });
});
