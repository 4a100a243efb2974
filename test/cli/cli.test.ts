import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Clients, isError } from "../conformance/client.ts";
import { databaseKinds, testOnce } from "../support/databases.ts";
import { pixel } from "../support/integrations.ts";
import { specText } from "../support/openapi.ts";
import { adminToken } from "../support/server.ts";
import { useServer } from "../support/suite-server.ts";
import { CommandLine } from "./command-line.ts";

const png = Buffer.from(pixel, "base64");
/** The same image, padded to this size. */
const pngOf = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

/** The fields that the API returns after publishing. */
const publicFields = {
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
      description: "Greets the reader of the page",
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
  ...publicFields,
  icon: "icon.png",
  previewImages: ["preview.png"],
  script: "script.ts",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the command line replaces the variable
  secrets: { KEY: "${{ env.GREETINGS_KEY }}" },
};
const secret = "open sesame";
const script = "const text: string = 'Hello';\nexport default { fetch: () => new Response(text) };\n";

interface PublishOptions {
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, Buffer>>;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

for (const kind of databaseKinds) {
  describe(`the official command line (${kind})`, () => {
    const server = useServer(kind);
    const once = testOnce({ kind });
    const gitbook = new CommandLine();
    let clients: Clients;
    let organizationId = "";

    before(async () => {
      clients = new Clients(server);
      organizationId = await clients.newOrganization("Command line");
      const signedIn = await gitbook.run(["auth", "-t", adminToken, "-e", server.url]);
      assert.match(signedIn.stdout, /You are now authenticated as /, signedIn.stderr);
    });
    after(() => gitbook.remove());

    /** Publishes the integration above under this name. */
    function publish(
      name: string,
      { fields = {}, files = {}, args = [], environment = {} }: PublishOptions = {},
    ) {
      // JSON is valid YAML.
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

    test("signs in with a valid token, and prints the user", async () => {
      const refused = await gitbook.run(["auth", "-t", "wrong", "-e", server.url]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^GitBook API failed with \[401\] .*\/v1\/user: \S/);

      const { data: user } = await clients.api.user.getAuthenticatedUser();
      const { code, stdout } = await gitbook.run(["whoami"]);
      assert.equal(code, 0);
      assert.equal(
        stdout,
        `Authenticated as ${user.displayName}\nID: ${user.id}\nEmail: ${user.email}\nAPI: ${server.url}\n`,
      );
    });

    test("publishes an integration, then its next version", async () => {
      const first = await publish("greetings");
      assert.equal(first.stderr, "");
      const integration = await read("greetings");
      const { urls, previewImages } = integration;
      assert.equal(first.stdout, `🚀 Integration "greetings" published\n👉 ${urls.app}\n`);
      assert.partialDeepStrictEqual(integration, { ...publicFields, version: 1 });
      assert.equal(integration.owner.id, organizationId);
      assert.doesNotMatch(JSON.stringify(integration), new RegExp(`${secret}|secrets|GREETINGS_KEY`));

      assert.equal(previewImages.length, 1);
      for (const url of [urls.icon, ...previewImages]) {
        const image = await fetch(url ?? "");
        assert.equal(image.headers.get("content-type"), "image/png");
        assert.deepEqual(Buffer.from(await image.arrayBuffer()), png);
      }

      const second = await publish("greetings", { fields: { title: "Many greetings" } });
      assert.equal(second.code, 0, second.stderr);
      const next = await read("greetings");
      assert.deepEqual([next.version, next.title], [2, "Many greetings"]);
    });

    once("publishes images of the maximum size, and an integration without images", async () => {
      const files = { "icon.png": pngOf(250 * 1024), "preview.png": pngOf(1024 * 1024) };
      const fields = { previewImages: Array(3).fill("preview.png") };
      const large = await publish("large-images", { fields, files });
      assert.equal(large.code, 0, large.stderr);
      const { urls, previewImages } = await read("large-images");
      for (const [url, bytes] of [
        [urls.icon, files["icon.png"]],
        [previewImages[2], files["preview.png"]],
      ] as const)
        assert.ok(bytes.equals(Buffer.from(await (await fetch(url ?? "")).arrayBuffer())));

      const small = gitbook.folder("small", {
        "gitbook-manifest.yaml": `name: small\ntitle: Small\nscript: ./script.ts\norganization: ${organizationId}\nscopes: []\n`,
        "script.ts": script,
      });
      const { code, stderr } = await gitbook.run(["publish"], { folder: small });
      assert.equal(code, 0, stderr);
      assert.equal((await read("small")).urls.icon, undefined);
    });

    once("prints the server's errors", async () => {
      const unknown = await publish("unpublished", { args: ["--organization", "nowhere"] });
      assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
      assert.match(
        unknown.stderr,
        /^GitBook API failed with \[404\] .*\/integrations\/unpublished: .*organization/i,
      );

      const long = await publish("unpublished", { fields: { title: "x".repeat(31) } });
      assert.match(long.stderr, /^GitBook API failed with \[400\] .*: .*title/);
      await assert.rejects(read("unpublished"), isError(404));

      assert.equal((await publish("taken")).code, 0);
      const stranger = await strangerWithOrganization();
      const taken = await publish("taken", {
        args: ["--organization", stranger.organizationId],
        environment: { GITBOOK_TOKEN: stranger.token, GITBOOK_ENDPOINT: server.url },
      });
      assert.equal(taken.code, 1);
      assert.match(
        taken.stderr,
        /^GitBook API failed with \[403\] .*: .*"taken" belongs to another organization/,
      );
      const { version, owner } = await read("taken");
      assert.deepEqual([version, owner.id], [1, organizationId]);
    });

    /** A user whose only organization is their own. */
    async function strangerWithOrganization(): Promise<{ token: string; organizationId: string }> {
      const email = "stranger@example.com";
      await server.lectern("user", "create", "--email", email);
      const token = await clients.tokenOf(email);
      const { id } = await server.call("POST /orgs", { title: "Other" }, token);
      return { token, organizationId: id };
    }

    test("unpublishes an integration after a confirmation", async () => {
      assert.equal((await publish("short-lived")).code, 0);
      const declined = await gitbook.run(["unpublish", "short-lived"], { input: "n" });
      assert.equal(declined.code, 0);
      assert.equal((await read("short-lived")).version, 1);

      const confirmed = await gitbook.run(["unpublish", "short-lived"], { input: "y" });
      assert.match(confirmed.stdout, /Integration "short-lived" has been deleted\n$/);
      await assert.rejects(read("short-lived"), isError(404));

      const again = await gitbook.run(["unpublish", "short-lived"], { input: "y" });
      assert.equal(again.code, 1);
      assert.match(again.stderr, /^GitBook API failed with \[404\] /);
    });

    test("publishes an OpenAPI spec from a file, and then a new version", async () => {
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
