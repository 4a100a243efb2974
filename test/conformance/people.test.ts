import assert from "node:assert/strict";
import { test } from "node:test";
import { MemberRole, TeamMemberRole } from "@gitbook/api";
import { describeWithClients, idsOf, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with users and organizations", parts.people, (suite) => {
  test("reads and changes users", async () => {
    const { api } = suite;
    const { data: user } = await api.user.getAuthenticatedUser();
    const { data: same } = await api.users.getUserById(user.id);
    assert.deepEqual(same, user);
    const { data: renamed } = await api.users.updateUserById(user.id, { displayName: "Root" });
    assert.equal(renamed.displayName, "Root");
  });

  test("reads and changes organizations", async () => {
    const { api, organizationId } = suite;
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
    const located = await suite.clients.call(`GET ${organization.urls.location.split("/v1")[1]}`);
    assert.deepEqual(located, organization);
    const { data: subdomain } = await api.subdomains.getSubdomain("conformant");
    assert.deepEqual(subdomain.target, { type: "organization", organization: organizationId });
  });

  test("invites, lists, changes and removes members", async () => {
    const { api, organizationId } = suite;
    const person = await suite.clients.person("member@example.com");
    const { data: list } = await api.orgs.listMembersInOrganizationById(organizationId, {
      search: "MEMBER@",
      sort: "joinedAt",
    });
    assert.deepEqual(idsOf(list), [person.id]);
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

  test("creates, changes and deletes teams", async () => {
    const { api, organizationId } = suite;
    const person = await suite.clients.person("teammate@example.com");
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
    const roles = members.items.map((item) => item.team.role);
    assert.deepEqual(roles, ["owner", "member"]);
    const { data: memberTeams } = await api.orgs.listTeamsForOrganizationMember(organizationId, person.id, {
      title: "docs",
    });
    assert.equal(memberTeams.items[0]?.team.title, "Docs team");
    await api.orgs.deleteMemberFromOrganizationTeamById(organizationId, team.id, person.id);
    const { data: teams } = await api.orgs.listTeamsInOrganizationById(organizationId, { title: "TEAM" });
    const counts = teams.items.map(({ id, members: count }) => [id, count]);
    assert.deepEqual(counts, [[team.id, 1]]);
    assert.equal((await api.orgs.removeTeamFromOrganizationById(organizationId, team.id)).status, 204);
    await assert.rejects(api.orgs.getTeamInOrganizationById(organizationId, team.id), isError(404));
    await assert.rejects(api.orgs.createOrganizationTeam(organizationId, { title: "" }), isError(400));
  });

  test("creates, lists, changes, uses and deletes invite links", async () => {
    const { api, organizationId } = suite;
    const { data: invite } = await api.orgs.createOrganizationInvite(organizationId, {
      role: MemberRole.Comment,
    });
    await api.orgs.updateOrganizationInviteById(organizationId, invite.id, { role: MemberRole.Review });
    const { data: read } = await api.orgs.getOrganizationInviteLink(organizationId, invite.id);
    assert.equal("role" in read && read.role, "review");
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "By link" });
    await api.orgs.createOrganizationInvite(organizationId, { level: MemberRole.Edit, space: space.id });
    assert.equal((await api.orgs.listOrganizationInviteLinks(organizationId)).data.count, 1);
    await suite.clients.lectern("user", "create", "--email", "joiner@example.com");
    const joiner = suite.clients.clientOf(await suite.clients.tokenOf("joiner@example.com"));
    await joiner.orgs.joinOrganizationWithInvite(organizationId, invite.id);
    assert.equal((await joiner.orgs.listOrganizationsForAuthenticatedUser()).data.count, 1);
    assert.equal((await api.orgs.deleteOrganizationInviteById(organizationId, invite.id)).status, 205);
  });

  test("gets errors with the right codes", async () => {
    const { api, organizationId } = suite;
    await assert.rejects(suite.clients.clientOf("lct_unknown").user.getAuthenticatedUser(), isError(401));
    await assert.rejects(
      api.orgs.listMembersInOrganizationById(organizationId, { limit: 1001 }),
      isError(400),
    );
  });
});
