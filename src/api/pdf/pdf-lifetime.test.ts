import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";
import { pdfRequests, withFakePrinter } from "../../../test/support/pdf/requests.ts";
import { purgeSpaces } from "../spaces/purge-spaces.ts";
import { removeOldPdfs } from "./store.ts";

let now = Date.parse("2031-01-01T00:00:00.000Z");
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const hour = 3_600_000;
const day = 24 * hour;

describeOnEachDatabase(
  "stored PDFs",
  (suite) => {
    const { requestPdf, fetchPdf, pdfIdOf, pdfRowsOf, createBook } = pdfRequests(suite);

    test("are kept for 7 days after the last request, and unfinished ones for an hour", async () => {
      const { app } = suite;
      const { space } = await createBook(app);
      const url = await requestPdf(space.path);
      now += 6 * day;
      assert.equal(pdfIdOf(await requestPdf(space.path)), pdfIdOf(url));
      now += 6 * day;
      await removeOldPdfs(app.context);
      const [row] = await pdfRowsOf(space);
      assert.ok(row);
      await app.context.database.write((trx) =>
        trx
          .insertInto("pdfs")
          .values({ ...row, id: "unfinished", hash: null, used_at: clock.now(), made_at: clock.now() })
          .execute(),
      );
      await removeOldPdfs(app.context);
      assert.equal((await pdfRowsOf(space)).length, 2);
      now += hour;
      await removeOldPdfs(app.context);
      assert.deepEqual(
        (await pdfRowsOf(space)).map(({ id }) => id),
        [row.id],
      );
      assert.equal(await countBlobs(row.repository_id), 1);
      now += day;
      await removeOldPdfs(app.context);
      assert.equal((await pdfRowsOf(space)).length, 0);
      await purgeSpaces(app.context);
      assert.equal(await countBlobs(row.repository_id), 0);
      assert.equal((await fetchPdf(await requestPdf(space.path))).statusCode, 200);
    });

    test("are deleted with their space", async () => {
      const { app } = suite;
      const { space } = await createBook(app);
      const url = await requestPdf(space.path);
      const [row] = await pdfRowsOf(space);
      await app.ok(app.admin, `DELETE ${space.path}`);
      assert.equal((await fetchPdf(url)).statusCode, 404);
      await app.refused(app.admin, `GET ${space.path}/pdf`, 409, /restore it first/);
      now += 7 * day;
      await purgeSpaces(app.context);
      assert.equal((await pdfRowsOf(space)).length, 0);
      assert.equal(await countBlobs(row?.repository_id ?? ""), 0);
    });

    test("are not transferred with their space", async () => {
      const { app } = suite;
      const { id: organization } = await app.ok(app.admin, "POST /orgs", { body: { title: "Elsewhere" } });
      const { space } = await createBook(app);
      const url = await requestPdf(space.path);
      await app.ok(app.admin, `POST ${space.path}/transfer`, { body: { organization } });
      assert.equal((await fetchPdf(url)).statusCode, 404);
      const next = await requestPdf(space.path);
      assert.equal((await fetchPdf(next)).statusCode, 200);
      assert.deepEqual(
        (await pdfRowsOf(space)).map(({ organization_id }) => organization_id),
        [organization],
      );
    });

    async function countBlobs(repositoryId: string): Promise<number> {
      const { read } = suite.app.context.database;
      const rows = await read
        .selectFrom("blobs")
        .where("repository_id", "=", repositoryId)
        .selectAll()
        .execute();
      return rows.length;
    }
  },
  { clock, ...withFakePrinter },
);
