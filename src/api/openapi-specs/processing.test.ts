import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { specsOf, specText } from "../../../test/support/openapi.ts";
import { scheduleRepeatingJobs } from "../../server/jobs/kinds.ts";
import { runNextJob } from "../../server/jobs/work.ts";
import { refreshSources } from "./spec-sources.ts";

describeOnEachDatabase("reading OpenAPI specs", (suite) => {
  const { home, put, read, process, site } = specsOf(suite);

  test("each change of the source creates a version, and an unchanged source creates none", async (t) => {
    const { database, config, clock } = suite.app.context;
    await database.write((trx) => scheduleRepeatingJobs(trx, config, clock.now()));
    const slug = uniqueName();
    const files = { "/api.yaml": specText("One") };
    const url = `${await site(t, files)}/api.yaml`;
    assert.equal((await put(slug, { url })).processingState, "pending");
    await process();
    const first = await read(slug);
    assert.equal(first.processingState, "complete");
    await put(slug, { url });
    await process();
    assert.equal((await read(slug)).lastVersion, first.lastVersion);
    files["/api.yaml"] = `# The same in other words\n${specText("One")}`;
    await put(slug, { url });
    await process();
    assert.equal((await read(slug)).lastVersion, first.lastVersion);
    assert.equal((await read(slug, "/versions/latest/content/raw")).text, files["/api.yaml"]);
    files["/api.yaml"] = specText("Two");
    // The source is refreshed without a request.
    const hours = (count: number) => {
      const time = Date.now() + count * 3_600_000;
      return { clock: { now: () => new Date(time).toISOString(), time: () => time } };
    };
    await process(hours(5));
    assert.equal((await read(slug)).lastVersion, first.lastVersion);
    await process(hours(7));
    await process(hours(7));
    const second = await read(slug);
    assert.notEqual(second.lastVersion, first.lastVersion);
    const { items, count } = await read(slug, "/versions");
    assert.deepEqual(
      [items.map(({ id }: { id: string }) => id), count],
      [[second.lastVersion, first.lastVersion], 2],
    );
    const { next } = await suite.app.ok(suite.app.admin, `GET ${home()}/${slug}/versions`, {
      query: { limit: 1 },
    });
    assert.ok(next.page);
    const { documents } = await read(slug, `/versions/${first.lastVersion}/content`);
    assert.equal(documents["api.yaml"].info.title, "One");
    assert.equal((await read(slug, "/versions/latest/content")).documents["api.yaml"].info.title, "Two");
    assert.equal(
      (await read(slug, `/versions/${first.lastVersion}/content/raw`)).text,
      `# The same in other words\n${specText("One")}`,
    );
  });

  test("a source that can no longer be read keeps the last valid version", async (t) => {
    const slug = uniqueName();
    const files: Record<string, string> = { "/api.yaml": specText("Good") };
    const url = `${await site(t, files)}/api.yaml`;
    await put(slug, { url });
    await process();
    const { lastVersion } = await read(slug);
    files["/api.yaml"] = "<html>Moved</html>";
    await put(slug, { url });
    await process();
    const failed = await read(slug);
    assert.deepEqual([failed.lastProcessErrorCode, failed.lastVersion], ["PARSE_ERROR", lastVersion]);
    assert.match(failed.lastProcessedErrors[0].message, /api\.yaml/);
    delete files["/api.yaml"];
    await put(slug, { url });
    assert.equal((await read(slug)).processingState, "pending");
    await process();
    assert.equal((await read(slug)).lastProcessErrorCode, "FETCH_ERROR");
    assert.equal((await read(slug, "/versions/latest")).id, lastVersion);
    files["/api.yaml"] = specText("Good");
    await put(slug, { url });
    await process();
    const recovered = await read(slug);
    assert.deepEqual([recovered.lastProcessErrorCode, recovered.lastProcessedErrors], [undefined, undefined]);
    assert.equal(recovered.lastVersion, lastVersion);
  });

  test("the result of a replaced source or a deleted spec is discarded", async (t) => {
    const [slug, deletedSlug] = [uniqueName(), uniqueName()];
    // While the sources are read, one is replaced and the other spec is deleted.
    const base = await site(
      t,
      { "/old.yaml": specText("Old"), "/gone.yaml": specText("Gone") },
      async (url) => {
        if (url === "/old.yaml") await put(slug, { text: specText("Text") });
        else await suite.app.ok(suite.app.admin, `DELETE ${home()}/${deletedSlug}`);
      },
    );
    await put(slug, { url: `${base}/old.yaml` });
    await put(deletedSlug, { url: `${base}/gone.yaml` });
    await process();
    const { documents } = await read(slug, "/versions/latest/content");
    assert.equal(documents["openapi.yaml"].info.title, "Text");
    assert.deepEqual([(await read(slug, "/versions")).count, (await read(slug)).sourceURL], [1, undefined]);
    await suite.app.refused(suite.app.admin, `GET ${home()}/${deletedSlug}`, 404, /^OpenAPI spec not found$/);
  });

  test("a source that is put again while it is read is read once more", async (t) => {
    const slug = uniqueName();
    let requests = 0;
    const putAgain = async () => {
      if (++requests === 1) assert.equal((await put(slug, { url })).processingState, "pending");
    };
    const url: string = `${await site(t, { "/api.yaml": specText("Same") }, putAgain)}/api.yaml`;
    await put(slug, { url });
    const config = { ...suite.app.context.config, allowPrivateNetwork: true };
    await runNextJob({ ...suite.app.context, config });
    const { processingState, lastVersion } = await read(slug);
    assert.equal(processingState, "pending");
    await process();
    assert.deepEqual([(await read(slug)).lastVersion, requests], [lastVersion, 2]);
    assert.equal((await read(slug)).processingState, "complete");
  });

  test("only the last of several sources is read", async (t) => {
    const slug = uniqueName();
    let requests = 0;
    const count = async () => void requests++;
    const base = await site(t, { "/api.yaml": specText("URL") }, count);
    await put(slug, { text: specText("Text") });
    await put(slug, { url: `${base}/api.yaml` });
    await process();
    assert.deepEqual([requests, (await read(slug, "/versions")).count], [1, 1]);
    await put(slug, { url: `${base}/api.yaml` });
    await put(slug, { text: specText("Text") });
    await process();
    assert.deepEqual([requests, (await read(slug)).sourceURL], [1, undefined]);
    assert.equal((await read(slug, "/versions/latest/content/raw")).text, specText("Text"));
  });

  test("a spec whose job failed permanently gets an error", async () => {
    const slug = uniqueName();
    const { id } = await put(slug, { text: specText("Deadly") });
    const { database, clock } = suite.app.context;
    const failed_at = clock.now();
    await database.write((trx) =>
      trx.updateTable("jobs").set({ failed_at }).where("unique_key", "=", id).execute(),
    );
    const { kind } = await database.read
      .selectFrom("jobs")
      .where("unique_key", "=", id)
      .select("kind")
      .executeTakeFirstOrThrow();
    const setJobKind = (to: string) =>
      database.write((trx) =>
        trx.updateTable("jobs").set({ kind: to }).where("unique_key", "=", id).execute(),
      );
    // A failed job for another kind of source does not count.
    await setJobKind("process-openapi-spec");
    await refreshSources(suite.app.context);
    assert.equal((await read(slug)).processingState, "pending");
    await setJobKind(kind);
    await refreshSources(suite.app.context);
    const { processingState, lastProcessErrorCode } = await read(slug);
    assert.deepEqual([processingState, lastProcessErrorCode], ["complete", "PARSE_ERROR"]);
  });

  test("null characters in file names and references are accepted", async (t) => {
    const url = `${await site(t, { "/a%00.yaml": specText("Null") })}/a%00.yaml`;
    const [slug, text] = [uniqueName(), uniqueName()];
    await put(slug, { url });
    await put(text, { text: '{"openapi": "3.1.0", "paths": {"a": {"$ref": "b\\u0000c"}}}' });
    await process();
    assert.equal((await read(slug)).lastProcessErrorCode, undefined);
    assert.match(
      (await read(text)).lastProcessedErrors[0].message,
      /The reference to b.c cannot be resolved/u,
    );
  });
});
