import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../support/app.ts";
import { findExistenceLeaks, findLeaks, replaceId } from "./leaks.ts";
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
import { QueryReads } from "./query-reads.ts";
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
    const rows = matrix.map(({ operation, target }) => `${operation} on ${target}`);
    assert.equal(new Set(rows).size, rows.length);
    const ids = new Set(matrix.map(({ operation }) => operation));
    for (const name of Object.keys(cases)) assert.ok(rows.includes(name) || ids.has(name), name);
  });
});

const queryReads = new QueryReads(operations);

describeOnEachDatabase("permissions", (suite) => {
  let world: World;
  before(async () => {
    world = await makeWorld(suite.app);
  });

  /** The calls of the matrix. Both databases decide by the same queries, so some of the calls are enough on the second. */
  function planned(): PlannedCall[] {
    const all = plan(world);
    return suite.kind === "postgres" ? all.filter((_, i) => i % 5 === 0) : all;
  }

  type Check = (call: PlannedCall, sent: PreparedRequest, reply: Reply) => Promise<string[]> | string[];

  /** Makes a call. Returns its differences from the matrix and the problems of the check. */
  async function findProblems(call: PlannedCall, check: Check): Promise<string[]> {
    const sent = await prepare(world, call);
    const reply = await send(world, call.caller, sent);
    const { row, caller, verdict } = call;
    const difference = `expected ${verdict}, got ${reply.status}: ${JSON.stringify(reply.body)}`;
    const problems = [
      ...(matchesVerdict(call, reply) ? [] : [difference]),
      ...(await check(call, sent, reply)),
    ];
    return problems.map((text) => `${row.operation} on ${row.target}, by ${caller.name}: ${text}`);
  }

  async function assertMatrix(
    calls: readonly PlannedCall[],
    concurrency: number,
    check: Check,
  ): Promise<void> {
    assert.ok(calls.length > (suite.kind === "postgres" ? 60 : 300), "there are too few calls");
    const problems: string[] = [];
    for (let start = 0; start < calls.length; start += concurrency) {
      const batch = calls.slice(start, start + concurrency);
      problems.push(...(await Promise.all(batch.map((call) => findProblems(call, check)))).flat());
    }
    assert.deepEqual(problems, []);
  }

  test("refuse every call without a token", async () => {
    for (const call of planned().filter(({ caller }) => caller.column === "guest")) {
      const { endpoint, request } = await prepare(world, { ...call, verdict: "404" });
      await world.app.refused(undefined, endpoint, 401, /An API token is required/, request);
    }
  });

  test("refuse calls according to the matrix, without leaks or changes", async () => {
    const refused = planned().filter(({ verdict }) => verdict !== "yes");
    // Create the resources of the callers first.
    for (const call of refused) await prepare(world, call);
    const before = await takeSnapshot(world.app);
    await assertMatrix(refused, 8, async (call, sent, reply) => [
      ...findLeaks(call, reply),
      ...(reply.status === 404 ? await findExistenceLeaks(world, call.caller, sent, reply) : []),
    ]);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  });

  test("allow reads according to the matrix, without leaks", async () => {
    const allowed = planned().filter(({ verdict }) => verdict === "yes");
    const reads = allowed.filter(({ operation }) => operation.method === "GET");
    await assertMatrix(reads, 8, (call, _, reply) => findLeaks(call, reply));
  });

  test("show a space in the trash to its admins only, as read-only", async () => {
    const problems: string[] = [];
    const { deletedId: spaceId = "" } = world.ids;
    for (const call of planned()) {
      const { operation, caller, row } = call;
      if (!operation.path.startsWith("/spaces/:spaceId") || operation.id === "restoreSpace") continue;
      if (caller.column !== "create" && caller.column !== "admin") continue;
      const sent = await prepare(world, { ...call, verdict: "404" });
      if (!sent.endpoint.includes(world.ids.spaceId ?? "")) continue;
      const inTrash = replaceId(sent, world.ids.spaceId ?? "", spaceId);
      const { status, body } = await send(world, caller, inTrash);
      const isRead = operation.method === "GET" && !operation.path.endsWith("/pdf");
      const allowed = isRead ? [200, 404] : [409];
      const isHidden = status === 404 && body.error.message === "Space not found";
      const isRight = caller.column === "admin" ? allowed.includes(status) && !isHidden : isHidden;
      if (!isRight)
        problems.push(
          `${row.operation} on ${row.target}, by ${caller.name}: ${status} ${JSON.stringify(body)}`,
        );
    }
    assert.deepEqual(problems, []);
  });

  test("allow changes according to the matrix, without leaks", async () => {
    const allowed = planned().filter(({ verdict }) => verdict === "yes");
    const changes = allowed.filter(({ operation }) => operation.method !== "GET");
    await assertMatrix(changes, 1, (call, _, reply) => findLeaks(call, reply));
  });

  test("have called operations that read all of their query parameters", () => {
    const unread = operations.flatMap((operation) =>
      queryReads.unread(operation).map((name) => `${operation.id} ${name}`),
    );
    assert.deepEqual(unread, []);
  });
});
