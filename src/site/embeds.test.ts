import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { serve } from "../../test/support/local-site.ts";
import { runNextJob } from "../server/jobs/work.ts";

let now = Date.UTC(2030, 0, 1);
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const day = 24 * 60 * 60_000;

describeOnEachDatabase(
  "embeds in pages of sites",
  (suite) => {
    /** A published page with embeds. Returns its HTML and policy whenever it is opened. */
    const publish = (...urls: readonly string[]) =>
      publishMarkdown(urls.map((url) => `{% embed url="${url}" %}\n`).join("\n"));

    async function publishMarkdown(markdown: string) {
      const { app } = suite;
      const space = await app.space();
      await app.page(space.path, "Page", { document: { markdown } });
      const sites = `/orgs/${app.organizationId}/sites`;
      const { id } = await app.ok(app.admin, `POST ${sites}`, {
        body: { title: "Acme", spaces: [space.id] },
      });
      const published = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
      const { pathname, host } = new URL(published.urls.published);
      return async (accept = "text/html") => {
        const { body, headers } = await app.app.inject({ url: pathname, headers: { host, accept } });
        return { text: body, policy: String(headers["content-security-policy"]) };
      };
    }

    /** Opens a page until it shows a text. */
    async function waitFor(open: () => Promise<{ text: string }>, text: string): Promise<void> {
      for (let i = 0; i < 100; i++) {
        if ((await open()).text.includes(text)) return;
        await runNextJob(suite.app.context);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.fail(`the page does not show ${text}`);
    }

    test("are frames for providers of the list, and the policy allows exactly their hosts", async () => {
      const open = await publish(
        "https://youtu.be/abc",
        "https://demo.example.com/a/b",
        "javascript:alert(1)",
      );
      const { text, policy } = await open();
      assert.match(policy, /; frame-src https:\/\/demo\.example\.com https:\/\/www\.youtube-nocookie\.com;/);
      assert.match(text, /<template><iframe src="https:\/\/www\.youtube-nocookie\.com\/embed\/abc" /);
      assert.match(
        text,
        /<iframe src="https:\/\/demo\.example\.com\/a\/b" title="demo\.example\.com" [^<>]* sandbox="/,
      );
      const { policy: without } = await (await publish("https://demo2.example.com/"))();
      assert.doesNotMatch(without, /frame-src/);
    });

    test("are cards with what is known: nothing is waited for, and later readers see more", async (t) => {
      const state = { title: "The first title", delay: 300 };
      const requests: string[] = [];
      const site = await serve(t, ({ url = "" }, response) => {
        requests.push(url);
        setTimeout(() => {
          response.writeHead(200, { "content-type": "text/html" });
          response.end(
            `<title>${state.title}</title><meta name="description" content="About <b>it</b>"><link rel="icon" href="/icon.png">`,
          );
        }, state.delay);
      });
      const open = await publish(`${site.url}/article`);
      const { text } = await open();
      assert.match(text, /<span class="link-card-title">127\.0\.0\.1\/article<\/span>/);
      await waitFor(open, "The first title");
      assert.match((await open()).text, /About &lt;b&gt;it&lt;\/b&gt;<br>127\.0\.0\.1/);
      assert.doesNotMatch((await open()).text, /icon\.png/, "pages load nothing from other hosts");
      assert.deepEqual(requests, ["/article"]);
      now += day + 1;
      Object.assign(state, { title: "The second title", delay: 0 });
      assert.match((await open()).text, /The first title/, "it is shown until it was fetched again");
      await waitFor(open, "The second title");
    });

    test("of OpenAPI specs are links until the specs were read, and later readers see the operations", async (t) => {
      const spec = (summary: string) => ({
        openapi: "3.1.0",
        info: { title: "Pets", version: "1" },
        paths: { "/pets": { $ref: "paths.yaml#/pets" } },
        "x-summary": summary,
      });
      const state = { summary: "List all pets", status: 200 };
      const requests: string[] = [];
      const site = await serve(t, ({ url = "" }, response) => {
        requests.push(url);
        response.writeHead(state.status, { "content-type": "application/octet-stream" });
        response.end(
          url === "/openapi.json"
            ? JSON.stringify(spec(state.summary))
            : `pets:\n  get:\n    summary: ${state.summary}\n    responses: { "200": { description: Pets } }\n`,
        );
      });
      const blockOf = (source: string, tag = "openapi") =>
        `{% ${tag} src="${source}" path="/pets" method="get" %}\n${source}\n{% end${tag} %}\n`;
      const source = `${site.url}/openapi.json`;
      const open = await publishMarkdown(
        `${blockOf(source)}\n${blockOf(source, "swagger")}\n${blockOf("javascript:alert(1)")}`,
      );
      const { text } = await open();
      assert.match(text, /method-get">GET<\/span><code>\/pets<\/code>/);
      assert.ok(text.includes(`<a href="${source}" class="link-card"`));
      assert.doesNotMatch(text, /href="javascript:/);
      assert.match((await open("text/markdown")).text, /`GET \/pets`: (?:<|\[)http:\/\/127/);
      await waitFor(open, "List all pets");
      const known = (await open()).text;
      assert.equal(known.match(/<h2 class="api-title"/g)?.length, 2);
      assert.ok(!known.includes("link-card") && known.includes(`class="api-download" href="${source}"`));
      assert.match((await open("text/markdown")).text, /## List all pets/);
      assert.deepEqual(requests.toSorted(), ["/openapi.json", "/paths.yaml"]);

      now += day;
      Object.assign(state, { status: 500 });
      await open();
      while (requests.length < 3) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        await runNextJob(suite.app.context);
      }
      assert.match((await open()).text, /List all pets/, "it is shown until it was read again");
      now += day;
      Object.assign(state, { summary: "List the pets", status: 200 });
      await waitFor(open, "List the pets");
    });
  },
  {
    clock,
    config: { allowPrivateNetwork: true, embeds: [{ pattern: "demo.example.com/*", frame: "{self}" }] },
  },
);
