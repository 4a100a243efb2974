import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Environment } from "../../src/config/config.ts";
import { aggregateEvents } from "../../src/insights/aggregate.ts";
import { rollUpEvents } from "../../src/insights/roll-up.ts";
import { describeOnEachDatabase } from "../support/app.ts";
import { publishSite } from "../support/published-site.ts";
import { cleanEnvironment } from "../support/server.ts";
import { siteEvent } from "../support/site-events.ts";

const program = fileURLToPath(new URL("./roll-up-process.ts", import.meta.url));

/** Starts a process that adds up events, and waits until it says a word. */
async function startRollUp(environment: Environment, word: string, ...args: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, ...args], {
    env: cleanEnvironment(environment),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes(word)) resolve();
    });
    child.once("exit", (code) => reject(new Error(`the process ended with ${code}: ${printed}`)));
  });
  return child;
}

describeOnEachDatabase("kill -9 while events are added up", (suite) => {
  test("loses no event and counts none twice, also if another process adds them up", async () => {
    const { context } = suite.app;
    const { id } = await publishSite(suite.app, { pages: [["Home"]] });
    const add = (count: number) =>
      context.events.commit(
        id,
        Array.from({ length: count }, (_, i) =>
          siteEvent("page_view", { session: { visitorId: `visitor-${i % 7}` } }),
        ),
      );
    const count = async () => {
      const select = [{ column: "eventsCount" }, { column: "visitorsCount" }];
      const columns = await aggregateEvents(context, id, { range: "last7Days", select });
      return columns.map(({ values }) => values[0]);
    };
    const countBatches = async () =>
      (
        await context.database.read
          .selectFrom("site_event_batches")
          .where("site_id", "=", id)
          .select("id")
          .execute()
      ).length;
    // The sums already have events, to which others are added.
    await add(20);
    await rollUpEvents(context);

    for (let i = 0; i < 3; i++) await add(10);
    const victim = await startRollUp(suite.environment, "paused", "pause-in");
    assert.deepEqual(await count(), [50, 7]);
    const other = await startRollUp(suite.environment, "started");
    // It waits for the transaction of the victim.
    await wait(300);
    assert.equal(other.exitCode, null);
    const ended = Promise.all([once(victim, "exit"), once(other, "exit")]);
    victim.kill("SIGKILL");
    assert.deepEqual(await ended, [
      [null, "SIGKILL"],
      [0, null],
    ]);
    assert.deepEqual([await count(), await countBatches()], [[50, 7], 0]);

    await add(5);
    const late = await startRollUp(suite.environment, "paused", "pause-after");
    late.kill("SIGKILL");
    await once(late, "exit");
    assert.deepEqual([await count(), await countBatches()], [[55, 7], 0]);
    await add(5);
    await rollUpEvents(context);
    assert.deepEqual([await count(), await countBatches()], [[60, 7], 0]);
  });
});
