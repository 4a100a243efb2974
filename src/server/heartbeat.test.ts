import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { becomes } from "../../test/support/becomes.ts";
import { listProcesses } from "../api/server/processes.ts";
import { Heartbeat } from "./heartbeat.ts";

describeOnEachDatabase("the heartbeat of a process", (suite) => {
  test("lists the process", async () => {
    const { context } = suite.app;
    await new Heartbeat(context).beat();
    const [row] = await listProcesses(context.database.read, context.clock.now());
    assert.equal(row?.pid, process.pid);
  });

  if (suite.kind === "postgres")
    test("leaves the version of the database as it is, so that replies are still kept", async () => {
      const { context } = suite.app;
      const heartbeat = new Heartbeat(context);
      // Other tests change databases of the same server, and so its version.
      const staysTheSame = async () => {
        const before = await context.database.readVersion();
        await heartbeat.beat();
        return (await context.database.readVersion()) === before;
      };
      await becomes(staysTheSame, true);
    });
});
