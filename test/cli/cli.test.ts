import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { adminToken, Clients, isError } from "../conformance/client.ts";
import { createTestDatabase, databaseKinds, testOnce } from "../support/databases.ts";
import { pixel } from "../support/integrations.ts";
import { specText } from "../support/openapi.ts";
import { runLectern, startServer } from "../support/server.ts";
import { CommandLine } from "./command-line.ts";

const png = Buffer.from(pixel, "base64");
/** The same image in a file of this size. */
const pngOf = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

/** What is told of an integration as it was written. */
const shown = {
  title: "Greetings",
  description: "Says hello.",
  summary: "# Greetings\n\nSays **hello**.",
  scopes: ["space:content:read"],
  categories: ["content"],
  visibility: "private",
  blocks: [
    {
      id: "greeting",
      title: "Greeting",
      description: "Greets whoever reads the page",
      urlUnfurl: ["https://greetings.example/*"],
      markdown: { codeblock: "greeting", body: "content" },
    },
  ],
  configurations: {
    account: {
      properties: {
        language: { type: "string", title: "Language", default: "en", enum: ["en", "fr"] },
        loud: { type: "boolean", default: false },
      },
      required: ["language"],
    },
  },
  externalLinks: [{ label: "Help", url: "https://greetings.example/help" }],
};
const manifest = {
  ...shown,
  icon: "icon.png",
  previewImages: ["preview.png"],
  script: "script.ts",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the command line puts the variable in
  secrets: { KEY: "${{ env.GREETINGS_KEY }}" },
};
const secret = "open sesame";
const script = "const text: string = 'Hello';\nexport default { fetch: () => new Response(text) };\n";

/** What one publication has of its own. */
interface Published {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, Buffer>>;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

for (const kind of databaseKinds) {
  describe(`the official command line (${kind})`, () => {
    const once = testOnce({ kind });
    const gitbook = new CommandLine();
    let clients: Clients;
    let organizationId = "";

    before(async () => {
      const database = await createTestDatabase(kind);
      const environment = { LECTERN_ADMIN_TOKEN: adminToken, LECTERN_RATE_LIMIT: "0" };
      clients = new Clients(database, await startServer({ ...database.environment, ...environment }));
      organizationId = await clients.newOrganization("Command line");
      const signedIn = await gitbook.run(["auth", "-t", adminToken, "-e", clients.server.url]);
      assert.match(signedIn.stdout, /You are now authenticated as /, signedIn.stderr);
    });
    after(async () => {
      await clients.server.stop();
      await clients.database.remove();
      gitbook.remove();
    });

    /** Publishes the integration above under a name, with other fields and files where they are given. */
    function publish(name: string, { fields = {}, files = {}, args = [], environment = {} }: Published = {}) {
      // What is JSON is YAML, too.
      const text = JSON.stringify({ name, organization: organizationId, ...manifest, ...fields });
      const folder = gitbook.folder(name, {
        "gitbook-manifest.yaml": text,
        "script.ts": script,
        "icon.png": png,
        "preview.png": png,
        ...files,
      });
      return gitbook.run(["publish", ...args], {
        folder,
        environment: { GREETINGS_KEY: secret, ...environment },
      });
    }

    const read = async (name: string) => (await clients.api.integrations.getIntegrationByName(name)).data;

    test("signs in with a token that the server knows, and says who that is", async () => {
      const refused = await gitbook.run(["auth", "-t", "wrong", "-e", clients.server.url]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^GitBook API failed with \[401\] .*\/v1\/user: \S/);

      const { data: user } = await clients.api.user.getAuthenticatedUser();
      const { code, stdout } = await gitbook.run(["whoami"]);
      assert.equal(code, 0);
      assert.equal(
        stdout,
        `Authenticated as ${user.displayName}\nID: ${user.id}\nEmail: ${user.email}\nAPI: ${clients.server.url}\n`,
      );
    });

    test("publishes an integration, then its next version", async () => {
      const first = await publish("greetings");
      assert.equal(first.stderr, "");
      const integration = await read("greetings");
      const { urls, previewImages } = integration;
      assert.equal(first.stdout, `🚀 Integration "greetings" published\n👉 ${urls.app}\n`);
      assert.partialDeepStrictEqual(integration, { ...shown, version: 1 });
      assert.equal(integration.owner.id, organizationId);
      assert.doesNotMatch(JSON.stringify(integration), new RegExp(`${secret}|secrets|GREETINGS_KEY`));

      assert.equal(previewImages.length, 1);
      for (const address of [urls.icon, ...previewImages]) {
        const image = await fetch(address ?? "");
        assert.equal(image.headers.get("content-type"), "image/png");
        assert.deepEqual(Buffer.from(await image.arrayBuffer()), png);
      }

      const second = await publish("greetings", { fields: { title: "Many greetings" } });
      assert.equal(second.code, 0, second.stderr);
      const next = await read("greetings");
      assert.deepEqual([next.version, next.title], [2, "Many greetings"]);
    });

    once("publishes images as large as it takes them, and something without any", async () => {
      const files = { "icon.png": pngOf(250 * 1024), "preview.png": pngOf(1024 * 1024) };
      const fields = { previewImages: Array(3).fill("preview.png") };
      const large = await publish("large-images", { fields, files });
      assert.equal(large.code, 0, large.stderr);
      const { urls, previewImages } = await read("large-images");
      for (const [address, bytes] of [
        [urls.icon, files["icon.png"]],
        [previewImages[2], files["preview.png"]],
      ] as const)
        assert.ok(bytes.equals(Buffer.from(await (await fetch(address ?? "")).arrayBuffer())));

      const small = gitbook.folder("small", {
        "gitbook-manifest.yaml": `name: small\ntitle: Small\nscript: ./script.ts\norganization: ${organizationId}\nscopes: []\n`,
        "script.ts": script,
      });
      const { code, stderr } = await gitbook.run(["publish"], { folder: small });
      assert.equal(code, 0, stderr);
      assert.equal((await read("small")).urls.icon, undefined);
    });

    once("prints why the server does not take something", async () => {
      const unknown = await publish("homeless", { args: ["--organization", "nowhere"] });
      assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
      assert.match(
        unknown.stderr,
        /^GitBook API failed with \[404\] .*\/integrations\/homeless: .*organization/i,
      );

      const long = await publish("homeless", { fields: { title: "x".repeat(31) } });
      assert.match(long.stderr, /^GitBook API failed with \[400\] .*: .*title/);
      await assert.rejects(read("homeless"), isError(404));

      assert.equal((await publish("taken")).code, 0);
      const stranger = await strangerWithOrganization();
      const taken = await publish("taken", {
        args: ["--organization", stranger.organizationId],
        environment: { GITBOOK_TOKEN: stranger.token, GITBOOK_ENDPOINT: clients.server.url },
      });
      assert.equal(taken.code, 1);
      assert.match(
        taken.stderr,
        /^GitBook API failed with \[403\] .*: .*"taken" belongs to another organization/,
      );
      const { version, owner } = await read("taken");
      assert.deepEqual([version, owner.id], [1, organizationId]);
    });

    /** Somebody who is in no organization but their own. */
    async function strangerWithOrganization(): Promise<{ token: string; organizationId: string }> {
      const email = "stranger@example.com";
      await runLectern(clients.database.environment, "user", "create", "--email", email);
      const token = await clients.tokenOf(email);
      const response = await fetch(`${clients.server.url}/v1/orgs`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ title: "Elsewhere" }),
      });
      const { id } = (await response.json()) as { id: string };
      return { token, organizationId: id };
    }

    test("unpublishes an integration when it is told that it shall", async () => {
      assert.equal((await publish("short-lived")).code, 0);
      const kept = await gitbook.run(["unpublish", "short-lived"], { typed: "n" });
      assert.equal(kept.code, 0);
      assert.equal((await read("short-lived")).version, 1);

      const gone = await gitbook.run(["unpublish", "short-lived"], { typed: "y" });
      assert.match(gone.stdout, /Integration "short-lived" has been deleted\n$/);
      await assert.rejects(read("short-lived"), isError(404));

      const again = await gitbook.run(["unpublish", "short-lived"], { typed: "y" });
      assert.equal(again.code, 1);
      assert.match(again.stderr, /^GitBook API failed with \[404\] /);
    });

    test("publishes an OpenAPI spec from a file, then another text of it", async () => {
      const { orgs } = clients.api;
      for (const title of ["Pets", "More pets"]) {
        const folder = gitbook.folder("openapi", { "pets.yaml": specText(title) });
        const args = ["openapi", "publish", "pets.yaml", "--spec", "pets", "--organization", organizationId];
        const { stdout, stderr } = await gitbook.run(args, { folder });
        assert.equal(stderr, "");
        const { data: spec } = await orgs.getOpenApiSpecBySlug(organizationId, "pets");
        assert.equal(stdout, `OpenAPI specification "pets" published to ${spec.urls.app}\n`);
        while ((await orgs.getOpenApiSpecBySlug(organizationId, "pets")).data.processingState !== "complete")
          await setTimeout(50);
        const { data } = await orgs.getLatestOpenApiSpecVersionContent(organizationId, "pets");
        assert.match(JSON.stringify(data), new RegExp(`"title":"${title}"`));
      }
    });
  });
}
