import assert from "node:assert/strict";
import { test } from "node:test";
import { SingleFlight } from "./single-flight.ts";

test("a run is shared by its clients and aborted when all of them have disconnected", async () => {
  const flight = new SingleFlight<string>(() => new Error("all disconnected"));
  const disconnects: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const client = { onDisconnect: (listener: () => void) => void disconnects.push(listener) };
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
  const runs = [flight.run("a", client, start), flight.run("a", client, start)];
  assert.equal(signals.length, 1);
  disconnects[0]?.();
  assert.equal(signals[0]?.aborted, false, "the run was aborted while a client waits");
  disconnects[1]?.();
  for (const run of runs) await assert.rejects(run, /all disconnected/);
  assert.equal(await flight.run("a", client, async () => "anew"), "anew");
  assert.equal(await flight.run("a", client, async () => "and again"), "and again");
});
