import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { becomes } from "../../../test/support/becomes.ts";
import { createTestDatabase } from "../../../test/support/databases.ts";
import { readConfig } from "../../config/config.ts";
import { openMigratedDatabase } from "../../server/bootstrap.ts";
import type { TakeRequests } from "../../storage/database/dialects/dialect.ts";
import { DatabaseCounter, type RequestCount } from "./rate-limit.ts";

/** A fake of a token's budget in the database, and the number of its queries. */
function fakeBudget() {
  const state = { taken: 0, queries: 0, ttl: 60_000 };
  const take: TakeRequests = async (_tokenId, wanted) => {
    state.queries += 1;
    state.taken += wanted;
    return { taken: state.taken, ttl: state.ttl };
  };
  return { state, take };
}

const failOnWarning = (error: unknown) => assert.fail(String(error));

const countRequest = (counter: DatabaseCounter, max: number) =>
  new Promise<RequestCount>((resolve) => counter.count("token", max, resolve));

async function countRequests(counter: DatabaseCounter, max: number, times: number): Promise<number[]> {
  const currents: number[] = [];
  for (let i = 0; i < times; i++) currents.push((await countRequest(counter, max)).current);
  return currents;
}

describe("a server that shares a token's requests with others", () => {
  test("counts each request, and reserves a twentieth of the limit at a time", async () => {
    const { state, take } = fakeBudget();
    const counter = new DatabaseCounter(take, failOnWarning);
    const expected = Array.from({ length: 50 }, (_, i) => Math.min(i + 1, 41));
    assert.deepEqual(await countRequests(counter, 40, 50), expected);
    assert.equal(state.queries, 20);
  });

  test("allows exactly the limit together with other servers", async () => {
    for (const max of [1, 7, 40, 1000]) {
      const { take } = fakeBudget();
      const servers = Array.from({ length: 3 }, () => new DatabaseCounter(take, failOnWarning));
      const counts = await Promise.all(
        Array.from({ length: max * 3 + 3 }, (_, i) => countRequest(servers[i % 3] ?? assert.fail(), max)),
      );
      assert.equal(counts.filter(({ current }) => current <= max).length, max, `of ${max}`);
    }
  });

  test("queries the database once for all waiting requests, and not when the limit is reached", async () => {
    const { state, take } = fakeBudget();
    const counter = new DatabaseCounter(take, failOnWarning);
    const counts = await Promise.all(Array.from({ length: 500 }, () => countRequest(counter, 100)));
    assert.equal(counts.filter(({ current }) => current <= 100).length, 100);
    assert.ok(state.queries <= 3, `${state.queries} queries`);
    const before = state.queries;
    await countRequests(counter, 100, 100);
    assert.equal(state.queries, before);
  });

  test("starts again in the next minute, without the unused requests of the last one", async () => {
    mock.timers.enable({ apis: ["Date", "setTimeout", "setInterval"] });
    try {
      const { state, take } = fakeBudget();
      const counter = new DatabaseCounter(take, failOnWarning);
      state.ttl = 5000;
      assert.deepEqual(await countRequests(counter, 20, 21), [
        ...Array.from({ length: 20 }, (_, i) => i + 1),
        21,
      ]);
      assert.equal((await countRequest(counter, 20)).ttl, 5000);
      mock.timers.tick(5001);
      Object.assign(state, { taken: 0, ttl: 60_000 });
      assert.deepEqual(await countRequest(counter, 20), { current: 1, ttl: 60_000 });
      // Other servers have reserved the remaining requests.
      state.taken = 20;
      assert.equal((await countRequest(counter, 20)).current, 21);
    } finally {
      mock.timers.reset();
    }
  });

  test("counts alone while the database fails or does not respond", async () => {
    const warnings: unknown[] = [];
    const broken = new DatabaseCounter(
      () => Promise.reject(new Error("gone")),
      (error) => warnings.push(error),
    );
    assert.equal((await countRequests(broken, 20, 30)).filter((current) => current <= 20).length, 20);
    assert.match(String(warnings[0]), /gone/);

    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const silent = new DatabaseCounter(
        () => new Promise(() => {}),
        (error) => warnings.push(error),
      );
      const first = countRequest(silent, 20);
      mock.timers.tick(2000);
      assert.equal((await first).current, 1);
      assert.match(String(warnings.at(-1)), /did not respond in time/);
    } finally {
      mock.timers.reset();
    }
  });
});

test("PostgreSQL counts each token by the minute, starts again in the next minute, and keeps its version", async () => {
  const { environment, remove } = await createTestDatabase("postgres");
  const { database } = await openMigratedDatabase(readConfig(environment));
  try {
    const take = (tokenId: string, wanted: number) => database.takeRequests?.(tokenId, wanted);
    const first = await take("a", 5);
    assert.equal(first?.taken, 5);
    assert.ok(first.ttl > 50_000 && first.ttl <= 60_000, String(first.ttl));
    const all = await Promise.all(Array.from({ length: 20 }, () => take("a", 1)));
    assert.deepEqual(
      all.map((result) => result?.taken).toSorted(),
      Array.from({ length: 20 }, (_, i) => i + 6).toSorted(),
    );
    assert.equal((await take("b", 1))?.taken, 1);
    await database.write((trx) => trx.updateTable("request_budgets").set({ until: 1 }).execute());
    const next = await take("a", 2);
    assert.equal(next?.taken, 2);
    assert.ok(next.ttl > 50_000, String(next.ttl));
    // Other tests change the version of the same PostgreSQL at any time.
    const keepsVersion = async () => {
      const before = await database.readVersion();
      await take("a", 1);
      return (await database.readVersion()) === before;
    };
    await becomes(keepsVersion, true);
    const before = await database.readVersion();
    await database.write((trx) => trx.deleteFrom("request_budgets").execute());
    assert.notEqual(await database.readVersion(), before);
  } finally {
    await database.close();
    await remove();
  }
});
