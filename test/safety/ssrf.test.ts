import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runNextJob } from "../../src/server/jobs/work.ts";
import { describeOnce, uniqueName } from "../support/app.ts";
import { listen } from "../support/server.ts";

/** Spellings of loopback and other private addresses. */
const privateHosts = `
  127.0.0.1 127.0.0.1. 127.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 0 0.0.0.0 ①②⑦.⓪.⓪.①
  127。0。0。1 %31%32%37.0.0.1 localhost LOCALHOST. a.localhost [::1] [0:0:0:0:0:0:0:1] [::] [::127.0.0.1]
  [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:7f00:1] [64:ff9b::7f00:1] [64:ff9b:1::7f00:1]
  [2002:7f00:1::] [2001:0:0:0:0:0:80ff:fffe] [fe80::5efe:7f00:1] [fe80::1%25lo] 169.254.169.254
  [fd00:ec2::254] 100.100.100.200 ada:secret@127.0.0.1 example.com@127.0.0.1
`;

const privateUrls = (port: number) => [
  ...privateHosts
    .trim()
    .split(/\s+/)
    .map((host) => `http://${host}:${port}/secret.png`),
  `https://127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  `http:127.0.0.1:${port}/`,
  `http://example.com\\@127.0.0.1:${port}/`,
  "file:///etc/passwd",
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_GET`,
  "data:text/plain,x",
];

describeOnce("fetching a private address", (suite) => {
  let connections = 0;
  let urls: readonly string[];
  const trap = createServer((_request, response) => response.end("<title>top-secret</title>"));
  trap.on("connection", () => connections++);
  before(async () => {
    urls = privateUrls(Number(/\d+$/.exec(await listen(trap, "::"))?.[0]));
  });
  beforeEach(() => {
    connections = 0;
  });
  after(() => trap.close());

  test("is refused for a file of a space", async () => {
    const { app } = suite;
    const { path } = await app.space();
    for (const url of urls) {
      const files = [{ name: "a", contentType: "a/b", url }];
      const body = { changes: [{ operation: "insert_files", files }] };
      assert.equal((await app.call(app.admin, `POST ${path}/content`, { body })).status, 400, url);
    }
    assert.equal(connections, 0);
  });

  test("is refused for an OpenAPI spec or a file that it references", async () => {
    const { app } = suite;
    const specs = `/orgs/${app.organizationId}/openapi`;
    for (const url of urls) {
      const slug = uniqueName();
      const { status } = await app.call(app.admin, `PUT ${specs}/${slug}`, { body: { source: { url } } });
      if (status === 400) continue;
      while (await runNextJob(app.context));
      const { processingState, lastProcessErrorCode } = await app.ok(app.admin, `GET ${specs}/${slug}`);
      assert.ok(lastProcessErrorCode, `${url} is ${processingState}`);
    }
    const paths = urls.map((url, i) => `  /${i}: { $ref: ${JSON.stringify(url)} }`);
    const text = `openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths:\n${paths.join("\n")}\n`;
    await app.ok(app.admin, `PUT ${specs}/referring`, { body: { source: { text } } });
    while (await runNextJob(app.context));
    assert.equal(connections, 0);
  });

  test("is refused for an import", async () => {
    const { app } = suite;
    // Each import starts a process, so only one URL is tested: all imports use the same client.
    const { path } = await app.space();
    const url = urls.find((candidate) => candidate.startsWith("http://[::ffff:7f00:1]"));
    const { status } = await app.call(app.admin, `POST ${path}/content/import`, {
      body: { source: "zip", url },
    });
    assert.equal(status, 400);
    assert.equal(connections, 0);
  });

  test("is refused for an embed", async () => {
    const { app } = suite;
    const { path } = await app.space();
    for (const url of urls) {
      const { status, body } = await app.call(app.admin, `GET ${path}/embed`, { query: { url } });
      if (status !== 400) assert.deepEqual([status, body.type], [200, "link"], url);
      assert.doesNotMatch(JSON.stringify(body), /ada|top-secret/, url);
    }
    assert.equal(connections, 0);
  });

  test("is refused for an image of a PDF", async () => {
    const { app } = suite;
    const space = await app.space();
    const images = urls.flatMap((url) => [`![a](<${url}>)`, `<img src="${url}">`]);
    await app.page(space.path, "Images", { document: { markdown: images.join("\n\n") } });
    await app.ok(app.admin, `GET ${space.path}/pdf`);
    assert.equal(connections, 0);
  });

  test("is detected by this test", async () => {
    await fetch(urls[0] ?? "");
    assert.equal(connections, 1);
  });
});

/** The modules that may open connections, and why. */
const connectingModules: Readonly<Record<string, string>> = {
  "platform/safe-fetch/safe-fetch.ts": "fetches URLs from users",
  "platform/safe-fetch/pin-host.ts": "resolves the host names of these URLs",
  "identity/oidc/client.ts": "connects to the operator's identity provider",
  "storage/database/dialects/postgres-sockets.ts": "connects to the operator's database",
  "storage/objects/s3-requests.ts": "connects to the operator's object storage",
};

test("no other module opens connections", () => {
  const source = fileURLToPath(new URL("../../src/", import.meta.url));
  const module =
    /^import (?!type )([^"]*) from "(?:node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)|undici|openid-client)"/gm;
  const harmless = /^\s*(?:type \w+|isIP(?:v[46])?|STATUS_CODES|Server)?\s*$/;
  // A template with `await fetch(` is code for readers.
  const call = /(?<![.\w]|function |async |`const response = await )fetch\(|new (?:WebSocket|EventSource)\(/;
  const found = globSync("**/*.ts", { cwd: source })
    // Scripts of pages run in the browser, whose policy allows only their own origin.
    .filter((file) => !/\.test\.ts$|^site\/assets\/browser\/|^app\//.test(file))
    .filter((file) => {
      // Ignore declarations of methods named fetch.
      const code = readFileSync(source + file, "utf8").replace(/^\s+fetch\((?:$|\w+:)/gm, "");
      const names = [...code.matchAll(module)].flatMap(([, names = ""]) => names.split(/[{},]/));
      return names.some((name) => !harmless.test(name)) || call.test(code);
    });
  assert.deepEqual(found.sort(), Object.keys(connectingModules).sort());
});
