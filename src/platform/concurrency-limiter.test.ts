import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";

describe("ConcurrencyLimiter", () => {
  const limits = {
    names: ["task", "tasks"],
    owner: "organization",
    concurrent: 2,
    perOwner: 1,
    queue: { length: 3, perOwner: 2, timeout: 200 },
    retryAfter: 7,
  } as const;

  /** Starts a task that runs until `end` is called. */
  function startTask(
    limiter: ConcurrencyLimiter,
    organization: string,
    started: string[],
    signal?: AbortSignal,
  ) {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const work = async () => {
      started.push(organization);
      await promise;
    };
    const done = limiter.run(organization, work, signal);
    done.catch(() => {});
    return { done, end };
  }

  test("starts queued tasks in order, skipping organizations at their limit", async () => {
    const [limiter, started] = [new ConcurrencyLimiter(limits), [] as string[]];
    const [first, second, third] = ["a", "a", "b"].map((name) => startTask(limiter, name, started));
    assert.deepEqual(started, ["a", "b"]);
    const fourth = startTask(limiter, "c", started);
    third?.end();
    await third?.done;
    await sleep(1);
    assert.deepEqual(started, ["a", "b", "c"], "the second task of a started before the first had ended");
    first?.end();
    await first?.done;
    await sleep(1);
    assert.deepEqual(started, ["a", "b", "c", "a"]);
    for (const task of [second, fourth]) task?.end();
    await Promise.all([second?.done, fourth.done]);
  });

  test("limits the length and the waiting time of the queue, and removes aborted tasks", async () => {
    const [limiter, started] = [new ConcurrencyLimiter(limits), [] as string[]];
    const [first, other] = ["a", "b"].map((name) => startTask(limiter, name, started));
    const abort = new AbortController();
    const [timedOut, aborted] = [
      startTask(limiter, "a", started),
      startTask(limiter, "a", started, abort.signal),
    ];
    await assert.rejects(startTask(limiter, "a", started).done, {
      status: 429,
      message: /The organization has 1 task running/,
      headers: {
        "Retry-After": "7",
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "7",
      },
    });
    const third = startTask(limiter, "c", started);
    await assert.rejects(startTask(limiter, "d", started).done, {
      status: 503,
      message: /Too many tasks are running/,
    });
    abort.abort(new Error("disconnected"));
    await assert.rejects(aborted.done, /disconnected/);
    await assert.rejects(timedOut.done, { status: 429 });
    await assert.rejects(third.done, { status: 503 });
    for (const task of [first, other]) task?.end();
    await Promise.all([first?.done, other?.done]);
    assert.deepEqual(started, ["a", "b"]);
    await limiter.run("a", async () => started.push("again"));
    assert.equal(started.at(-1), "again");
  });

  test("frees the slot of a task that fails", async () => {
    const limiter = new ConcurrencyLimiter({ ...limits, concurrent: 1 });
    const fail = () => limiter.run("a", () => Promise.reject(new Error("failed")));
    await assert.rejects(fail(), /failed/);
    await assert.rejects(fail(), /failed/);
  });
});
