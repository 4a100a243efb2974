import assert from "node:assert/strict";
import { test } from "node:test";
import { runNextJob } from "../../src/server/jobs/work.ts";
import { describeOnEachDatabase, type TestApp } from "../support/app.ts";
import { type DatabaseKind, databaseKinds } from "../support/databases.ts";
import { type JudgedQuery, judgedQueries, type SampleSpace, sampleSpaces } from "./judged-queries.ts";
import { readSamples } from "./samples.ts";

/** The first titles on each database, by query. */
const firstTitles: Record<DatabaseKind, Map<string, readonly string[]>> = {
  sqlite: new Map(),
  postgres: new Map(),
};
const labelOf = ({ space, query }: JudgedQuery) => `${space}: ${query}`;

/** Loads the samples of a language into a space. */
async function loadSamples(app: TestApp, language: SampleSpace) {
  const samples = await readSamples(language);
  const space = await app.space({ title: `Samples (${language})` });
  const { changes } = await app.change(space.path, ...samples.map(({ change }) => change));
  const names = new Map<string, string>(samples.map(({ name }, index) => [changes[index].page.id, name]));
  await runDueJobs(app);
  return { space, names };
}

async function runDueJobs({ context }: TestApp): Promise<void> {
  for (;;) {
    const job = await runNextJob(context);
    if (job === undefined) return;
    assert.equal(job.outcome, "done", `the job ${job.kind} failed: ${job.error}`);
  }
}

/** The problems with the results of a query. */
function findProblems(
  { query, expect, absent = [], about }: JudgedQuery,
  results: readonly string[],
): string[] {
  const actual = results.length === 0 ? "nothing" : results.slice(0, 5).join(", ");
  const describe = (problem: string) => `${query} (${about}): ${problem}, found ${actual}`;
  const first = results.slice(0, expect.length);
  const missed = expect.some((name, index) => first[index] !== name);
  const present = absent.filter((name) => results.includes(name));
  return [
    ...(expect.length === 0 && results.length > 0 ? [describe("expected nothing")] : []),
    ...(missed ? [describe(`expected ${expect.join(", ")} first`)] : []),
    ...(present.length > 0 ? [describe(`expected no ${present.join(", ")}`)] : []),
  ];
}

describeOnEachDatabase("search", (suite) => {
  for (const language of sampleSpaces) {
    test(`ranks pages in "${language}" as expected`, async () => {
      const { app, kind } = suite;
      const { space, names } = await loadSamples(app, language);
      const problems: string[] = [];
      for (const judged of judgedQueries.filter(({ space }) => space === language)) {
        const reply = await app.ok(app.admin, `GET ${space.path}/search`, { query: { query: judged.query } });
        const items: readonly { id: string; title: string }[] = reply.items;
        firstTitles[kind].set(
          labelOf(judged),
          items.slice(0, 3).map(({ title }) => title),
        );
        problems.push(
          ...findProblems(
            judged,
            items.map(({ id }) => names.get(id) ?? id),
          ),
        );
      }
      assert.equal(problems.length, 0, `\n${problems.join("\n")}`);
    });
  }
});

test("both databases rank the same three pages first", (t) => {
  if (!process.env.TEST_DATABASE_URL) return t.skip("needs a PostgreSQL: TEST_DATABASE_URL is not set");
  for (const kind of databaseKinds)
    assert.equal(firstTitles[kind].size, judgedQueries.length, `not every query ran on ${kind}`);
  const different = judgedQueries.map(labelOf).flatMap((label) => {
    const [sqlite, postgres] = [firstTitles.sqlite.get(label), firstTitles.postgres.get(label)].map(
      (titles) => titles?.join(", "),
    );
    return sqlite === postgres ? [] : [`${label}: SQLite ${sqlite}; PostgreSQL ${postgres}`];
  });
  assert.equal(different.length, 0, `\n${different.join("\n")}`);
});

test("every judged query refers to existing pages, and only once", async () => {
  for (const language of sampleSpaces) {
    const names = new Set((await readSamples(language)).map(({ name }) => name));
    for (const { query, space, expect, absent = [] } of judgedQueries) {
      if (space !== language) continue;
      for (const name of [...expect, ...absent])
        assert.ok(names.has(name), `${query} refers to the missing page ${language}/${name}`);
    }
  }
  assert.equal(new Set(judgedQueries.map(labelOf)).size, judgedQueries.length, "a query is judged twice");
});
