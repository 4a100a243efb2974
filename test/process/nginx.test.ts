import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:https";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { findNginx, type Nginx, startNginx } from "../support/nginx.ts";
import { adminToken } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";

const program = findNginx();
const deployed = readFileSync(new URL("../../deploy/nginx.conf", import.meta.url), "utf8");
const [api, sites, ownHost] = ["lectern.example.com", "sites.example.com", "docs.acme.example"] as const;

describe("deploy/nginx.conf", { skip: program === undefined && "nginx is not installed" }, () => {
  const server = useServer("sqlite", {
    LECTERN_BASE_URL: `https://${api}`,
    LECTERN_SITES_URL: `https://${sites}`,
    LECTERN_TRUST_PROXY: "true",
  });
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  let nginx: Nginx;
  let organization: string;
  let space: { readonly id: string; readonly title: string };

  before(async () => {
    const configuration = deployed
      .replace(`server_name ${sites};`, `server_name ${sites} ${ownHost};`)
      // The tests are on this machine.
      .replaceAll(/^ *allow .*\n/gm, "");
    nginx = await startNginx(program ?? "", configuration, new URL(server.url));
    organization = `/orgs/${(await server.call("GET /orgs")).items[0].id}`;
    space = await server.call(`POST ${organization}/spaces`, { title: "Handbook" });
    await addPages("Home", "Guide");
  });
  after(async () => {
    agent.destroy();
    await nginx.stop();
  });

  const open = (host: string, path: string, { headers, ...options }: RequestOptions = {}) =>
    request({
      ...{ host: "127.0.0.1", port: nginx.port, servername: host, agent, path },
      ...{ headers: { host, ...headers }, ...options },
    });

  async function send(host: string, path: string, options: RequestOptions = {}, body: Buffer | string = "") {
    const outgoing = open(host, path, options);
    outgoing.end(body);
    const [response] = await once(outgoing, "response");
    const bytes = Buffer.concat(await Array.fromAsync(response as AsyncIterable<Buffer>));
    const { statusCode: status, headers } = response;
    return { status, headers, bytes, text: bytes.toString(), cache: headers["x-cache"] };
  }

  const asAdmin = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };

  function addPages(...titles: readonly string[]) {
    const changes = titles.map((title) => ({ operation: "insert_page", title }));
    return server.call(`POST /spaces/${space.id}/content`, { changes });
  }

  async function publish(settings: object) {
    const body = { title: "Docs", spaces: [space.id] };
    const path = `${organization}/sites/${(await server.call(`POST ${organization}/sites`, body)).id}`;
    await server.call(`POST ${path}/publish`);
    const { urls } = await server.call(`PATCH ${path}`, settings);
    return { path, pathname: urls.published && new URL(urls.published).pathname };
  }

  test("leads to the API and the workspace, with https URLs and safe cookies", async () => {
    const user = await send(api, "/v1/user", { headers: asAdmin });
    assert.equal(JSON.parse(user.text).urls.location.split("/v1/")[0], `https://${api}`);
    const { stdout } = await server.lectern("user", "sign-in-link", "--email", "admin@localhost");
    const [, link = ""] = /link=(\S+)/.exec(stdout) ?? [];
    const form = { origin: `https://${api}`, "content-type": "application/x-www-form-urlencoded" };
    const signedIn = await send(api, "/auth/sign-in-link", { method: "POST", headers: form }, `link=${link}`);
    const [cookie = ""] = String(signedIn.headers["set-cookie"]).split(";");
    assert.match(cookie, /^__Host-lectern_session=/);
    const asUser = { cookie, "content-type": "application/json" };
    const create = (origin: string) =>
      send(
        api,
        "/v1/orgs",
        { method: "POST", headers: { ...asUser, origin } },
        JSON.stringify({ title: "New" }),
      );
    assert.equal((await create(`https://${api}`)).status, 201);
    assert.equal((await create(`https://${sites}`)).status, 403);
  });

  test("replaces the address that a client forges", async () => {
    await send(api, "/healthz", { headers: { "x-forwarded-for": "203.0.113.7" } });
    assert.deepEqual(new Set(nginx.readLog().trim().split("\n")), new Set(["127.0.0.1"]));
  });

  /** Waits until nothing that is kept is fresh. The seconds of nginx are whole ones. */
  const expire = () => wait(2100);

  test("keeps pages of public sites for as long as they may be kept, by what the client accepts, then asks for them again", async () => {
    const { pathname } = await publish({ visibility: "public" });
    const get = (headers = {}) => send(sites, `${pathname}/guide`, { headers });
    const first = await get();
    assert.deepEqual([first.status, first.cache], [200, "MISS"]);
    assert.match(first.text, /<h1>/);
    const compressed = await get({ "accept-encoding": "br" });
    assert.deepEqual([compressed.cache, compressed.headers["content-encoding"]], ["MISS", "br"]);
    const markdown = await get({ accept: "text/markdown" });
    assert.match(markdown.text, /^# Guide/);
    await expire();
    for (const [headers, before] of [
      [{}, first],
      [{ "accept-encoding": "br" }, compressed],
      [{ accept: "text/markdown" }, markdown],
    ] as const) {
      const again = await get(headers);
      assert.deepEqual([again.cache, again.bytes], ["REVALIDATED", before.bytes]);
      assert.equal((await get(headers)).cache, "HIT");
    }
    const notModified = await get({ "if-none-match": first.headers.etag });
    assert.equal(notModified.status, 304);
    await addPages("Added later");
    await expire();
    const changed = await get();
    assert.equal(changed.cache, "EXPIRED");
    assert.match(changed.text, /Added later/);
  });

  test("keeps the pages of each host apart", async () => {
    await publish({ visibility: "public", hostname: ownHost });
    // A server remembers for a second which hosts sites have.
    await wait(1100);
    const robots = await Promise.all([api, sites, ownHost].map((host) => send(host, "/robots.txt")));
    assert.equal(new Set(robots.map(({ text }) => text)).size, 3);
    assert.match(
      (await send(ownHost, "/guide")).text,
      /<link rel="canonical" href="https:\/\/docs\.acme\.example\/guide">/,
    );
  });

  test("keeps nothing that is not for everyone", async () => {
    const { path } = await publish({ visibility: "share-link" });
    const { urls } = await server.call(`POST ${path}/share-links`, { name: "Readers" });
    const { pathname } = new URL(urls.published);
    const guide = pathname.replace(/[^/]+$/, "guide");
    const accept = "text/html";
    const opened = await send(sites, pathname, { headers: { accept } });
    assert.equal(opened.status, 307);
    const [cookie = ""] = String(opened.headers["set-cookie"]).split(";");
    for (let i = 0; i < 3; i++) {
      const withKey = await send(sites, guide, { headers: { accept, cookie } });
      assert.equal(withKey.status, 200);
      assert.notEqual(withKey.cache, "HIT");
      const without = await send(sites, guide, { headers: { accept } });
      assert.equal(without.status, 404);
      assert.notEqual(without.cache, "HIT");
    }
  });

  test("passes uploads on while they arrive, and large ones", async () => {
    const size = 30 * 1024 * 1024;
    const { url } = await server.call(`POST /spaces/${space.id}/content/files/upload`, {
      name: "a.bin",
      size,
    });
    const { pathname, search } = new URL(url);
    const upload = {
      method: "PUT",
      headers: { "content-type": "application/octet-stream", "content-length": size },
    };
    const outgoing = open(api, pathname + search.replace(/signature=[^&]*/, "signature=forged"), {
      ...upload,
      agent: false,
      rejectUnauthorized: false,
    });
    outgoing.on("error", () => {});
    outgoing.write("the first bytes");
    const [refused] = await once(outgoing, "response");
    assert.equal(refused.statusCode, 404);
    outgoing.destroy();
    const accepted = await send(api, pathname + search, upload, Buffer.alloc(size, "x"));
    assert.equal(accepted.status, 201, accepted.text);
    const { downloadURL } = JSON.parse(accepted.text);
    const file = new URL(downloadURL);
    assert.equal((await send(api, file.pathname + file.search)).bytes.length, size);
  });

  test("compresses replies of the API, whose tags remain valid", async () => {
    const path = `/v1/spaces/${space.id}/content`;
    const read = await send(api, path, { headers: { ...asAdmin, "accept-encoding": "gzip" } });
    assert.equal(read.headers["content-encoding"], "gzip");
    assert.equal(JSON.parse(gunzipSync(read.bytes).toString()).object, "revision");
    const tag = String(read.headers.etag);
    const again = await send(api, path, { headers: { ...asAdmin, "if-none-match": tag } });
    assert.equal(again.status, 304);
    const headers = { ...asAdmin, "if-match": tag };
    const body = JSON.stringify({ changes: [{ operation: "insert_page", title: "By tag" }] });
    assert.equal((await send(api, path, { method: "POST", headers }, body)).status, 200);
  });

  test("answers the messages of assistants", async () => {
    const { pathname } = await publish({ visibility: "public" });
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    for (const origin of [{}, { origin: `https://${sites}` }]) {
      const options = { method: "POST", headers: { ...headers, ...origin } };
      const listed = await send(sites, `${pathname}/~gitbook/mcp`, options, body);
      assert.equal(listed.status, 200, listed.text);
      assert.ok(JSON.parse(listed.text).result.tools.length > 0);
    }
  });

  test("shows the metrics to nobody else, however they are asked for, and answers for no other host", async () => {
    for (const path of [
      "/metrics",
      "/metrics/",
      "/%6detrics",
      "/metrics?x",
      "//metrics",
      "/x/../metrics",
      "/Metrics",
    ]) {
      const { status, text } = await send(api, path);
      assert.ok(status === 403 || status === 404, `${path}: ${status}`);
      assert.doesNotMatch(text, /# HELP/);
    }
    assert.equal((await send(sites, "/healthz", { headers: { host: "other.example" } })).status, 421);
  });
});
