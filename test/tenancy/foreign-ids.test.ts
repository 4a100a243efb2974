import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Operation } from "../../src/api/http/operation.ts";
import { describeOnEachDatabase, type Person, type Reply } from "../support/app.ts";
import { asCaller } from "./callers.ts";
import { besideOrganization, besideSite, besideSpace, beyondReach, type Naming } from "./foreign-bodies.ts";
import { withoutId } from "./leaks.ts";
import { cases, matrix, type Outgoing, operations, outgoing } from "./plan.ts";
import { differences, takeSnapshot } from "./snapshot.ts";
import { makeThings, type Owner, type Things } from "./things.ts";
import { makeOwner, makeWorld, type World } from "./world.ts";

describeOnEachDatabase("what belongs elsewhere", (suite) => {
  let world: World;
  /** Of another organization. */
  let foreign: Things;
  /** An admin of both. */
  let both: Person;
  before(async () => {
    world = await makeWorld(suite.app);
    const other: Owner = await makeOwner(suite.app);
    foreign = await makeThings(other);
    both = await suite.app.member("admin");
    const body = { emails: [both.email], role: "admin" };
    await suite.app.ok(other.admin, `POST /orgs/${other.organizationId}/invites`, { body });
  });

  const call = ({ address, request }: Outgoing, person = both): Promise<Reply> =>
    world.app.call(person, address, request);

  /** Makes the calls, which must be refused in the words for what is not there, and change nothing. */
  async function compare(
    sent: readonly { readonly outgoing: Outgoing; readonly ids: readonly string[] }[],
    person = both,
  ) {
    assert.ok(sent.length > 0, "there is something to compare");
    const before = await takeSnapshot(world.app);
    const wrong: string[] = [];
    for (const { outgoing, ids } of sent) {
      const reply = await call(outgoing, person);
      const other = await call(ids.reduce(withoutId, outgoing), person);
      const said = ids.reduce((text, id) => text.replaceAll(id, "made-up"), JSON.stringify(reply.body) ?? "");
      const isRefused =
        reply.status >= 400 || (reply.status === 204 && outgoing.address.startsWith("DELETE"));
      if (!isRefused || reply.status !== other.status || said !== (JSON.stringify(other.body) ?? ""))
        wrong.push(
          `${outgoing.address} ${JSON.stringify(outgoing.request.body)}: ${reply.status} ${said}, but ${other.status} ${JSON.stringify(other.body)} for what was made up`,
        );
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  }

  /** The operation on ids of which the first come from one place and the others from elsewhere, in all ways. */
  async function mix(operation: Operation, elsewhere: Things) {
    const names = [...operation.path.matchAll(/[:*](\w+)/g)].map(([, name = ""]) => name);
    const row = matrix.find((one) => one.operation === operation.id);
    const how = cases[`${operation.id} on ${row?.on}`] ?? cases[operation.id];
    const sending = (await how?.send?.(world, asCaller(both, "admin", "both"))) ?? {};
    const kept = { ...world.things, ...placeOf(operation, world.things) };
    const taken = { ...elsewhere, ...placeOf(operation, elsewhere) };
    return names.slice(1).map((_, at) => {
      const strange = names.slice(at + 1).map((name): [string, string] => [name, taken[name] ?? ""]);
      const params = { ...kept, ...Object.fromEntries(strange) };
      return { outgoing: outgoing(operation, params, sending), ids: strange.map(([, id]) => id) };
    });
  }

  test("is not found by paths that name two organizations, not even by an admin of both", async () => {
    const mixed = [];
    for (const operation of operations) {
      // What is not there, this one makes.
      if (operation.id === "createOrUpdateOpenAPISpecBySlug") continue;
      mixed.push(...(await mix(operation, foreign)));
    }
    assert.ok(mixed.length > 200, "most paths have more than one id");
    await compare(mixed);
  });

  test("is not found by paths that name two spaces, sites or specs of one organization", async () => {
    const mixed = [];
    for (const operation of operations.filter(({ path }) => !/:(userId|teamId)/.test(path))) {
      if (operation.path.startsWith("/spaces/")) mixed.push(...(await mix(operation, world.spare)));
      // All below an organization is its own; what is mixed comes after that.
      if (/^\/orgs\/:organizationId\/(sites|openapi)\//.test(operation.path))
        mixed.push(...(await mix(operation, world.spare)).slice(1));
    }
    assert.ok(mixed.length > 80, "most paths have more than one id");
    await compare(mixed);
  });

  const naming = (list: (own: Things, other: Things) => Naming[], other: Things) =>
    list(world.things, other).map(({ address, body, ids }) => ({
      outgoing: { address, request: { body }, sending: {} },
      ids,
    }));

  test("cannot be named in a body, not even by an admin of both organizations", async () => {
    await compare(naming(besideOrganization, foreign));
    await compare(naming(besideSite, foreign));
    await compare(naming(besideSpace, foreign));
  });

  test("cannot be named in a body where it is of another space or site of the organization", async () => {
    await compare(naming(besideSite, world.spare));
    await compare(naming(besideSpace, world.spare));
  });

  test("cannot be reached by a body where the caller is not in the organization", async () => {
    await compare(naming(beyondReach, foreign), world.app.admin);
  });
});

/** What is called the same in paths, but is not the same on a space and on a change request. */
function placeOf({ path }: Operation, things: Things): Things {
  return path.includes(":changeRequestId")
    ? { commentId: things.saidInRequest ?? "", commentReplyId: things.repliedInRequest ?? "" }
    : { commentId: things.saidInSpace ?? "", commentReplyId: things.repliedInSpace ?? "" };
}
