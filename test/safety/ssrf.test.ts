import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, beforeEach, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runNextJob } from "../../src/server/jobs/work.ts";
import { bootApp, type TestApp, uniqueName } from "../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";

/** This computer and its network, in all the ways to spell them. */
const inside = (port: number) => [
  ...[
    "127.0.0.1",
    "127.0.0.1.",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001:0:0:0:0:0:80ff:fffe]",
    "[fe80::5efe:7f00:1]",
    "[fe80::1%25lo]",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "ada:secret@127.0.0.1",
    "example.com@127.0.0.1",
  ].map((host) => `http://${host}:${port}/secret.png`),
  `https://127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:127.0.0.1:${port}/`,
  `http://example.com\\@127.0.0.1:${port}/`,
  "file:///etc/passwd",
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_GET`,
  "data:text/plain,x",
];

describe("an address inside of the network is fetched by nothing", () => {
  let database: TestDatabase;
  let app: TestApp;
  let connections = 0;
  let addresses: readonly string[];
  const trap = createServer((_request, response) => response.end("secret"));
  trap.on("connection", () => connections++);
  before(async () => {
    await new Promise<void>((resolve) => trap.listen(0, "::", resolve));
    addresses = inside((trap.address() as AddressInfo).port);
    database = await createTestDatabase("sqlite");
    app = await bootApp(database.environment);
  });
  beforeEach(() => {
    connections = 0;
  });
  after(async () => {
    trap.close();
    await app.close();
    await database.remove();
  });

  const file = async (path: string, url: string) =>
    app.call(app.admin, `POST ${path}/content`, {
      body: { changes: [{ operation: "insert_files", files: [{ name: "a", contentType: "a/b", url }] }] },
    });

  test("that is: not for a file of a space", async () => {
    const { path } = await app.space();
    for (const url of addresses) assert.equal((await file(path, url)).status, 400, url);
    assert.equal(connections, 0);
  });

  test("not for an OpenAPI spec, nor for a file that one refers to", async () => {
    const home = `/orgs/${app.organizationId}/openapi`;
    for (const url of addresses) {
      const slug = uniqueName();
      const { status } = await app.call(app.admin, `PUT ${home}/${slug}`, { body: { source: { url } } });
      if (status === 400) continue;
      while (await runNextJob(app.context));
      const { processingState, lastProcessErrorCode } = await app.ok(app.admin, `GET ${home}/${slug}`);
      assert.ok(lastProcessErrorCode, `${url} is ${processingState}`);
    }
    const paths = addresses.map((url, i) => `  /${i}: { $ref: ${JSON.stringify(url)} }`);
    const text = `openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths:\n${paths.join("\n")}\n`;
    await app.ok(app.admin, `PUT ${home}/referring`, { body: { source: { text } } });
    while (await runNextJob(app.context));
    assert.equal(connections, 0);
  });

  test("not for an import", async () => {
    // Each is a process of its own, so one must do: what they fetch with is the same for all.
    const { path } = await app.space();
    const url = addresses.find((one) => one.startsWith("http://[::ffff:7f00:1]"));
    const { status } = await app.call(app.admin, `POST ${path}/content/import`, {
      body: { source: "zip", url },
    });
    assert.equal(status, 400);
    assert.equal(connections, 0);
  });

  test("not for the images of a PDF", async () => {
    const space = await app.space();
    const images = addresses.flatMap((url) => [`![a](<${url}>)`, `<img src="${url}">`]);
    await app.page(space.path, "Images", { document: { markdown: images.join("\n\n") } });
    await app.ok(app.admin, `GET ${space.path}/pdf`);
    assert.equal(connections, 0);
  });

  test("and the trap would notice", async () => {
    await fetch(addresses[0] ?? "");
    assert.equal(connections, 1);
  });
});

/** Who may speak to others at all, and why. */
const speakers: Readonly<Record<string, string>> = {
  "platform/safe-fetch/safe-fetch.ts": "the one way to fetch what somebody gave the address of",
  "platform/safe-fetch/pin-host.ts": "asks for the addresses of its names",
  "identity/oidc/client.ts": "the operator's own provider of identities",
};

test("nothing else in the code opens a connection", () => {
  const source = fileURLToPath(new URL("../../src/", import.meta.url));
  const module =
    /^import (?!type )([^"]*) from "(?:node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)|undici|openid-client)"/gm;
  const harmless = /^\s*(?:type \w+|isIP(?:v[46])?|STATUS_CODES)?\s*$/;
  const call = /(?<![.\w]|function |async )fetch\(|new (?:WebSocket|EventSource)\(/;
  const found = globSync("**/*.ts", { cwd: source })
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) => {
      // A method of that name is declared with the types of what it takes.
      const code = readFileSync(source + file, "utf8").replace(/^\s+fetch\((?:$|\w+:)/gm, "");
      const names = [...code.matchAll(module)].flatMap(([, names = ""]) => names.split(/[{},]/));
      return names.some((name) => !harmless.test(name)) || call.test(code);
    });
  assert.deepEqual(found.sort(), Object.keys(speakers).sort());
});
