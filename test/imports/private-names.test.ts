import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createWebClient } from "../../src/importing/website/web-client.ts";
import { importSources } from "../../src/storage/database/index.ts";
import { bootApp, type TestApp } from "../support/app.ts";
import { createTestDatabase, type TestDatabase } from "../support/databases.ts";
import { type LocalSite, networkOf, serve } from "../support/local-site.ts";
import { serveNames } from "../support/name-server.ts";
import { zipOfTree } from "../support/zip.ts";

/** Public names with private addresses. */
const names = {
  "docs.example.com": ["127.0.0.1"],
  "six.example.com": ["::1"],
  "mapped.example.com": ["::ffff:127.0.0.1"],
  "both.example.com": ["10.0.0.1", "fd00::1"],
  "cloud.example.com": ["169.254.169.254"],
};
const tree = zipOfTree({ "README.md": "# Secret\n\nFor the private network only.\n" });

/** The importer is a child process, whose environment selects the name server. */
const environment = {
  NODE_OPTIONS: `--import=${new URL("../support/use-name-server.ts", import.meta.url).href}`,
  TEST_NAME_SERVER: "",
};

describe("names that resolve to private addresses", () => {
  let database: TestDatabase;
  let nameServer: Awaited<ReturnType<typeof serveNames>>;
  before(async () => {
    database = await createTestDatabase("sqlite");
    nameServer = await serveNames(names);
    Object.assign(process.env, environment, { TEST_NAME_SERVER: nameServer.address });
  });
  after(async () => {
    for (const name of Object.keys(environment)) delete process.env[name];
    nameServer.close();
    await database.remove();
  });

  async function withApp(allowPrivateNetwork: boolean, work: (app: TestApp) => Promise<void>): Promise<void> {
    const app = await bootApp(database.environment, { config: { allowPrivateNetwork } });
    try {
      await work(app);
    } finally {
      await app.close();
    }
  }

  const importFrom = async (app: TestApp, source: string, host: string, site: LocalSite) => {
    const space = await app.space();
    const body = { source, url: `http://${host}:${site.port}/` };
    return app.call(app.admin, `POST ${space.path}/content/import`, { body });
  };

  test("are refused for every import source, without a connection", async (t) => {
    const site = await serve(t, (_request, response) => response.end(tree));
    const attempts = [
      ...importSources.map((source) => [source, "docs.example.com"] as const),
      ...Object.keys(names).map((host) => ["zip", host] as const),
    ];
    await withApp(false, async (app) => {
      for (const [source, host] of attempts) {
        const { status, body } = await importFrom(app, source, host, site);
        assert.equal(status, 400, `${source} ${host}`);
        assert.match(body.error.message, /^url: .*resolves to a private network/, `${source} ${host}`);
      }
    });
    assert.equal(site.connections(), 0);
  });

  test("are fetched if the setting allows it", async (t) => {
    const site = await serve(t, (_request, response) => response.end(tree));
    await withApp(true, async (app) => {
      const { status, body } = await importFrom(app, "zip", "docs.example.com", site);
      assert.equal(status, 201, JSON.stringify(body));
    });
    assert.equal(site.connections(), 1);
  });
});

test("a redirect into the private network is refused for fetches and downloads", async (t) => {
  const requested: string[] = [];
  const site = await serve(t, ({ headers, url = "" }, response) => {
    requested.push(`${headers.host?.split(":")[0]}${url}`);
    const host = url === "/literal" ? "127.0.0.2" : "inside.test";
    const location = url === "/twice" ? "/named" : `http://${host}:${site.port}/secret`;
    response.writeHead(302, { location }).end();
  });
  const network = networkOf({ "docs.test": ["127.0.0.1"], "inside.test": ["127.0.0.2"] });
  const web = createWebClient({ allowPrivateNetwork: false }, { network });
  const folder = await mkdtemp(join(tmpdir(), "lectern-names-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const expected = { reason: "refused", message: /the redirect target .* a private network/ };
  for (const path of ["named", "literal", "twice"]) {
    const url = `http://docs.test:${site.port}/${path}`;
    await assert.rejects(web.fetch(url, { maxBytes: 100 }), expected);
    await assert.rejects(web.download(url, join(folder, "file"), 100), expected);
  }
  assert.deepEqual(new Set(requested), new Set(["docs.test/named", "docs.test/literal", "docs.test/twice"]));
});
