import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../support/app.ts";
import { findLeaks, findTells, withId } from "./leaks.ts";
import {
  agrees,
  cases,
  matrix,
  type Outgoing,
  operations,
  type Planned,
  plan,
  prepare,
  send,
} from "./plan.ts";
import { differences, takeSnapshot } from "./snapshot.ts";
import { makeWorld, type World } from "./world.ts";

describe("the published matrix", () => {
  test("has every operation, by its id and its request, and no other", () => {
    assert.deepEqual(
      [...new Set(matrix.map(({ operation, request }) => `${operation} ${request}`))],
      operations.map(({ id, method, path }) => `${id} ${method} ${path}`),
    );
  });

  test("says each thing once, and the test does nothing else", () => {
    const rows = matrix.map(({ operation, on }) => `${operation} on ${on}`);
    assert.equal(new Set(rows).size, rows.length);
    const ids = new Set(matrix.map(({ operation }) => operation));
    for (const name of Object.keys(cases)) assert.ok(rows.includes(name) || ids.has(name), name);
  });
});

describeOnEachDatabase("what everybody may do", (suite) => {
  let world: World;
  before(async () => {
    world = await makeWorld(suite.app);
  });

  type Look = (one: Planned, sent: Outgoing, reply: Reply) => Promise<string[]> | string[];

  /** Makes a call, and tells what is not as the matrix says. */
  async function compareOne(one: Planned, look: Look): Promise<string[]> {
    const sent = await prepare(world, one);
    const reply = await send(world, one.caller, sent);
    const { row, caller, verdict } = one;
    const came = `${verdict} is written, ${reply.status} came: ${JSON.stringify(reply.body)}`;
    const found = [...(agrees(one, reply) ? [] : [came]), ...(await look(one, sent, reply))];
    return found.map((text) => `${row.operation} on ${row.on}, by ${caller.name}: ${text}`);
  }

  /** Several at a time, where they do not get into each other's way. */
  async function compare(planned: readonly Planned[], atOnce: number, look: Look): Promise<void> {
    assert.ok(planned.length > 300, "there is something to compare");
    const wrong: string[] = [];
    for (let at = 0; at < planned.length; at += atOnce) {
      const some = planned.slice(at, at + atOnce);
      wrong.push(...(await Promise.all(some.map((one) => compareOne(one, look)))).flat());
    }
    assert.deepEqual(wrong, []);
  }

  test("nobody is let in without a token", async () => {
    for (const one of plan(world).filter(({ caller }) => caller.column === "guest")) {
      const { address, request } = await prepare(world, { ...one, verdict: "404" });
      await world.app.refused(undefined, address, 401, /An API token is needed/, request);
    }
  });

  test("who is refused is told what the matrix says and no more, and nothing is changed", async () => {
    const refused = plan(world).filter(({ verdict }) => verdict !== "yes");
    // What they have of their own is made before.
    for (const one of refused) await prepare(world, one);
    const before = await takeSnapshot(world.app);
    await compare(refused, 8, async (one, sent, reply) => [
      ...findLeaks(one, reply),
      ...(reply.status === 404 ? await findTells(world, one.caller, sent, reply) : []),
    ]);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  });

  test("who may read is let in, and sees only what is for them", async () => {
    const allowed = plan(world).filter(({ verdict }) => verdict === "yes");
    const reading = allowed.filter(({ operation }) => operation.method === "GET");
    await compare(reading, 8, (one, _, reply) => findLeaks(one, reply));
  });

  test("what is in the trash is there for its admins alone, who cannot change it", async () => {
    const wrong: string[] = [];
    const { deletedId: spaceId = "" } = world.things;
    for (const one of plan(world)) {
      const { operation, caller, row } = one;
      if (!operation.path.startsWith("/spaces/:spaceId") || operation.id === "restoreSpace") continue;
      if (caller.column !== "create" && caller.column !== "admin") continue;
      const sent = await prepare(world, { ...one, verdict: "404" });
      if (!sent.address.includes(world.things.spaceId ?? "")) continue;
      const inTrash = withId(sent, world.things.spaceId ?? "", spaceId);
      const { status, body } = await send(world, caller, inTrash);
      const isRead = operation.method === "GET" && !operation.path.endsWith("/pdf");
      const may = isRead ? [200, 404] : [409];
      const isHidden = status === 404 && body.error.message === "Space not found";
      const isRight = caller.column === "admin" ? may.includes(status) && !isHidden : isHidden;
      if (!isRight)
        wrong.push(`${row.operation} on ${row.on}, by ${caller.name}: ${status} ${JSON.stringify(body)}`);
    }
    assert.deepEqual(wrong, []);
  });

  test("who may change something is let in", async () => {
    const allowed = plan(world).filter(({ verdict }) => verdict === "yes");
    const changing = allowed.filter(({ operation }) => operation.method !== "GET");
    await compare(changing, 1, (one, _, reply) => findLeaks(one, reply));
  });
});
