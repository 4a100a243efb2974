import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Operation } from "../../src/api/http/operation.ts";
import { describeOnEachDatabase, type Person, type Reply } from "../support/app.ts";
import { callerOf } from "./callers.ts";
import {
  type ForeignReference,
  organizationReferences,
  siteReferences,
  spaceReferences,
  unreachableReferences,
} from "./foreign-bodies.ts";
import { withoutId } from "./leaks.ts";
import { cases, matrix, operations, type PreparedRequest, requestFor } from "./plan.ts";
import { createResources, type Owner, type ResourceIds } from "./resources.ts";
import { differences, takeSnapshot } from "./snapshot.ts";
import { makeOwner, makeWorld, type World } from "./world.ts";

describeOnEachDatabase("a foreign id", (suite) => {
  let world: World;
  /** Resources of another organization. */
  let foreign: ResourceIds;
  /** An admin of both organizations. */
  let both: Person;
  before(async () => {
    world = await makeWorld(suite.app);
    const other: Owner = await makeOwner(suite.app);
    foreign = await createResources(other);
    both = await suite.app.member("admin");
    const body = { emails: [both.email], role: "admin" };
    await suite.app.ok(other.admin, `POST /orgs/${other.organizationId}/invites`, { body });
  });

  const call = ({ address, request }: PreparedRequest, person = both): Promise<Reply> =>
    world.app.call(person, address, request);

  /** The calls must be refused with the same response as for a made-up id, and change nothing. */
  async function compare(
    sent: readonly { readonly prepared: PreparedRequest; readonly ids: readonly string[] }[],
    person = both,
  ) {
    assert.ok(sent.length > 0, "there are calls to compare");
    const before = await takeSnapshot(world.app);
    const problems: string[] = [];
    for (const { prepared, ids } of sent) {
      const reply = await call(prepared, person);
      const other = await call(ids.reduce(withoutId, prepared), person);
      const text = ids.reduce((text, id) => text.replaceAll(id, "made-up"), JSON.stringify(reply.body) ?? "");
      const isRefused =
        reply.status >= 400 || (reply.status === 204 && prepared.address.startsWith("DELETE"));
      if (!isRefused || reply.status !== other.status || text !== (JSON.stringify(other.body) ?? ""))
        problems.push(
          `${prepared.address} ${JSON.stringify(prepared.request.body)}: ${reply.status} ${text}, but ${other.status} ${JSON.stringify(other.body)} for a made-up id`,
        );
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  }

  /** Requests whose first ids are of one resource and whose others are foreign, in all combinations. */
  async function mix(operation: Operation, other: ResourceIds) {
    const names = [...operation.path.matchAll(/[:*](\w+)/g)].map(([, name = ""]) => name);
    const row = matrix.find((one) => one.operation === operation.id);
    const testCase = cases[`${operation.id} on ${row?.on}`] ?? cases[operation.id];
    const parts = (await testCase?.send?.(world, callerOf(both, "admin", "both"))) ?? {};
    const own = { ...world.ids, ...commentIdsOf(operation, world.ids) };
    const taken = { ...other, ...commentIdsOf(operation, other) };
    return names.slice(1).map((_, at) => {
      const foreignIds = names.slice(at + 1).map((name): [string, string] => [name, taken[name] ?? ""]);
      const params = { ...own, ...Object.fromEntries(foreignIds) };
      return { prepared: requestFor(operation, params, parts), ids: foreignIds.map(([, id]) => id) };
    });
  }

  test("of another organization is not found in a path, even by an admin of both", async () => {
    const mixed = [];
    for (const operation of operations) {
      // This operation creates a missing spec.
      if (operation.id === "createOrUpdateOpenAPISpecBySlug") continue;
      mixed.push(...(await mix(operation, foreign)));
    }
    assert.ok(mixed.length > 200, "most paths have more than one id");
    await compare(mixed);
  });

  test("of another space, site or spec of the organization is not found in a path", async () => {
    const mixed = [];
    for (const operation of operations.filter(({ path }) => !/:(userId|teamId)/.test(path))) {
      if (operation.path.startsWith("/spaces/")) mixed.push(...(await mix(operation, world.spare)));
      // The organization is the same; the ids after it are mixed.
      if (/^\/orgs\/:organizationId\/(sites|openapi)\//.test(operation.path))
        mixed.push(...(await mix(operation, world.spare)).slice(1));
    }
    assert.ok(mixed.length > 80, "most paths have more than one id");
    await compare(mixed);
  });

  const toRequests = (
    list: (own: ResourceIds, other: ResourceIds) => ForeignReference[],
    other: ResourceIds,
  ) =>
    list(world.ids, other).map(({ address, body, ids }) => ({
      prepared: { address, request: { body }, parts: {} },
      ids,
    }));

  test("of another organization is refused in a body, even for an admin of both", async () => {
    await compare(toRequests(organizationReferences, foreign));
    await compare(toRequests(siteReferences, foreign));
    await compare(toRequests(spaceReferences, foreign));
  });

  test("of another space or site of the organization is refused in a body", async () => {
    await compare(toRequests(siteReferences, world.spare));
    await compare(toRequests(spaceReferences, world.spare));
  });

  test("of an organization that the caller is not a member of is refused in a body", async () => {
    await compare(toRequests(unreachableReferences, foreign), world.app.admin);
  });
});

/** Comments of a space and of a change request have the same parameters. */
function commentIdsOf({ path }: Operation, ids: ResourceIds): ResourceIds {
  return path.includes(":changeRequestId")
    ? { commentId: ids.requestCommentId ?? "", commentReplyId: ids.requestReplyId ?? "" }
    : { commentId: ids.spaceCommentId ?? "", commentReplyId: ids.spaceReplyId ?? "" };
}
