import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../support/app.ts";
import { findExistenceLeaks, findLeaks, withId } from "./leaks.ts";
import {
  cases,
  matchesVerdict,
  matrix,
  operations,
  type PlannedCall,
  type PreparedRequest,
  plan,
  prepare,
  send,
} from "./plan.ts";
import { differences, takeSnapshot } from "./snapshot.ts";
import { makeWorld, type World } from "./world.ts";

describe("the published permission matrix", () => {
  test("has exactly the operations of the API", () => {
    assert.deepEqual(
      [...new Set(matrix.map(({ operation, request }) => `${operation} ${request}`))],
      operations.map(({ id, method, path }) => `${id} ${method} ${path}`),
    );
  });

  test("has unique rows, and every test case belongs to a row", () => {
    const rows = matrix.map(({ operation, on }) => `${operation} on ${on}`);
    assert.equal(new Set(rows).size, rows.length);
    const ids = new Set(matrix.map(({ operation }) => operation));
    for (const name of Object.keys(cases)) assert.ok(rows.includes(name) || ids.has(name), name);
  });
});

describeOnEachDatabase("permissions", (suite) => {
  let world: World;
  before(async () => {
    world = await makeWorld(suite.app);
  });

  type Check = (one: PlannedCall, sent: PreparedRequest, reply: Reply) => Promise<string[]> | string[];

  /** Makes a call, and gives the differences from the matrix. */
  async function compareOne(one: PlannedCall, check: Check): Promise<string[]> {
    const sent = await prepare(world, one);
    const reply = await send(world, one.caller, sent);
    const { row, caller, verdict } = one;
    const difference = `expected ${verdict}, got ${reply.status}: ${JSON.stringify(reply.body)}`;
    const found = [...(matchesVerdict(one, reply) ? [] : [difference]), ...(await check(one, sent, reply))];
    return found.map((text) => `${row.operation} on ${row.on}, by ${caller.name}: ${text}`);
  }

  async function compare(planned: readonly PlannedCall[], concurrency: number, check: Check): Promise<void> {
    assert.ok(planned.length > 300, "there are calls to compare");
    const problems: string[] = [];
    for (let at = 0; at < planned.length; at += concurrency) {
      const some = planned.slice(at, at + concurrency);
      problems.push(...(await Promise.all(some.map((one) => compareOne(one, check)))).flat());
    }
    assert.deepEqual(problems, []);
  }

  test("refuse every call without a token", async () => {
    for (const one of plan(world).filter(({ caller }) => caller.column === "guest")) {
      const { address, request } = await prepare(world, { ...one, verdict: "404" });
      await world.app.refused(undefined, address, 401, /An API token is needed/, request);
    }
  });

  test("refuse calls as the matrix says, without leaks or changes", async () => {
    const refused = plan(world).filter(({ verdict }) => verdict !== "yes");
    // Create the resources of the callers first.
    for (const one of refused) await prepare(world, one);
    const before = await takeSnapshot(world.app);
    await compare(refused, 8, async (one, sent, reply) => [
      ...findLeaks(one, reply),
      ...(reply.status === 404 ? await findExistenceLeaks(world, one.caller, sent, reply) : []),
    ]);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  });

  test("allow reads as the matrix says, without leaks", async () => {
    const allowed = plan(world).filter(({ verdict }) => verdict === "yes");
    const reading = allowed.filter(({ operation }) => operation.method === "GET");
    await compare(reading, 8, (one, _, reply) => findLeaks(one, reply));
  });

  test("show a space in the trash to its admins only, as read-only", async () => {
    const problems: string[] = [];
    const { deletedId: spaceId = "" } = world.ids;
    for (const one of plan(world)) {
      const { operation, caller, row } = one;
      if (!operation.path.startsWith("/spaces/:spaceId") || operation.id === "restoreSpace") continue;
      if (caller.column !== "create" && caller.column !== "admin") continue;
      const sent = await prepare(world, { ...one, verdict: "404" });
      if (!sent.address.includes(world.ids.spaceId ?? "")) continue;
      const inTrash = withId(sent, world.ids.spaceId ?? "", spaceId);
      const { status, body } = await send(world, caller, inTrash);
      const isRead = operation.method === "GET" && !operation.path.endsWith("/pdf");
      const allowed = isRead ? [200, 404] : [409];
      const isHidden = status === 404 && body.error.message === "Space not found";
      const isRight = caller.column === "admin" ? allowed.includes(status) && !isHidden : isHidden;
      if (!isRight)
        problems.push(`${row.operation} on ${row.on}, by ${caller.name}: ${status} ${JSON.stringify(body)}`);
    }
    assert.deepEqual(problems, []);
  });

  test("allow changes as the matrix says", async () => {
    const allowed = plan(world).filter(({ verdict }) => verdict === "yes");
    const changing = allowed.filter(({ operation }) => operation.method !== "GET");
    await compare(changing, 1, (one, _, reply) => findLeaks(one, reply));
  });
});
