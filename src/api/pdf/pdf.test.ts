import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { testOnce } from "../../../test/support/databases.ts";
import { specsOf, specText } from "../../../test/support/openapi.ts";
import { readPdf } from "../../../test/support/pdf/books.ts";
import { pdfRequests, withFakePrinter } from "../../../test/support/pdf/requests.ts";

let now = Date.parse("2031-01-01T00:00:00.000Z");
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const hour = 3_600_000;

describeOnEachDatabase(
  "printed PDFs",
  (suite) => {
    const { requestPdf, fetchPdf, createBook } = pdfRequests(suite);
    const once = testOnce(suite);

    test("are downloaded in full or in part, with the right headers", async () => {
      const { space } = await createBook(suite.app, { title: "Übersicht / Alles" });
      const url = await requestPdf(space.path);
      const whole = await fetchPdf(url);
      assert.equal(whole.statusCode, 200, whole.body);
      assert.ok(whole.rawPayload.subarray(0, 5).equals(Buffer.from("%PDF-")));
      const { headers } = whole;
      assert.equal(headers["content-type"], "application/pdf");
      assert.equal(headers["content-length"], String(whole.rawPayload.length));
      assert.equal(headers["cache-control"], "private, max-age=3600");
      assert.equal(headers["x-content-type-options"], "nosniff");
      assert.match(String(headers["content-disposition"]), /^inline; .*filename\*=UTF-8''%C3%9Cbersicht/);
      assert.match(String(headers["content-security-policy"]), /default-src 'none'/);
      assert.doesNotMatch(
        String(headers["content-security-policy"]),
        /sandbox/,
        "PDF viewers do not work in a sandbox",
      );

      const part = await fetchPdf(url, { range: "bytes=0-3" });
      assert.deepEqual([part.statusCode, part.body], [206, "%PDF"]);
      const head = await fetchPdf(url, {}, "HEAD");
      assert.deepEqual([head.statusCode, head.body], [200, ""]);
      assert.equal(head.headers["content-length"], headers["content-length"]);
      const notModified = await fetchPdf(url, { "if-none-match": String(headers.etag) });
      assert.equal(notModified.statusCode, 304);
    });

    once("are created even if their text crashes the compiler", async () => {
      const { space } = await createBook(suite.app);
      // Characters of one script in a run of another.
      const odd = "א \u0901 \u200fא and \u0f3a\u0f3aא";
      await suite.app.page(space.path, "Odd", { document: { markdown: `Odd words: ${odd}\n` } });
      const { rawPayload } = await fetchPdf(await requestPdf(space.path));
      const { pages } = await readPdf(rawPayload);
      assert.match(pages.join("\n"), /Odd words/);
    });
  },
  { clock },
);

describeOnEachDatabase(
  "PDFs",
  (suite) => {
    const { requestPdf, fetchPdf, pdfIdOf, pdfRowsOf, createBook } = pdfRequests(suite);
    const once = testOnce(suite);

    once("are served at their signed URL for an hour, and at no other URL", async () => {
      const { app } = suite;
      const { space } = await createBook(app);
      const other = await createBook(app);
      const url = await requestPdf(space.path);
      const parts = url.split("/");
      const altered = [
        url.replace(space.id, other.space.id),
        url.replace(pdfIdOf(url) ?? "", pdfIdOf(await requestPdf(other.space.path)) ?? ""),
        url.replace(parts[5] ?? "", String(Number(parts[5]) + 1)),
        url.replace(parts[6] ?? "", `${parts[6]?.slice(0, -2)}AA`),
        url.replace("Handbook", "Handbuch"),
        url.slice(0, -4),
        `${url}/more`,
      ];
      for (const forged of altered) {
        const { statusCode, headers, body } = await fetchPdf(forged);
        assert.equal(statusCode, 404, forged);
        assert.match(String(headers["content-type"]), /json/);
        assert.equal(JSON.parse(body).error.code, 404);
      }
      now += hour - 1000;
      const last = await fetchPdf(url);
      assert.deepEqual([last.statusCode, last.headers["cache-control"]], [200, "private, max-age=1"]);
      now += 1000;
      assert.equal((await fetchPdf(url)).statusCode, 404);
      const next = await requestPdf(space.path);
      assert.notEqual(next, url);
      assert.equal((await fetchPdf(next)).statusCode, 200);
    });

    test("are cached until the content or the title changes", async () => {
      const { app } = suite;
      const { space, page } = await createBook(app);
      const first = await requestPdf(space.path);
      now += 1000;
      assert.equal(pdfIdOf(await requestPdf(space.path)), pdfIdOf(first));
      await app.change(space.path, { operation: "update_page", page, document: { markdown: "Other\n" } });
      const changed = await requestPdf(space.path);
      assert.notEqual(pdfIdOf(changed), pdfIdOf(first));
      await app.ok(app.admin, `PATCH ${space.path}`, { body: { title: "Manual" } });
      const renamed = await requestPdf(space.path);
      assert.ok(![pdfIdOf(first), pdfIdOf(changed)].includes(pdfIdOf(renamed)));
      assert.match(renamed, /\/Manual\.pdf$/);
      assert.equal((await fetchPdf(first)).statusCode, 200, "an earlier URL is not valid for its hour");
      assert.equal((await pdfRowsOf(space)).length, 3);
    });

    once("are created once for concurrent requests", async () => {
      const { space } = await createBook(suite.app);
      const urls = await Promise.all(Array.from({ length: 5 }, () => requestPdf(space.path)));
      assert.equal(new Set(urls.map(pdfIdOf)).size, 1);
      assert.equal((await pdfRowsOf(space)).length, 1);
    });

    once("are not created if the client disconnects", async () => {
      const { app } = suite;
      const { space } = await createBook(app);
      const server = await app.app.listen({ port: 0, host: "127.0.0.1" });
      const connection = new AbortController();
      const request = fetch(`${server}/v1${space.path}/pdf`, {
        headers: { authorization: `Bearer ${app.admin.token}` },
        signal: connection.signal,
      });
      const aborted = assert.rejects(request, { name: "AbortError" });
      let rows = await pdfRowsOf(space);
      for (; rows.length === 0; rows = await pdfRowsOf(space)) await sleep(10);
      connection.abort();
      await aborted;
      for (; rows.some(({ hash }) => hash === null); rows = await pdfRowsOf(space)) await sleep(10);
      assert.equal(rows.length, 0);
      assert.equal((await fetchPdf(await requestPdf(space.path))).statusCode, 200, "another request failed");
    });

    once("of different pages are created for concurrent requests", async () => {
      const { app } = suite;
      const { space, page } = await createBook(app);
      const child = await app.page(space.path, "Child", { into: page });
      const urls = await Promise.all([
        requestPdf(space.path),
        requestPdf(space.path, { page }),
        requestPdf(space.path, { page: child }),
      ]);
      assert.equal(new Set(urls.map(pdfIdOf)).size, 3);
    });

    once("are created again when a mentioned user or spec changes", async () => {
      const { app } = suite;
      const specs = specsOf(suite);
      const slug = "some-spec";
      await specs.put(slug, { text: specText("First") });
      await specs.process();
      const ann = await app.member("read");
      const { space } = await createBook(app);
      await app.page(space.path, "Names", {
        document: {
          markdown: `Ask [Ann](/users/${ann.id} "mention").\n\n{% openapi-schemas spec="${slug}" schemas="A" %}\n{% endopenapi-schemas %}\n`,
        },
      });
      const first = await requestPdf(space.path);
      assert.equal(pdfIdOf(await requestPdf(space.path)), pdfIdOf(first));
      const [row] = await pdfRowsOf(space);
      assert.deepEqual(JSON.parse(row?.names ?? ""), { users: [ann.id], specs: [slug] });
      await app.ok(ann, `PATCH /users/${ann.id}`, { body: { displayName: "Anna" } });
      const renamed = await requestPdf(space.path);
      assert.notEqual(pdfIdOf(renamed), pdfIdOf(first));
      assert.equal(pdfIdOf(await requestPdf(space.path)), pdfIdOf(renamed));
      await specs.put(slug, { text: specText("Second") });
      await specs.process();
      const respecified = await requestPdf(space.path);
      assert.notEqual(pdfIdOf(respecified), pdfIdOf(renamed));
      assert.equal(pdfIdOf(await requestPdf(space.path)), pdfIdOf(respecified));
      const guest = await app.member(null);
      await app.give(space.path, "read", { users: [guest] });
      const forGuest = await requestPdf(space.path, {}, guest);
      assert.notEqual(pdfIdOf(forGuest), pdfIdOf(respecified), "guests get the specs");
    });

    once("contain a page with its subpages, or that page only", async () => {
      const { app } = suite;
      const { space, page } = await createBook(app);
      const [group, link] = [
        await app.page(space.path, "Group", { type: "group" }),
        await app.page(space.path, "Link", { type: "link", target: { kind: "url", url: "https://a.test" } }),
      ];
      const ids = [
        await requestPdf(space.path),
        await requestPdf(space.path, { page }),
        await requestPdf(space.path, { page, only: true }),
        await requestPdf(space.path, { page: group }),
      ].map(pdfIdOf);
      assert.equal(new Set(ids).size, 4);
      assert.match(await requestPdf(space.path, { page }), /\/Handbook%20-%20Start\.pdf$/);
      const path = `GET ${space.path}/pdf`;
      const refusals = [
        [400, /^only: must be boolean/, { only: "yes" }],
        [400, /^page: is required/, { only: true }],
        [404, /^Page not found/, { page: "unknown" }],
        [404, /^Page not found/, { page: "unknown", only: true }],
        [404, /^Document not found/, { page: group, only: true }],
        [404, /^Document not found/, { page: link }],
      ] as const;
      for (const [status, message, query] of refusals)
        await app.refused(app.admin, path, status, message, { query });
      assert.equal((await pdfRowsOf(space)).length, 4, "refused requests created rows");
    });

    once("need the permission to read the space", async () => {
      const { app } = suite;
      const { space } = await createBook(app, { defaultLevel: null });
      const request = await app.changeRequest(space, { subject: "A plan" });
      const [reader, guest] = [await app.member("read"), await app.member(null)];
      const outsider: Person = (await app.organization()).admin;
      for (const path of [space.path, request.path]) {
        for (const person of [outsider, guest])
          await app.refused(person, `GET ${path}/pdf`, 404, /Space not found/);
        await requestPdf(path, {}, reader);
      }
      await app.refused(app.admin, `GET ${space.path}/change-requests/99/pdf`, 404, /Change request/);
    });

    once("contain the content of a change request", async () => {
      const { app } = suite;
      const { space } = await createBook(app);
      const request = await app.changeRequest(space, { subject: "A plan" });
      const unchanged = await requestPdf(request.path);
      assert.notEqual(pdfIdOf(unchanged), pdfIdOf(await requestPdf(space.path)));
      const { changes } = await app.ok(app.admin, `POST ${request.path}/content`, {
        query: { compat: false },
        body: { changes: [{ operation: "insert_page", title: "Only here" }] },
      });
      const page = changes[0].page.id;
      const changed = await requestPdf(`${space.path}/change-requests/1`);
      assert.notEqual(pdfIdOf(changed), pdfIdOf(unchanged));
      assert.match(await requestPdf(request.path, { page, only: true }), /Only%20here%20-%20%231\.pdf$/);
      await app.refused(app.admin, `GET ${space.path}/pdf`, 404, /Page not found/, { query: { page } });
      await app.ok(app.admin, `POST ${request.path}/merge`);
      assert.equal((await fetchPdf(await requestPdf(request.path))).statusCode, 200);
    });
  },
  { clock, ...withFakePrinter },
);
