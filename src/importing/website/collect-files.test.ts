import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { pixel } from "../../../test/support/integrations.ts";
import { importSite, linksTo, pageOf, serveSite } from "../../../test/support/website.ts";

const image = Buffer.from(pixel, "base64");

describe("files of a website", () => {
  test("are the images of pages, from any origin, and linked files of the site", async (t) => {
    const other = await serveSite(t, { "/i/photo": image });
    const main = [
      `<img src="a%20b.png"><img src="a%20b.png#x"><img src="${other.url}/i/photo"><img src="fake.png">`,
      `<img src="missing.png"><img src="v.svg"><img src="data:image/png;base64,AA">`,
      linksTo("manual.pdf", "/outside.pdf", `${other.url}/i/photo.zip`, "get?file=1", "lie.zip", "data"),
    ].join("");
    const site = await serveSite(t, {
      "/docs/": pageOf("Home", { main }),
      "/docs/a%20b.png": image,
      "/docs/fake.png": (response) =>
        response.writeHead(200, { "content-type": "image/png" }).end("<html>no"),
      "/docs/v.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "/docs/manual.pdf": (r) => r.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.7 x"),
      "/docs/get?file=1": (r) => r.writeHead(200, { "content-type": "application/x-thing" }).end("thing"),
      "/docs/lie.zip": pageOf("Please sign in"),
      "/docs/data": (r) => r.writeHead(200, { "content-type": "text/html" }).end(Buffer.alloc(100)),
      "/outside.pdf": "%PDF-1.7",
    });
    const { files, total } = await importSite(t, `${site.url}/docs/`);
    assert.deepEqual(
      files.map(({ address, name, contentType }) => [address.replace(site.url, ""), name, contentType]),
      [
        ["/docs/a%20b.png", "a b.png", "image/png"],
        [`${other.url}/i/photo`, "photo.png", "image/png"],
        ["/docs/v.svg", "v.svg", "image/svg+xml"],
        ["/docs/manual.pdf", "manual.pdf", "application/pdf"],
        ["/docs/get?file=1", "get", "application/x-thing"],
      ],
    );
    assert.deepEqual(await readFile(files[0]?.path ?? ""), image);
    // Besides the page and these files: an invalid image, a missing one, and two that are not files.
    assert.equal(total, 10);
    assert.equal(site.requested.filter((path) => path === "/docs/a%20b.png").length, 1);
  });

  test("include inlined images, once for all pages", async (t) => {
    const drawing = "%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Cpath d='M0'/%3E%3C/svg%3E";
    const drawingTag = `<img alt="A drawing!" src="data:image/svg+xml,${drawing}">`;
    const site = await serveSite(t, {
      "/": pageOf("Home", { main: `${drawingTag}${linksTo("b/c")}` }),
      "/b/c": pageOf("C", { main: `<p>Text ${drawingTag}</p>` }),
    });
    const { pages, files, total } = await importSite(t, `${site.url}/`);
    const [file] = files;
    assert.equal(files.length, 1);
    assert.equal(file?.name, "A drawing.svg");
    assert.equal(file.contentType, "image/svg+xml");
    assert.match(await readFile(file.path, "utf8"), /^<svg .*<\/svg>$/);
    assert.match(file.address, /\/inlined\/[0-9a-f]{32}\.svg$/);
    for (const { markdown } of pages)
      assert.ok(markdown?.includes(`](${file.address.replace(site.url, "")})`));
    assert.equal(total, 3);
    assert.ok(!site.requested.some((path) => path.startsWith("/inlined/")));
  });

  test("include each inlined image of a page once, and no invalid images", async (t) => {
    const large = Buffer.concat([image, Buffer.alloc(3000, 7)]);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${"<path d='M0 0'/>".repeat(20)}</svg>`;
    const inline = (type: string, data: string) => `<img alt="I" src="data:image/${type},${data}">`;
    const main = [
      inline("png;base64", large.toString("base64")),
      inline("svg+xml", encodeURIComponent(svg)),
      inline("png;base64", large.toString("base64")),
      inline("png;base64", Buffer.alloc(1000, "<p>no</p>").toString("base64")),
      inline("gif;base64", Buffer.from("GIF89a").toString("base64")),
    ].join(" ");
    const site = await serveSite(t, { "/": pageOf("Home", { main: `<p>${main}</p>` }) });
    const { pages, files, total } = await importSite(t, `${site.url}/`);
    assert.deepEqual(
      files.map(({ contentType }) => contentType),
      ["image/png", "image/svg+xml"],
    );
    assert.deepEqual(await Promise.all(files.map(({ path }) => readFile(path))), [large, Buffer.from(svg)]);
    const [first, second] = files.map(({ address }) => `![I](${new URL(address).pathname})`);
    assert.equal(pages[0]?.markdown, `${first} ${second} ${first}\n`);
    assert.equal(total, 3);
  });
});
