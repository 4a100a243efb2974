import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { RateLimiter, runConcurrently } from "./rate-limiter.ts";

test("requests are spaced out, by the crawl delay if it is longer", async () => {
  const rateLimiter = new RateLimiter();
  const timeOf = async (count: number, url: string) => {
    const started = performance.now();
    await Promise.all(Array.from({ length: count }, () => rateLimiter.wait(url)));
    return performance.now() - started;
  };
  for (const local of ["http://127.0.0.1:8080/a", "http://localhost/", "http://[::1]/"]) {
    const time = await timeOf(50, local);
    assert.ok(time < 100, `${local} ${time}`);
  }
  for (const remote of ["https://example.com/", "http://10.0.0.1/", "http://127.0.0.1.example.com/"]) {
    const time = await timeOf(3, remote);
    assert.ok(time > 190, `${remote} ${time}`);
  }
  rateLimiter.raiseDelay(40);
  rateLimiter.raiseDelay(0);
  assert.ok(
    (await timeOf(1, "http://127.0.0.1/")) > 50,
    "the request did not wait for the one to another host",
  );
  const slow = await timeOf(4, "http://127.0.0.1/");
  assert.ok(slow > 110, `${slow}`);
});

test("items are processed concurrently, including items added during the processing", async () => {
  const waiting = [5, 3, 4];
  const done: number[] = [];
  let [running, maxRunning] = [0, 0];
  await runConcurrently(
    2,
    () => waiting.shift(),
    async (item) => {
      maxRunning = Math.max(maxRunning, ++running);
      await wait(item);
      if (item > 0) waiting.push(item - 1);
      done.push(item);
      running--;
    },
  );
  assert.equal(maxRunning, 2);
  assert.equal(done.length, 15);
});

test("an error ends the processing", async () => {
  const waiting = [1, 2, 3, 4, 5];
  const work = runConcurrently(
    2,
    () => waiting.shift(),
    async (item) => {
      await wait(1);
      if (item > 1) throw new Error(`${item}`);
    },
  );
  await assert.rejects(work, /^Error: 2$/);
  await wait(20);
  assert.ok(waiting.length > 0);
});
