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
import { unknownId, withUnknownId } from "./leaks.ts";
import { cases, matrix, operations, type PreparedRequest, requestFor } from "./plan.ts";
import { createResources, type Owner, type ResourceIds } from "./resources.ts";
import { differences, takeSnapshot } from "./snapshot.ts";
import { makeOwner, makeWorld, type World } from "./world.ts";

describeOnEachDatabase("a foreign id", (suite) => {
  let world: World;
  /** Resources of another organization. */
  let foreign: ResourceIds;
  /** An admin of both organizations. */
  let adminOfBoth: Person;
  before(async () => {
    world = await makeWorld(suite.app);
    const other: Owner = await makeOwner(suite.app);
    foreign = await createResources(other);
    adminOfBoth = await suite.app.member("admin");
    const body = { emails: [adminOfBoth.email], role: "admin" };
    await suite.app.ok(other.admin, `POST /orgs/${other.organizationId}/invites`, { body });
  });

  const call = ({ endpoint, request }: PreparedRequest, person = adminOfBoth): Promise<Reply> =>
    world.app.call(person, endpoint, request);

  /** Asserts that the requests are refused with the same response as for unknown ids, and change nothing. */
  async function assertRefused(
    requests: readonly { readonly prepared: PreparedRequest; readonly ids: readonly string[] }[],
    person = adminOfBoth,
  ) {
    assert.ok(requests.length > 0, "there are no requests");
    // Both databases find objects by the same queries, so some of the requests are enough on the second.
    const sent = suite.kind === "postgres" ? requests.filter((_, i) => i % 3 === 0) : requests;
    const before = await takeSnapshot(world.app);
    const problems: string[] = [];
    for (const { prepared, ids } of sent) {
      const reply = await call(prepared, person);
      const expected = await call(ids.reduce(withUnknownId, prepared), person);
      const text = ids.reduce((text, id) => text.replaceAll(id, unknownId), JSON.stringify(reply.body) ?? "");
      const isRefused =
        reply.status >= 400 || (reply.status === 204 && prepared.endpoint.startsWith("DELETE"));
      if (!isRefused || reply.status !== expected.status || text !== (JSON.stringify(expected.body) ?? ""))
        problems.push(
          `${prepared.endpoint} ${JSON.stringify(prepared.request.body)}: ${reply.status} ${text}, but ${expected.status} ${JSON.stringify(expected.body)} for an unknown id`,
        );
    }
    assert.deepEqual(problems, []);
    assert.deepEqual(differences(before, await takeSnapshot(world.app)), []);
  }

  /** One request for each parameter of the path after the first: from there on, the ids are foreign. */
  async function mixedRequests(operation: Operation, other: ResourceIds) {
    // A variable has a name, which other spaces may use too.
    const names = [...operation.path.matchAll(/[:*](?!variable\b)(\w+)/g)].map(([, name = ""]) => name);
    const row = matrix.find((row) => row.operation === operation.id);
    const testCase = cases[`${operation.id} on ${row?.target}`] ?? cases[operation.id];
    const parts = (await testCase?.send?.(world, callerOf(adminOfBoth, "admin", "both"))) ?? {};
    const own = { ...world.ids, ...commentIdsOf(operation, world.ids) };
    const foreignIds = { ...other, ...commentIdsOf(operation, other) };
    return names.slice(1).map((_, index) => {
      const replaced = names.slice(index + 1).map((name): [string, string] => [name, foreignIds[name] ?? ""]);
      const params = { ...own, ...Object.fromEntries(replaced) };
      return { prepared: requestFor(operation, params, parts), ids: replaced.map(([, id]) => id) };
    });
  }

  test("from another organization is not found in a path, even by an admin of both", async () => {
    const mixed = [];
    for (const operation of operations) {
      // This operation creates a missing spec.
      if (operation.id === "createOrUpdateOpenAPISpecBySlug") continue;
      mixed.push(...(await mixedRequests(operation, foreign)));
    }
    assert.ok(mixed.length > 200, "there are too few requests");
    await assertRefused(mixed);
  });

  test("from another space, site or spec of the organization is not found in a path", async () => {
    const mixed = [];
    for (const operation of operations.filter(({ path }) => !/:(userId|teamId)/.test(path))) {
      if (operation.path.startsWith("/spaces/")) mixed.push(...(await mixedRequests(operation, world.spare)));
      // The other site or spec is in the same organization, so a request for all of its ids would succeed.
      if (/^\/orgs\/:organizationId\/(sites|openapi)\//.test(operation.path))
        mixed.push(...(await mixedRequests(operation, world.spare)).slice(1));
    }
    assert.ok(mixed.length > 80, "there are too few requests");
    await assertRefused(mixed);
  });

  const toRequests = (
    createReferences: (own: ResourceIds, other: ResourceIds) => ForeignReference[],
    other: ResourceIds,
  ) =>
    createReferences(world.ids, other).map(({ endpoint, body, ids }) => ({
      prepared: { endpoint, request: { body }, parts: {} },
      ids,
    }));

  test("from another organization is refused in a body, even for an admin of both", async () => {
    await assertRefused(toRequests(organizationReferences, foreign));
    await assertRefused(toRequests(siteReferences, foreign));
    await assertRefused(toRequests(spaceReferences, foreign));
  });

  test("from another space or site of the organization is refused in a body", async () => {
    await assertRefused(toRequests(siteReferences, world.spare));
    await assertRefused(toRequests(spaceReferences, world.spare));
  });

  test("from an organization without the caller is refused in a body", async () => {
    await assertRefused(toRequests(unreachableReferences, foreign), world.app.admin);
  });
});

/** The ids of a comment: comments of spaces and of change requests have the same parameters. */
function commentIdsOf({ path }: Operation, ids: ResourceIds): ResourceIds {
  return path.includes(":changeRequestId")
    ? { commentId: ids.requestCommentId ?? "", commentReplyId: ids.requestReplyId ?? "" }
    : { commentId: ids.spaceCommentId ?? "", commentReplyId: ids.spaceReplyId ?? "" };
}
