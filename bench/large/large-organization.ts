import { createSpace } from "../../src/api/spaces/index.ts";
import { createUsers } from "../../src/api/users/store.ts";
import { applyChanges } from "../../src/content/changes/index.ts";
import { type Content, emptyContent, inMemoryNodes, openDraft } from "../../src/content/index.ts";
import { addMembers } from "../../src/identity/roles/memberships.ts";
import { newId } from "../../src/platform/ids.ts";
import { addGroup, addSection, addSiteSpace, changeStructure } from "../../src/publishing/index.ts";
import type { TestApp } from "../../test/support/app.ts";
import type { LargeSpace } from "./large-space.ts";
import type { Sizes } from "./sizes.ts";

const usersPerTransaction = 1000;

/** Adds members to the organization and to one of its teams. */
export async function createMembers(app: TestApp, teamId: string, { members }: Sizes): Promise<string[]> {
  const { organizationId } = app;
  const ids: string[] = [];
  for (let from = 0; from < members; from += usersPerTransaction)
    await app.context.database.write(async (trx) => {
      const now = new Date(Date.parse("2020-01-01T00:00:00.000Z") + from * 1000).toISOString();
      const people = Array.from({ length: Math.min(usersPerTransaction, members - from) }, (_, i) => ({
        email: `person-${from + i}@example.com`,
        displayName: `Person ${from + i}`,
      }));
      const users = await createUsers(trx, people, now);
      const added = users.map(({ id }) => ({ userId: id, role: "read" as const }));
      await addMembers(trx, organizationId, added, now);
      const rows = users.map(({ id }) => ({
        organization_id: organizationId,
        team_id: teamId,
        user_id: id,
        role: "member" as const,
        joined_at: now,
      }));
      await trx.insertInto("team_members").values(rows).execute();
      ids.push(...users.map(({ id }) => id));
    });
  return ids;
}

const spacesPerCollection = 100;

/** Adds spaces with a page each, in collections. Every tenth is given to a team. */
export async function createSpaces(app: TestApp, teamId: string, { spaces }: Sizes): Promise<string[]> {
  const { organizationId } = app;
  const ids: string[] = [];
  const now = "2020-01-01T00:00:00.000Z";
  for (let from = 0; from < spaces; from += spacesPerCollection) {
    const collection = await app.collection({ title: `Collection ${from / spacesPerCollection}` });
    const parent = { organizationId, parentId: collection.id };
    await app.context.database.write(async (trx) => {
      for (let i = from; i < Math.min(spaces, from + spacesPerCollection); i++) {
        const author = { userId: app.admin.id, now };
        const id = await createSpace(trx, parent, { title: `Space ${i}` }, author, await onePage(i, now));
        if (i % 10 === 0)
          await trx
            .insertInto("content_team_grants")
            .values({ organization_id: organizationId, content_id: id, team_id: teamId, role: "edit" })
            .execute();
        ids.push(id);
      }
    });
  }
  return ids;
}

async function onePage(i: number, now: string): Promise<Content> {
  const base = emptyContent(inMemoryNodes());
  const draft = openDraft(base);
  const markdown = `# Start\n\nA word of space${i} and common${String.fromCharCode(97 + (i % 24))}.\n`;
  await applyChanges(base, draft, [{ operation: "insert_page", title: "Start", document: { markdown } }], {
    now,
    newId,
    revision: async () => undefined,
  });
  return draft;
}

const commentsPerTransaction = 10_000;
const commentsPerStatement = 500;

/** Adds copies of a comment to a space: a hundredth on one page, the others on all pages, by all members; a fourth is resolved. */
export async function createComments(
  app: TestApp,
  { id: spaceId, pages }: LargeSpace,
  template: string,
  members: readonly string[],
  { comments }: Sizes,
): Promise<void> {
  const { database } = app.context;
  const row = await database.read
    .selectFrom("comments")
    .where("id", "=", template)
    .selectAll()
    .executeTakeFirstOrThrow();
  const copyOf = (i: number) => {
    const page = (i % 100 === 0 ? row.page_id : pages[i % pages.length]) ?? "";
    const isResolved = i % 4 === 1;
    const author = i % 100 === 0 ? app.admin.id : (members[i % members.length] ?? app.admin.id);
    return {
      ...row,
      id: newId(),
      page_id: page,
      target: row.target.replaceAll(row.page_id ?? " ", page),
      body: `Comment ${i}`,
      status: isResolved ? ("resolved" as const) : ("open" as const),
      resolved_at: isResolved ? row.posted_at : null,
      resolved_by: isResolved ? author : null,
      replies: 0,
      posted_by: author,
    };
  };
  for (let from = 0; from < comments; from += commentsPerTransaction) {
    const copies = Array.from({ length: Math.min(commentsPerTransaction, comments - from) }, (_, i) =>
      copyOf(from + i),
    );
    await database.write(async (trx) => {
      for (let start = 0; start < copies.length; start += commentsPerStatement)
        await trx
          .insertInto("comments")
          .values(copies.slice(start, start + commentsPerStatement))
          .execute();
    });
  }
  const resolved = Math.ceil((comments - 1) / 4);
  await database.write((trx) =>
    trx
      .updateTable("spaces")
      .where("id", "=", spaceId)
      .set((eb) => ({
        comments: eb("comments", "+", comments - resolved),
        comments_resolved: eb("comments_resolved", "+", resolved),
      }))
      .execute(),
  );
}

const sectionsPerGroup = 50;

/** Adds spaces to a site: the first as the default of the site's section, the others in sections of three, in groups. */
export async function addSpacesToSite(
  app: TestApp,
  siteId: string,
  largeSpace: LargeSpace,
  spaces: readonly string[],
  { siteSpaces }: Sizes,
): Promise<{
  readonly siteSpaceId: string;
  readonly siteSectionId: string;
  readonly otherSectionId: string;
}> {
  const site = { id: siteId, organization_id: app.organizationId };
  return app.context.database.write((trx) =>
    changeStructure(trx, site, (structure) => {
      const newSection = (i: number | string) => ({
        id: newId(),
        path: `section-${i}`,
        title: `Section ${i}`,
        icon: null,
      });
      const sections: string[] = [];
      const first = { id: newId(), spaceId: largeSpace.id, path: "large" };
      const firstSection = newSection("large");
      addSection(structure, firstSection, first, newSection("first"));
      for (let i = 0; i < siteSpaces; i++) {
        const siteSpace = { id: newId(), spaceId: spaces[i % spaces.length] ?? "", path: `variant-${i}` };
        if (i % 3 === 0) {
          const section = newSection(i);
          addSection(structure, section, siteSpace, newSection("first"));
          sections.push(section.id);
        } else addSiteSpace(structure, siteSpace, sections.at(-1));
      }
      for (let from = 0; from < sections.length; from += sectionsPerGroup) {
        const group = { id: newId(), title: `Group ${from}`, icon: null };
        addGroup(structure, group, sections.slice(from, from + sectionsPerGroup));
      }
      return {
        siteSpaceId: first.id,
        siteSectionId: firstSection.id,
        otherSectionId: sections[0] ?? firstSection.id,
      };
    }),
  );
}
