import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestTask } from "../../../test/support/child-process/worker.ts";
import { ConcurrencyLimiter } from "../concurrency-limiter.ts";
import { LecternError } from "../errors.ts";
import { SingleFlight } from "../single-flight.ts";
import { ChildCrashError, type ChildHandle, withChildProcess } from "./child-process.ts";

describe("a process of its own", () => {
  function run(
    task: TestTask,
    { patience = 1, heard = [] as string[], onBegin = (_: ChildHandle<number>) => {} } = {},
  ): Promise<number> {
    const options = {
      script: new URL("../../../test/support/child-process/worker.ts", import.meta.url),
      name: "test",
      memory: { heap: 64, resident: 256 },
      timeoutMinutes: patience,
      timeoutError: new LecternError(400, "too slow"),
      memoryError: new LecternError(400, "too large"),
      onMessage: (words: string) => heard.push(words),
    };
    return withChildProcess<number, string, number>(options, (child) => {
      child.send(task);
      onBegin(child);
      return child.result;
    });
  }

  test("says what it finds, and how it ends", async () => {
    const heard: string[] = [];
    assert.equal(await run("add", { heard }), 2);
    assert.deepEqual(heard, ["begun: add"]);
    await assert.rejects(run("refuse"), { status: 400, message: "field: is refused" });
    await assert.rejects(run("fail"), /TypeError: a mistake/);
    await assert.rejects(run("exit"), /ended with 3/);
    await assert.rejects(run("crash"), ChildCrashError);
  });

  test("ends when it takes too long, or nobody waits", async () => {
    await assert.rejects(run("hang", { patience: 0.02 }), /too slow/);
    const reason = new Error("nobody waits");
    await assert.rejects(run("hang", { onBegin: ({ fail }) => setTimeout(fail, 300, reason) }), reason);
  });

  test("ends with its server, also when it is busy and that was killed", async () => {
    const script = fileURLToPath(new URL("../../../test/support/child-process/server.ts", import.meta.url));
    const server = fork(script, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
    let said = "";
    for await (const piece of server.stdout ?? []) {
      said += piece;
      if (/^\d+\n/m.test(said)) break;
    }
    const pid = Number(said.split("\n").find((line) => /^\d+$/.test(line)));
    assert.ok(isThere(pid));
    await sleep(500);
    server.kill("SIGKILL");
    for (let tries = 0; isThere(pid) && tries < 600; tries++) await sleep(100);
    assert.ok(!isThere(pid));
  });

  test("ends when it takes too much memory, of its own or beside it", async (t) => {
    await assert.rejects(run("objects"), /too large/);
    if (process.platform !== "linux") return t.diagnostic("what is beside it is watched on Linux only");
    await assert.rejects(run("native memory"), /too large/);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("slots", () => {
  const limits = {
    names: ["thing", "things"],
    concurrent: 2,
    perOrganization: 1,
    queue: { atOnce: 3, each: 2, patience: 200 },
    retryAfter: 7,
  } as const;

  /** Takes a place until it is told to end. */
  function hold(slots: ConcurrencyLimiter, organization: string, begun: string[], signal?: AbortSignal) {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const work = async () => {
      begun.push(organization);
      await promise;
    };
    const done = slots.run(organization, work, signal);
    done.catch(() => {});
    return { done, end };
  }

  test("are taken in turn, by those who have one left", async () => {
    const [slots, begun] = [new ConcurrencyLimiter(limits), [] as string[]];
    const [first, second, third] = ["a", "a", "b"].map((name) => hold(slots, name, begun));
    assert.deepEqual(begun, ["a", "b"]);
    const fourth = hold(slots, "c", begun);
    third?.end();
    await third?.done;
    await sleep(1);
    assert.deepEqual(begun, ["a", "b", "c"], "the second one of a waits for the first");
    first?.end();
    await first?.done;
    await sleep(1);
    assert.deepEqual(begun, ["a", "b", "c", "a"]);
    for (const held of [second, fourth]) held?.end();
    await Promise.all([second?.done, fourth.done]);
  });

  test("are waited for by a few, for a while, as long as they want to", async () => {
    const [slots, begun] = [new ConcurrencyLimiter(limits), [] as string[]];
    const [first, other] = ["a", "b"].map((name) => hold(slots, name, begun));
    const leaving = new AbortController();
    const [impatient, gone] = [hold(slots, "a", begun), hold(slots, "a", begun, leaving.signal)];
    await assert.rejects(hold(slots, "a", begun).done, {
      status: 429,
      message: /The organization has 1 thing running/,
      headers: {
        "Retry-After": "7",
        "X-RateLimit-Limit": "1",
        "X-RateLimit-Remaining": "0",
        "X-RateLimit-Reset": "7",
      },
    });
    const third = hold(slots, "c", begun);
    await assert.rejects(hold(slots, "d", begun).done, {
      status: 503,
      message: /Too many things are running/,
    });
    leaving.abort(new Error("gone"));
    await assert.rejects(gone.done, /gone/);
    await assert.rejects(impatient.done, { status: 429 });
    await assert.rejects(third.done, { status: 503 });
    for (const held of [first, other]) held?.end();
    await Promise.all([first?.done, other?.done]);
    assert.deepEqual(begun, ["a", "b"]);
    await slots.run("a", async () => begun.push("again"));
    assert.equal(begun.at(-1), "again");
  });

  test("are free again after what went wrong", async () => {
    const slots = new ConcurrencyLimiter({ ...limits, concurrent: 1 });
    const fail = () => slots.run("a", () => Promise.reject(new Error("wrong")));
    await assert.rejects(fail(), /wrong/);
    await assert.rejects(fail(), /wrong/);
  });
});

describe("shared work", () => {
  test("is done once for all who want it, and ends when all have hung up", async () => {
    const shared = new SingleFlight<string>(() => new Error("nobody waits"));
    const hangUps: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const caller = { onDisconnect: (callBack: () => void) => void hangUps.push(callBack) };
    const begin = (signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<string>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
    const both = [shared.run("a", caller, begin), shared.run("a", caller, begin)];
    assert.equal(signals.length, 1);
    hangUps[0]?.();
    assert.equal(signals[0]?.aborted, false, "another one waits");
    hangUps[1]?.();
    for (const one of both) await assert.rejects(one, /nobody waits/);
    assert.equal(await shared.run("a", caller, async () => "anew"), "anew");
    assert.equal(await shared.run("a", caller, async () => "and again"), "and again");
  });
});
