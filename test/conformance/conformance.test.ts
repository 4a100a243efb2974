import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { GitBookAPI, GitBookAPIError, MemberRole, SpaceEditMode, TeamMemberRole } from "@gitbook/api";
import type { ChangeRequestContentChange, ChangeRequestContentUpdate } from "gitbook-api-next";
import { chapters } from "../../src/chapters.ts";
import { successOf } from "../../src/http/register.ts";
import { createTestDatabase, databaseKinds, type TestDatabase } from "../support/databases.ts";
import { runLectern, type ServerProcess, startServer } from "../support/server.ts";
import { specifiedOperations } from "./operations.ts";
import { findPublished } from "./schemas.ts";

const implemented = new Map(
  chapters.flatMap(({ operations }) => operations).map((operation) => [operation.id, operation]),
);

describe("the specification", () => {
  test("has 126 operations, and those that are implemented answer where and how it says", (t) => {
    assert.equal(specifiedOperations.length, 126);
    const done = specifiedOperations.filter(({ pending }) => !pending);
    t.diagnostic(`${done.length} of ${specifiedOperations.length} operations are implemented`);
    for (const { id, method, path, status } of done) {
      const operation = implemented.get(id);
      assert.ok(operation, `${id} is implemented`);
      assert.equal(operation.method, method, id);
      assert.equal(`/v1${operation.path.replace(/[:*](\w+)/g, "{$1}")}`, path, id);
      assert.equal(successOf(operation)[0], status, id);
    }
    for (const { id, pending } of specifiedOperations) {
      assert.equal(
        implemented.has(id),
        !pending,
        `${id} is listed as ${pending ? "pending" : "implemented"}`,
      );
    }
  });
});

for (const kind of databaseKinds) {
  describe(`the official client (${kind})`, () => {
    const adminToken = "lct_conformance-admin-token";
    const exercised = new Set<string>();
    let database: TestDatabase;
    let server: ServerProcess;
    let api: GitBookAPI;
    let organizationId = "";

    before(async () => {
      database = await createTestDatabase(kind);
      server = await startServer({
        ...database.environment,
        LECTERN_ADMIN_TOKEN: adminToken,
        LECTERN_RATE_LIMIT: "0",
      });
      api = clientOf(adminToken);
      const { data } = await api.orgs.listOrganizationsForAuthenticatedUser();
      organizationId = data.items[0]?.id ?? "";
    });
    after(async () => {
      await server.stop();
      await database.remove();
    });

    /** A client whose every answer is held against the published schema. */
    function clientOf(token: string): GitBookAPI {
      const checkedFetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        const response = await fetch(input, init);
        const url = new URL(input instanceof Request ? input.url : input);
        const operation = findPublished(init?.method ?? "GET", url.pathname);
        assert.ok(operation, `${init?.method} ${url.pathname} is published`);
        const text = await response.clone().text();
        const reason = operation.check(response.status, text === "" ? undefined : JSON.parse(text));
        assert.equal(reason, undefined, `${operation.id} answers ${response.status} as published`);
        if (response.ok) exercised.add(operation.id);
        return response;
      };
      return new GitBookAPI({
        endpoint: server.url,
        authToken: token,
        serviceBinding: { fetch: checkedFetch },
      });
    }

    async function personWithToken(email: string): Promise<{ id: string; api: GitBookAPI }> {
      const { data } = await api.orgs.inviteUsersToOrganization(organizationId, {
        emails: [email],
        role: MemberRole.Read,
      });
      const { stdout } = await runLectern(database.environment, "token", "create", "--email", email);
      return { id: data.users[0] ?? "", api: clientOf(stdout.trim()) };
    }

    test("reads and changes users", async () => {
      const { data: user } = await api.user.getAuthenticatedUser();
      const { data: same } = await api.users.getUserById(user.id);
      assert.deepEqual(same, user);
      const { data: renamed } = await api.users.updateUserById(user.id, { displayName: "Root" });
      assert.equal(renamed.displayName, "Root");
    });

    test("reads and changes organizations", async () => {
      const { data: organization } = await api.orgs.updateOrganizationById(organizationId, {
        title: "Conformant",
        emailDomains: ["example.com"],
        hostname: "conformant",
        logo: "https://example.com/logo.png",
      });
      const { data: read } = await api.orgs.getOrganizationById(organizationId);
      assert.deepEqual(read, organization);
      const { data: found } = await api.emailDomains.getOrganizationsForEmailDomain("example.com");
      assert.deepEqual(found.organizations, [organization]);
      const response = await fetch(organization.urls.location, {
        headers: { authorization: `Bearer ${adminToken}` },
      });
      assert.deepEqual(await response.json(), organization);
    });

    test("invites, lists, changes and removes members", async () => {
      const person = await personWithToken("member@example.com");
      const { data: list } = await api.orgs.listMembersInOrganizationById(organizationId, {
        search: "MEMBER@",
        sort: "joinedAt",
      });
      assert.deepEqual(
        list.items.map(({ id }) => id),
        [person.id],
      );
      const { data: member } = await api.orgs.getMemberInOrganizationById(organizationId, person.id);
      assert.deepEqual(member, list.items[0]);
      const { data: changed } = await api.orgs.updateMemberInOrganizationById(organizationId, person.id, {
        role: MemberRole.Edit,
      });
      assert.equal(changed.role, "edit");
      const { data: marked } = await api.orgs.setUserAsSsoMemberForOrganization(organizationId, person.id);
      assert.equal(marked.sso, true);
      const { data: claims } = await person.api.orgs.updateOrganizationMemberLastSeenAt(organizationId);
      assert.equal(claims.gitbookVisitorClaims?.split(".").length, 3);
      const { data: spaces } = await api.orgs.listSpacesForOrganizationMember(organizationId, person.id);
      assert.deepEqual(spaces.items, []);
      await assert.rejects(
        person.api.orgs.removeMemberFromOrganizationById(organizationId, person.id),
        isError(403),
      );
      assert.equal((await api.orgs.removeMemberFromOrganizationById(organizationId, person.id)).status, 204);
      await assert.rejects(api.orgs.getMemberInOrganizationById(organizationId, person.id), isError(404));
    });

    test("makes, fills, renames and deletes teams", async () => {
      const person = await personWithToken("teammate@example.com");
      const { data: team } = await api.orgs.createOrganizationTeam(organizationId, {
        title: "Docs",
        members: [person.id],
      });
      assert.equal((await api.orgs.getTeamInOrganizationById(organizationId, team.id)).data.members, 1);
      await api.orgs.updateTeamInOrganizationById(organizationId, team.id, { title: "Docs team" });
      await api.orgs.addMemberToOrganizationTeamById(organizationId, team.id, person.id, {
        role: TeamMemberRole.Owner,
      });
      await api.orgs.updateMembersInOrganizationTeam(organizationId, team.id, { add: ["admin@localhost"] });
      const { data: members } = await api.orgs.listTeamMembersInOrganizationById(organizationId, team.id);
      assert.deepEqual(
        members.items.map((item) => item.team.role),
        ["owner", "member"],
      );
      const { data: own } = await api.orgs.listTeamsForOrganizationMember(organizationId, person.id, {
        title: "docs",
      });
      assert.equal(own.items[0]?.team.title, "Docs team");
      await api.orgs.deleteMemberFromOrganizationTeamById(organizationId, team.id, person.id);
      const { data: teams } = await api.orgs.listTeamsInOrganizationById(organizationId, { title: "TEAM" });
      assert.deepEqual(
        teams.items.map(({ id, members: count }) => [id, count]),
        [[team.id, 1]],
      );
      assert.equal((await api.orgs.removeTeamFromOrganizationById(organizationId, team.id)).status, 204);
      await assert.rejects(api.orgs.getTeamInOrganizationById(organizationId, team.id), isError(404));
      await assert.rejects(api.orgs.createOrganizationTeam(organizationId, { title: "" }), isError(400));
    });

    test("makes, lists, changes, uses and deletes invite links", async () => {
      const { data: invite } = await api.orgs.createOrganizationInvite(organizationId, {
        role: MemberRole.Comment,
      });
      await api.orgs.updateOrganizationInviteById(organizationId, invite.id, { role: MemberRole.Review });
      const { data: read } = await api.orgs.getOrganizationInviteLink(organizationId, invite.id);
      assert.equal("role" in read && read.role, "review");
      const { data: space } = await api.orgs.createSpace(organizationId, { title: "By link" });
      await api.orgs.createOrganizationInvite(organizationId, { level: MemberRole.Edit, space: space.id });
      assert.equal((await api.orgs.listOrganizationInviteLinks(organizationId)).data.count, 1);
      await runLectern(database.environment, "user", "create", "--email", "joiner@example.com");
      const { stdout } = await runLectern(
        database.environment,
        "token",
        "create",
        "--email",
        "joiner@example.com",
      );
      const joiner = clientOf(stdout.trim());
      await joiner.orgs.joinOrganizationWithInvite(organizationId, invite.id);
      assert.equal((await joiner.orgs.listOrganizationsForAuthenticatedUser()).data.count, 1);
      assert.equal((await api.orgs.deleteOrganizationInviteById(organizationId, invite.id)).status, 205);
    });

    test("makes, changes, moves and deletes spaces and collections", async () => {
      const { data: outer } = await api.orgs.createCollection(organizationId, { title: "Outer" });
      const { data: inner } = await api.orgs.createCollection(organizationId, {
        title: "In",
        parent: outer.id,
      });
      const { data: changed } = await api.collections.updateCollectionById(inner.id, {
        title: "Inner",
        description: "Of the outer one",
        defaultLevel: MemberRole.Comment,
      });
      assert.deepEqual((await api.collections.getCollectionById(inner.id)).data, changed);
      const { data: top } = await api.orgs.listCollectionsInOrganizationById(organizationId, {
        nested: false,
      });
      assert.deepEqual(
        top.items.map(({ id }) => id),
        [outer.id],
      );
      const { data: space } = await api.orgs.createSpace(organizationId, {
        title: "S",
        emoji: "📚",
        parent: inner.id,
      });
      assert.deepEqual((await api.spaces.getSpaceById(space.id)).data, space);
      const { data: copy } = await api.spaces.duplicateSpace(space.id);
      await api.spaces.moveSpace(copy.id, { position: { before: { type: "space", space: space.id } } });
      const { data: inside } = await api.collections.listSpacesInCollectionById(inner.id);
      assert.deepEqual(
        inside.items.map(({ id }) => id),
        [copy.id, space.id],
      );
      await api.collections.moveCollection(inner.id, { parent: null });
      await api.spaces.updateSpaceById(space.id, {
        title: "Renamed",
        emoji: "📙",
        editMode: SpaceEditMode.Locked,
      });
      assert.equal((await api.spaces.deleteSpaceById(space.id)).status, 205);
      assert.equal((await api.orgs.listSpacesInOrganizationById(organizationId)).data.count, 2);
      assert.equal((await api.spaces.restoreSpace(space.id)).data.title, "Renamed");
      assert.equal((await api.collections.deleteCollectionById(outer.id)).status, 205);

      const response = await fetch(`${server.url}/v1/orgs`, {
        method: "POST",
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({ title: "Elsewhere" }),
      });
      const { id: elsewhere } = (await response.json()) as { id: string };
      const transfer = { organization: elsewhere };
      assert.equal((await api.spaces.transferSpace(copy.id, transfer)).data.organization, elsewhere);
      assert.equal(
        (await api.collections.transferCollection(inner.id, transfer)).data.organization,
        elsewhere,
      );
      await assert.rejects(api.collections.getCollectionById(outer.id), isError(404));
    });

    test("gives and takes permissions on spaces and collections", async () => {
      const person = await personWithToken("permitted@example.com");
      const { data: team } = await api.orgs.createOrganizationTeam(organizationId, { title: "Permitted" });
      const { data: space } = await api.orgs.createSpace(organizationId, {});
      const { data: collection } = await api.orgs.createCollection(organizationId, {});
      const invited = { role: MemberRole.Review, users: [person.id], teams: [team.id] };
      const role = { role: MemberRole.Edit };
      await api.spaces.inviteToSpace(space.id, invited);
      await api.spaces.updateUserPermissionInSpace(space.id, person.id, role);
      await api.spaces.updateTeamPermissionInSpace(space.id, team.id, role);
      assert.equal((await api.spaces.listUserPermissionsInSpace(space.id)).data.items[0]?.permission, "edit");
      assert.equal((await api.spaces.listTeamPermissionsInSpace(space.id)).data.items[0]?.permission, "edit");
      const { data: everybody } = await api.spaces.listPermissionsAggregateInSpace(space.id, {
        role: MemberRole.Edit,
      });
      assert.deepEqual(
        everybody.items.map(({ user }) => user.id),
        [person.id],
      );
      assert.equal((await api.spaces.removeUserFromSpace(space.id, person.id)).status, 205);
      assert.equal((await api.spaces.removeTeamFromSpace(space.id, team.id)).status, 205);
      await api.collections.inviteToCollection(collection.id, invited);
      await api.collections.updateUserPermissionInCollection(collection.id, person.id, role);
      await api.collections.updateTeamPermissionInCollection(collection.id, team.id, role);
      assert.equal((await api.collections.listUserPermissionsInCollection(collection.id)).data.count, 1);
      assert.equal((await api.collections.listTeamPermissionsInCollection(collection.id)).data.count, 1);
      assert.ok(
        (await api.collections.listPermissionsAggregateInCollection(collection.id)).data.count ?? 0 > 1,
      );
      await api.collections.removeUserFromCollection(collection.id, person.id);
      await api.collections.removeTeamFromCollection(collection.id, team.id);
      const { data: own } = await person.api.orgs.listSpacesForOrganizationMember(organizationId, person.id);
      assert.ok(own.items.some((item) => item.space.id === space.id && item.permission === "read"));
    });

    test("reads content of every kind, now and at any revision", async () => {
      const { data: space } = await api.orgs.createSpace(organizationId, { title: "Content" });
      const target = { kind: "url", url: "https://example.com" };
      const response = await fetch(`${server.url}/v1/spaces/${space.id}/content`, {
        method: "POST",
        headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
        body: JSON.stringify({
          changes: [
            {
              operation: "insert_page",
              title: "Page",
              ref: "page",
              emoji: "📚",
              document: { markdown: "# Hi\n" },
            },
            { operation: "insert_page", title: "Child", into: "page", cover: { ref: target, yPos: 1 } },
            { operation: "insert_page", type: "group", title: "Group", ref: "group" },
            { operation: "insert_page", type: "link", title: "Link", into: "group", target },
            {
              operation: "insert_files",
              files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
            },
            { operation: "insert_reusable_content", title: "Snippet", document: { markdown: "text" } },
            { operation: "set_variables", variables: { name: "value" } },
          ],
        }),
      });
      assert.equal(response.status, 200, await response.clone().text());
      const { data: now } = await api.spaces.getCurrentRevision(space.id);
      const { data: same } = await api.spaces.getRevisionById(space.id, now.id);
      assert.deepEqual(same, now);
      const [page, file, snippet] = [now.pages[0], now.files[0], now.reusableContents[0]];
      assert.ok(page && file && snippet);
      const [before] = now.parents;
      assert.deepEqual((await api.spaces.getRevisionById(space.id, before ?? "")).data.pages, []);
      assert.deepEqual((await api.spaces.listPages(space.id)).data.pages, now.pages);
      assert.deepEqual((await api.spaces.listPagesInRevisionById(space.id, now.id)).data.pages, now.pages);
      const { data: byId } = await api.spaces.getPageById(space.id, page.id, { format: "markdown" });
      assert.equal("markdown" in byId && byId.markdown, "# Hi\n");
      assert.deepEqual((await api.spaces.getPageInRevisionById(space.id, now.id, page.id)).data, byId);
      assert.deepEqual((await api.spaces.getPageByPath(space.id, "page")).data, byId);
      assert.deepEqual((await api.spaces.getPageInRevisionByPath(space.id, now.id, "page")).data, byId);
      const { data: child } = await api.spaces.getPageByPath(space.id, encodeURIComponent("page/child"));
      assert.equal(child.title, "Child");
      assert.deepEqual((await api.spaces.listFiles(space.id)).data.items, [file]);
      assert.deepEqual((await api.spaces.listFilesInRevisionById(space.id, now.id)).data.items, [file]);
      assert.deepEqual((await api.spaces.getFileById(space.id, file.id)).data, file);
      assert.deepEqual((await api.spaces.getFileInRevisionById(space.id, now.id, file.id)).data, file);
      assert.equal(await (await fetch(file.downloadURL)).text(), "a");
      assert.equal((await api.spaces.getReusableContentById(space.id, snippet.id)).data.title, "Snippet");
      const { data: old } = await api.spaces.getReusableContentInRevisionById(space.id, now.id, snippet.id);
      assert.equal(old.title, "Snippet");
      const { data: told } = await api.spaces.getRevisionSemanticChanges(space.id, now.id, { limit: 100 });
      assert.equal(told.changes.length, 7);
    });

    test("is understood when it authors content as newer clients do", async () => {
      const { data: space } = await api.orgs.createSpace(organizationId, { title: "Authored" });
      const author = async (...changes: ChangeRequestContentChange[]) => {
        const response = await fetch(`${server.url}/v1/spaces/${space.id}/content`, {
          method: "POST",
          headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
          body: JSON.stringify({ changes }),
        });
        assert.equal(response.status, 200, await response.clone().text());
        return (await response.json()) as Pick<ChangeRequestContentUpdate, "changes" | "insertedFiles">;
      };
      const { changes, insertedFiles } = await author(
        {
          operation: "insert_page",
          title: "One",
          document: { markdown: "![x](./pic) [two](./two.md)" },
          slug: "one",
        },
        {
          operation: "insert_page",
          title: "Two",
          document: {},
          ref: "two",
          at: 0,
          emoji: "📚",
          hidden: true,
        },
        {
          operation: "insert_files",
          files: [{ ref: "pic", name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
        },
      );
      const [one, two] = changes.map((change) =>
        change.object === "deleted_page" ? change.page : change.page.id,
      );
      assert.ok(one && two && insertedFiles?.[0]);
      const { data: page } = await api.spaces.getPageById(space.id, one);
      assert.equal(
        "markdown" in page && page.markdown,
        `![x](/files/${insertedFiles[0].id}) [two](./two.md)`,
      );
      await author({ operation: "update_page", page: two, into: one, slug: "second", description: "Below" });
      await author({ operation: "delete_page", page: one });
      await author({ operation: "revert_page", page: one });
      const { data: tree } = await api.spaces.listPages(space.id);
      assert.deepEqual(
        tree.pages.map((top) => ["pages" in top && top.pages.map(({ id }) => id), top.id]),
        [[[two], one]],
      );
    });

    test("is told by the right error what went wrong", async () => {
      await assert.rejects(clientOf("lct_unknown").user.getAuthenticatedUser(), isError(401));
      await assert.rejects(
        api.orgs.listMembersInOrganizationById(organizationId, { limit: 1001 }),
        isError(400),
      );
    });

    test("has called every implemented operation that is published", () => {
      for (const { id, method, path } of implemented.values()) {
        const published = findPublished(method, `/v1${path.replace(/[:*]\w+/g, "x")}`);
        if (published !== undefined) assert.ok(exercised.has(id), `${id} was called`);
      }
    });
  });
}

function isError(code: number) {
  return (error: unknown): boolean => error instanceof GitBookAPIError && error.code === code;
}
