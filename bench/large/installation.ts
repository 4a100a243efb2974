import { runNextJob } from "../../src/server/jobs/work.ts";
import type { TestApp } from "../../test/support/app.ts";
import { createLargeWorld, discuss, idsOf, type LargeWorld } from "../../test/worst-case/large-world.ts";
import { shortScale } from "../../test/worst-case/scales.ts";
import { progress } from "../report.ts";
import { addSpacesToSite, createComments, createMembers, createSpaces } from "./large-organization.ts";
import { createLargeSpace, type LargeSpace, parentOfLeaves } from "./large-space.ts";
import type { Sizes } from "./sizes.ts";

/** The sizes of what requests contain: equal in both installations. */
export const requestScale = { ...shortScale, searches: 4 };

/** The number of pages that a change request and the primary content have both changed. */
const changedPages = 10;

/** A world whose space, organization and site have these sizes. Its requests are as small as those to other installations. */
export async function createInstallation(app: TestApp, sizes: Sizes, sources: string): Promise<LargeWorld> {
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    progress(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  };
  const large = await timed("objects of all kinds", () => createLargeWorld(app, requestScale, sources));
  const { world } = large;
  const teamId = world.get("teamId");
  const members = await timed("members", () => createMembers(app, teamId, sizes));
  const spaces = await timed("spaces", () => createSpaces(app, teamId, sizes));
  const space = await timed("pages and revisions", () => createLargeSpace(app, sizes));
  const site = await timed("site", () => addSpacesToSite(app, world.get("siteId"), space, spaces, sizes));
  const ids = await timed("discussion", () => createDiscussion(app, space));
  const installation = `/integrations/${world.get("integrationName")}/installations/${world.get("installationId")}`;
  await app.ok(app.admin, `POST ${installation}/spaces`, { body: { space: space.id } });
  await timed("comments", () => createComments(app, space, ids.commentId ?? "", members, sizes));
  await timed("jobs", async () => {
    while ((await runNextJob(app.context)) !== undefined);
  });
  const tree = { ...ids, ...site };
  world.setIds({ ...tree, userId: members[0] ?? "", otherUserId: members[1] ?? "" });
  return { ...large, tree, documents: [] };
}

/** A change request, comments and files in the space. */
async function createDiscussion(app: TestApp, space: LargeSpace): Promise<Record<string, string>> {
  const { insertedFiles } = await app.change(
    space.path,
    { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }] },
    { operation: "insert_reusable_content", title: "Shared", document: { markdown: "Shared words." } },
    { operation: "set_variables", variables: { "some-variable": "a value" } },
  );
  const request = await app.changeRequest(space, { subject: "Some pages" });
  const pages = space.pages.slice(1, 1 + changedPages);
  const update = (fields: object) => pages.map((page) => ({ operation: "update_page", page, ...fields }));
  await app.change(request.path, ...update({ title: "Ours" }));
  await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
  await app.change(space.path, ...update({ description: "Theirs" }));
  const page = space.pages[parentOfLeaves(space.pages.length)] ?? "";
  const ids = { ...(await idsOf(app, space, request, page, insertedFiles[0].id)) };
  await discuss(app, ids, requestScale);
  return { ...ids, earlierRevisionId: space.earlierRevision };
}
