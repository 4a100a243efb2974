import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { RateLimiter, runConcurrently } from "./rate-limiter.ts";

test("requests are spaced out, by the crawl delay if there is one", async () => {
  const rateLimiter = new RateLimiter();
  const timeOf = async (count: number, address: string) => {
    const started = performance.now();
    await Promise.all(Array.from({ length: count }, () => rateLimiter.wait(address)));
    return performance.now() - started;
  };
  for (const here of ["http://127.0.0.1:8080/a", "http://localhost/", "http://[::1]/"]) {
    const time = await timeOf(50, here);
    assert.ok(time < 100, `${here} ${time}`);
  }
  for (const there of ["https://example.com/", "http://10.0.0.1/", "http://127.0.0.1.example.com/"]) {
    const time = await timeOf(3, there);
    assert.ok(time > 190, `${there} ${time}`);
  }
  rateLimiter.raiseDelay(40);
  rateLimiter.raiseDelay(0);
  assert.ok((await timeOf(1, "http://127.0.0.1/")) > 50, "behind one elsewhere");
  const slow = await timeOf(4, "http://127.0.0.1/");
  assert.ok(slow > 110, `${slow}`);
});

test("items are processed concurrently, including those added meanwhile", async () => {
  const waiting = [5, 3, 4];
  const done: number[] = [];
  let [now, most] = [0, 0];
  await runConcurrently(
    2,
    () => waiting.shift(),
    async (one) => {
      most = Math.max(most, ++now);
      await wait(one);
      if (one > 0) waiting.push(one - 1);
      done.push(one);
      now--;
    },
  );
  assert.equal(most, 2);
  assert.equal(done.length, 15);
});

test("an error ends the processing", async () => {
  const waiting = [1, 2, 3, 4, 5];
  const work = runConcurrently(
    2,
    () => waiting.shift(),
    async (one) => {
      await wait(1);
      if (one > 1) throw new Error(`${one}`);
    },
  );
  await assert.rejects(work, /^Error: 2$/);
  await wait(20);
  assert.ok(waiting.length > 0);
});
