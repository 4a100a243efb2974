import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestTask } from "../../../test/support/child-process/program.ts";
import { LecternError } from "../errors.ts";
import { ChildCrashError, type ChildHandle, retryCautiously, withChildProcess } from "./child-process.ts";

describe("withChildProcess", () => {
  function run(
    task: TestTask,
    { timeoutMinutes = 1, received = [] as string[], onStart = (_: ChildHandle<number>) => {} } = {},
  ): Promise<number> {
    const options = {
      script: new URL("../../../test/support/child-process/program.ts", import.meta.url),
      name: "test",
      memory: { heap: 64, resident: 256 },
      timeoutMinutes,
      timeoutError: new LecternError(400, "too slow"),
      memoryError: new LecternError(400, "too large"),
      onMessage: (message: string) => received.push(message),
    };
    return withChildProcess<number, string, number>(options, (child) => {
      child.send(task);
      onStart(child);
      return child.result;
    });
  }

  test("passes on the messages, the result and the errors of the child", async () => {
    const received: string[] = [];
    assert.equal(await run("add", { received }), 2);
    assert.deepEqual(received, ["started: add"]);
    await assert.rejects(run("refuse"), { status: 400, message: "field: is refused" });
    await assert.rejects(run("fail"), /TypeError: a mistake/);
    await assert.rejects(run("exit"), /ended with 3/);
    await assert.rejects(run("crash"), ChildCrashError);
  });

  test("can be repeated with caution, after a crash only", async () => {
    const crashes: Error[] = [];
    const onCrash = (error: Error) => crashes.push(error);
    assert.equal(await retryCautiously((isCautious) => run(isCautious ? "add" : "crash"), onCrash), 2);
    await assert.rejects(
      retryCautiously(() => run("refuse"), onCrash),
      { status: 400 },
    );
    await assert.rejects(
      retryCautiously(() => run("crash"), onCrash),
      ChildCrashError,
    );
    assert.equal(crashes.length, 2);
  });

  test("kills a child when it exceeds its timeout or the caller reports a failure", async () => {
    await assert.rejects(run("hang", { timeoutMinutes: 0.02 }), /too slow/);
    const reason = new Error("client disconnected");
    await assert.rejects(run("hang", { onStart: ({ fail }) => setTimeout(fail, 300, reason) }), reason);
  });

  test("ends a busy child when its parent is killed", async () => {
    const script = fileURLToPath(new URL("../../../test/support/child-process/parent.ts", import.meta.url));
    const parent = fork(script, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
    let output = "";
    for await (const chunk of parent.stdout ?? []) {
      output += chunk;
      if (/^\d+\n/m.test(output)) break;
    }
    const pid = Number(output.split("\n").find((line) => /^\d+$/.test(line)));
    assert.ok(isAlive(pid));
    await sleep(500);
    parent.kill("SIGKILL");
    for (let tries = 0; isAlive(pid) && tries < 600; tries++) await sleep(100);
    assert.ok(!isAlive(pid));
  });

  test("kills a child that exceeds its heap or its resident memory", async (t) => {
    await assert.rejects(run("objects"), /too large/);
    if (process.platform !== "linux") return t.diagnostic("resident memory is watched on Linux only");
    await assert.rejects(run("native memory"), /too large/);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
