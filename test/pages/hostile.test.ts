import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { BrowserContext } from "playwright-core";
import { defaultCustomization } from "../../src/publishing/customization/defaults.ts";
import { skip } from "../support/chromium.ts";
import {
  findActiveContent,
  hostileNodes,
  payloads,
  textsOf,
  withAllTexts,
  withTexts,
} from "../support/hostile-page.ts";
import { useBrowser } from "../support/suite-browser.ts";
import { useServer } from "../support/suite-server.ts";

const everyBlock = readFileSync(new URL("./every-block.md", import.meta.url), "utf8");
const spec = readFileSync(new URL("../../src/commands/sample/api/openapi.yaml", import.meta.url), "utf8");
const { markup, short, script } = payloads;

/** Files whose bytes or names are scripts. */
const files = [
  [
    "a.svg",
    "image/svg+xml",
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="fetch('/pwned')"><script>fetch("/pwned")</script></svg>`,
  ],
  ["a.html", "text/html", "<script>fetch('/pwned')</script>"],
  [`${short}.png`, "image/png", "<script>fetch('/pwned')</script>"],
] as const;

describe("hostile text on published pages", { skip }, () => {
  const server = useServer("sqlite");
  const chromium = useBrowser();
  let context: BrowserContext;
  let organization = "";
  /** What injected code did. */
  const executed: string[] = [];

  before(async () => {
    // The policy of pages is a second defence; the first one must hold without it.
    context = await chromium.browser.newContext({ bypassCSP: true, acceptDownloads: false });
    await context.route(
      ({ origin }) => origin !== new URL(server.url).origin,
      (route) => route.fulfill({ status: 204 }),
    );
    context.on("request", (request) => {
      if (new URL(request.url()).pathname === "/pwned")
        executed.push(`${request.url()} by ${request.frame().url()}`);
    });
    context.on("dialog", (dialog) => {
      executed.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    organization = `/orgs/${(await server.call("GET /orgs")).items[0].id}`;
  });
  after(() => context?.close());

  async function newSpace(title: string, changes: readonly object[] = []): Promise<string> {
    const { id } = await server.call(`POST ${organization}/spaces`, { title });
    if (changes.length > 0) await change(id, changes);
    return id;
  }

  function change(space: string, changes: readonly object[]) {
    return server.call(`POST /spaces/${space}/content`, { changes });
  }

  async function publish(title: string, spaces: readonly string[]): Promise<{ path: string; url: string }> {
    const { id } = await server.call(`POST ${organization}/sites`, { title, spaces });
    const path = `${organization}/sites/${id}`;
    const { urls } = await server.call(`POST ${path}/publish`);
    return { path, url: urls.published };
  }

  /** Opens pages, and clicks what opens something. Nothing of them may be active, and all of them must exist. */
  async function open(urls: readonly string[], status = 200): Promise<void> {
    const page = await context.newPage();
    for (const url of urls) {
      const response = await page.goto(url, { waitUntil: "load" });
      assert.equal(response?.status(), status, url);
      assert.deepEqual(await findActiveContent(page, response), [], url);
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
        // Buttons of forms leave the page.
        for (const button of document.querySelectorAll("main button:not(form *)"))
          (button as HTMLElement).click();
      });
      // Scripts of the site set styles.
      const active = await findActiveContent(page, response);
      assert.deepEqual(
        active.filter((text) => !/^<\w+ [^>]*\bstyle="/.test(text)),
        [],
        url,
      );
    }
    await page.close();
    assert.deepEqual(executed, []);
  }

  /** The URLs of all pages in the tree of a page. */
  async function pagesOf(url: string): Promise<string[]> {
    const text = await (await fetch(url)).text();
    const tree = /<nav[^>]*class="page-tree[\s\S]*?<\/nav>/.exec(text)?.[0] ?? "";
    return [...tree.matchAll(/href="(\/[^"#]*)"/g)].map(([, path = ""]) => server.url + path);
  }

  test("never runs in any text of any block", async () => {
    const scratch = await newSpace("Scratch", [
      { operation: "insert_page", title: "All", document: { markdown: everyBlock } },
    ]);
    const { pages } = await server.call(`GET /spaces/${scratch}/content/pages`);
    const { document } = await server.call(
      `GET /spaces/${scratch}/content/page/${pages[0].id}?format=document`,
    );
    const changes = Object.entries(payloads).map(([title, payload]) => {
      const nodes = hostileNodes(document.nodes, title, payload);
      return {
        operation: "insert_page",
        title,
        document: { document: { object: "document", data: {}, nodes } },
      };
    });
    const space = await newSpace("Blocks", changes);
    const { url } = await publish("Blocks", [space]);
    const urls = await pagesOf(url);
    assert.equal(urls.length, changes.length);
    await open(urls);
  });

  test("never runs in Markdown, pages, files, variables, reusable content or specs", async () => {
    const text = JSON.stringify(withAllTexts(await parseSpec(), markup, isSpecWord));
    await server.call(`PUT ${organization}/openapi/hostile`, { source: { text } });
    for (let state = ""; state !== "complete"; )
      state = (await server.call(`GET ${organization}/openapi/hostile`)).processingState;
    const uploads = files.map(([name, contentType, content]) => ({
      ...{ name, contentType, base64: Buffer.from(content).toString("base64") },
    }));
    const space = await newSpace(short);
    const { insertedReusableContents } = await change(space, [
      { operation: "insert_files", files: uploads },
      { operation: "set_variables", variables: { hostile: markup } },
      { operation: "insert_reusable_content", title: short, document: { markdown: markup } },
    ]);
    const uploaded = (await server.call(`GET /spaces/${space}/content/files`)).items;
    const targets = Object.values(payloads).map((payload) => payload.replaceAll("\n", "&#10;"));
    const lines = [
      '<code class="expression">space.vars.hostile</code> <code class="expression">visitor.claims.unsigned.name</code>',
      `{% include "/reusable-contents/${insertedReusableContents[0]}" %}`,
      ...Object.values(payloads),
      ...targets.flatMap((target) => [
        `[${target}](<${target}> "${target.replaceAll('"', "&quot;")}") ![${target}](<${target}>)`,
        `<a href="${target.replaceAll('"', "&quot;")}" class="button primary" data-icon="${target.replaceAll('"', "&quot;")}">a</a>`,
        `{% embed url="${target.replaceAll('"', "%22")}" %}`,
        `{% code title="${target.replaceAll('"', "'")}" %}\n\`\`\`${target}\n${target}\n\`\`\`\n{% endcode %}`,
        `$$\n\\href{${target}}{x} \\htmlClass{${target}}{x} \\style{${target}}{y} \\text{${target}}\n$$`,
        `\`\`\`mermaid\n${target}\n\`\`\``,
        `<details><summary>${target}</summary>\n\n${target}\n\n</details>`,
        `{% @${"hostile"}/block content="${target.replaceAll('"', "'")}" url="${target.replaceAll('"', "'")}" %}`,
      ]),
      ...uploaded.flatMap(({ id }: { id: string }) => [
        `![](/files/${id})`,
        `{% file src="/files/${id}" %}\n${markup}\n{% endfile %}`,
      ]),
      `{% openapi-schemas spec="hostile" schemas="Sensor,Rule" grouped="true" %}\n{% endopenapi-schemas %}`,
      ...["/sensors", "/sensors/{name}", "/zones/{zone}/rules"].map(
        (path) =>
          `{% openapi-operation spec="hostile" path="${path}" method="${path.endsWith("rules") ? "post" : "get"}" %}\n{% endopenapi-operation %}`,
      ),
      `{% openapi-webhook spec="hostile" name="alert" method="post" %}\n{% endopenapi-webhook %}`,
    ];
    const page = { operation: "insert_page", title: short, description: markup, linkTitle: short };
    const cover = { ref: { kind: "file", file: uploaded[0].id }, yPos: 0 };
    await change(space, [
      { ...page, slug: "all", cover, document: { markdown: lines.join("\n\n") } },
      { ...page, slug: "group", type: "group" },
      {
        ...page,
        slug: "link",
        type: "link",
        target: { kind: "url", url: `https://example.com/${markup}` },
      },
      { ...page, slug: "next", document: { markdown: `# ${markup}` } },
    ]);
    const { url } = await publish(short, [space]);
    const claim = `?visitor.name=${encodeURIComponent(markup)}&${encodeURIComponent(markup)}=${encodeURIComponent(markup)}`;
    await open([`${url}/all`, `${url}/all${claim}`, `${url}/next`]);
    const shown = await (await fetch(`${url}/all`)).text();
    assert.match(shown, /&lt;img src=\/pwned/, "the text is not shown as text");
    assert.match(shown, /class="api"/);
    const loaded = await context.newPage();
    for (const { downloadURL } of uploaded)
      await loaded
        .goto(downloadURL)
        .catch((error: Error) => assert.match(error.message, /Download is starting|ERR_ABORTED/));
    await loaded.close();
    assert.deepEqual(executed, []);
  });

  function isSpecWord(key: string, value: string): boolean {
    return (
      /^(?:openapi|\$ref|in|type|name|scheme|operationId|required)$/.test(key) ||
      value === "Sensors" ||
      value === "Rules"
    );
  }

  async function parseSpec(): Promise<object> {
    const { load } = await import("js-yaml");
    return load(spec) as object;
  }

  test("never runs in titles, paths and parts of a site", async () => {
    const insert = { operation: "insert_page", title: "Page", document: { markdown: "Text" } };
    const ids = await Promise.all([1, 2, 3].map(() => newSpace(short, [insert])));
    const { path, url } = await publish(short, ids.slice(0, 2));
    const section = await server.call(`POST ${path}/sections`, {
      spaceId: ids[2],
      title: markup.slice(0, 128),
    });
    await server.call(`PATCH ${path}/sections/${section.id}`, { description: markup, icon: short });
    await server.call(`POST ${path}/section-groups`, { title: short, icon: short, sections: [section.id] });
    const encoded = encodeURIComponent(markup);
    await open([url, section.urls?.published ?? url]);
    await open(
      [
        `${url}/${encoded}`,
        `${url}/x?${encoded}=${encoded}`,
        `${url}/page/${encoded}/${encodeURIComponent(script)}`,
      ],
      404,
    );
    const sources = [`/${short}`, "/go"];
    for (const target of Object.values(payloads))
      for (const source of sources) {
        const destination = { kind: "url", url: target };
        await assert.rejects(
          server.call(`POST ${path}/redirects`, { source, destination }),
          /returned 4\d\d/,
          `a redirect to ${target} was accepted`,
        );
      }
    for (const query of ["jwt_token", "visitor.a.b", "location", "shareKey"])
      assert.doesNotMatch(await (await fetch(`${url}?${query}=${encoded}`)).text(), /<img src=\/pwned/);
  });

  test("never runs in any text of the customization", async () => {
    const insert = {
      operation: "insert_page",
      title: "Page",
      document: { markdown: "## One\n\n## Two\n\n`code`" },
    };
    const { path, url } = await publish("Customized", [await newSpace("Customized", [insert])]);
    const link = { title: "Title", to: { kind: "url", url: "https://example.com" } };
    const images = { light: "https://images.example.com/l.png", dark: "https://images.example.com/d.png" };
    const font = {
      ...{ id: "own", custom: true, fontFamily: "Own" },
      fontFaces: [{ weight: 400, sources: [{ url: "https://images.example.com/a.woff2", format: "woff2" }] }],
    };
    const complete = {
      ...defaultCustomization,
      title: "Title",
      styling: { ...defaultCustomization.styling, font, monospaceFont: font },
      favicon: { icon: images },
      header: {
        preset: "default",
        logo: images,
        links: [
          { ...link, links: [] },
          { ...link, to: null, links: [link] },
        ],
      },
      footer: { logo: images, groups: [{ title: "Group", links: [link] }], copyright: "Us" },
      announcement: { enabled: true, message: "Message", link, style: "info" },
      privacyPolicy: { url: "https://example.com/privacy" },
      socialPreview: { url: "https://images.example.com/p.png" },
      socialAccounts: [{ platform: "github", handle: "us", display: { footer: true, header: true } }],
    };
    let accepted = 0;
    for (const payload of [
      ...Object.values(payloads),
      `https://example.com/"'><img src=/pwned onerror=pwned=1>`,
      "https://images.example.com/');}*{background:url(/pwned)}",
    ]) {
      const valid = [];
      for (const place of textsOf(complete, ["kind"]))
        if (await isAccepted(`PUT /v1${path}/customization`, withTexts(complete, [place], payload)))
          valid.push(place);
      accepted += valid.length;
      // All changes at once: one page shows all of them.
      const merged = withTexts(complete, valid, payload);
      await server.call(`PUT ${path}/customization`, merged);
      await open([url, `${url}/nothing`].slice(0, 1));
    }
    assert.ok(accepted > 40, `only ${accepted} values were accepted`);
  });

  async function isAccepted(operation: string, body: object): Promise<boolean> {
    return server.call(operation.replace("/v1", ""), body).then(
      () => true,
      (error: Error) => {
        assert.match(error.message, /returned 400/);
        return false;
      },
    );
  }

  test("would be detected by these tests", async () => {
    const page = await context.newPage();
    await context.route(`${server.url}/detected`, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<p style="color:red"><a href="java\tscript:pwned=1">a</a>${markup}<script>1</script>`,
      }),
    );
    const response = await page.goto(`${server.url}/detected`);
    await page.waitForFunction("window.pwned === 1");
    assert.ok((await findActiveContent(page, response)).length >= 5);
    assert.ok(executed.length > 0);
    executed.length = 0;
  });
});
