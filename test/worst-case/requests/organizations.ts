import { largeBodyLimit } from "../../../src/api/http/operation.ts";
import { setPassword } from "../../../src/identity/passwords/password-login.ts";
import { hashPassword } from "../../../src/identity/passwords/passwords.ts";
import { idOf } from "../../fuzz/values.ts";
import { type Person, type TestApp, uniqueName } from "../../support/app.ts";
import { pixel, publish } from "../../support/integrations.ts";
import { keys } from "../../support/saml/certificates.ts";
import type { LargeWorld } from "../large-world.ts";
import { oddWords, repeat } from "../texts.ts";
import type { RequestParts, RequestsByOperation } from "./parts.ts";

export function integrationRequests({ scale, world: { app } }: LargeWorld): RequestsByOperation {
  const block = (i: number) => ({
    id: `block-${i}`,
    title: "A block",
    description: repeat("漢", 50),
    urlUnfurl: [`https://a.example/${i}`],
  });
  const newIntegration = async () => ({ integrationName: (await publish(app)).name });
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [`property-${i}`, { type: "string", title: "漢", default: "a" }]),
  );
  return {
    publishIntegration: [
      {
        input: "script",
        body: {
          title: "Large",
          description: repeat("漢", 100),
          summary: repeat(oddWords, 2048),
          organization: idOf("organizationId"),
          script: repeat("// 漢\n", (largeBodyLimit / 3) * scale.share),
          previewImages: [pixel, pixel, pixel],
          blocks: Array.from({ length: 300 }, (_, i) => block(i)),
          configurations: { account: { properties } },
          secrets: Object.fromEntries(
            Array.from({ length: 20 }, (_, i) => [`secret-${i}`, repeat("s", 60_000)]),
          ),
        },
      },
    ],
    installIntegration: [
      { input: "organization", prepare: newIntegration, body: { organization: idOf("organizationId") } },
    ],
    updateIntegrationInstallation: [{ input: "configuration", body: configuration() }],
    installIntegrationOnSpace: [{ input: "space", body: { space: idOf("spaceId.0") } }],
    updateIntegrationSpaceInstallation: [{ input: "configuration", body: configuration() }],
    installIntegrationOnSite: [{ input: "site", body: { siteId: idOf("otherSiteId") } }],
    updateIntegrationSiteInstallation: [{ input: "configuration", body: configuration() }],
  };
}

function configuration(): object {
  return {
    configuration: { room: repeat("漢", 20_000) },
    externalIds: Array.from({ length: 5 }, (_, i) => `${i}${repeat("漢", 500)}`),
  };
}

export function peopleRequests({ world: { app }, count }: LargeWorld): RequestsByOperation {
  const emails = () => Array.from({ length: 1000 }, (_, i) => `invited-${i}-${uniqueName()}@example.com`);
  const users = Array.from({ length: Math.min(1000, count("userId")) }, (_, i) => idOf(`userId.${i}`));
  const teams = Array.from({ length: Math.min(1000, count("teamId")) }, (_, i) => idOf(`teamId.${i}`));
  const domains = Array.from({ length: 1000 }, (_, i) => `${`d${i}`.padEnd(60, "x")}.example.org`);
  const provider = {
    label: repeat("漢", 30),
    entityID: repeat("a", 1024),
    ssoURL: `https://a.example/${repeat("a", 2000)}`,
    certificate: keys.provider.certificate,
  };
  const joining: RequestParts = { input: "a stranger", prepareCaller: () => app.stranger() };
  return {
    updateUserPassword: [
      {
        input: "longest passwords",
        prepareCaller: () => personWithPassword(app, repeat("a", 256)),
        body: { password: repeat("b", 256), currentPassword: repeat("a", 256) },
      },
    ],
    createUserToken: [
      { input: "name", body: { name: repeat("漢", 100), organization: idOf("organizationId") } },
    ],
    createOrganizationSAMLProvider: [{ input: "certificate", body: provider }],
    updateOrganizationSAMLProvider: [{ input: "certificate", body: provider }],
    updateUserById: [{ input: "name", body: { displayName: repeat("漢", 64) } }],
    updateOrganizationById: [
      {
        input: "email domains",
        body: { title: repeat("漢", 255), emailDomains: ["example.com", ...domains.slice(1)] },
      },
    ],
    createOrganization: [{ input: "title", body: { title: repeat("漢", 255) } }],
    inviteUsersToOrganization: [{ input: "1000 addresses", body: { emails: emails(), role: "read" } }],
    createOrganizationInvite: [{ input: "role", body: { role: "read" } }],
    createMemberInvitationLink: [{ input: "a new member", prepare: () => newMember(app) }],
    updateOrganizationInviteById: [{ input: "role", body: { role: "edit" } }],
    joinOrganization: [joining],
    joinOrganizationWithInvite: [joining],
    createOrganizationTeam: [{ input: "all members", body: { title: repeat("漢", 64), members: users } }],
    updateMembersInOrganizationTeam: [
      {
        input: "all members",
        body: { add: users, memberships: Object.fromEntries(users.map((user) => [user, { role: "owner" }])) },
      },
    ],
    inviteToSpace: [{ input: "all members and teams", body: { role: "read", users, teams } }],
    inviteToCollection: [{ input: "all members and teams", body: { role: "read", users, teams } }],
    requestReviewersForChangeRequest: [{ input: "all members", body: { users, subject: repeat("漢", 100) } }],
    submitChangeRequestReview: [
      { input: "comment", body: { status: "approved", comment: { markdown: repeat("漢 *a* ", 60_000) } } },
    ],
  };
}

/** A member who has never signed in. */
async function newMember(app: TestApp): Promise<{ userId: string }> {
  const body = { emails: [`${uniqueName()}@example.com`], role: "read" };
  const { users } = await app.ok(app.admin, `POST /orgs/${app.organizationId}/invites`, { body });
  return { userId: users[0] };
}

async function personWithPassword(app: TestApp, password: string): Promise<Person> {
  const person = await app.stranger();
  const { database, clock } = app.context;
  const hash = await hashPassword(password);
  await database.write((trx) => setPassword(trx, person.id, hash, clock.now()));
  return person;
}

export function libraryRequests(large: LargeWorld): RequestsByOperation {
  const { world, tree } = large;
  const copy = async () => {
    const { id } = await world.app.ok(world.app.admin, `POST /spaces/${tree.spaceId}/duplicate`);
    return { spaceId: id as string };
  };
  const collection = async () => {
    const { id } = await world.app.collection();
    for (let i = 0; i < Math.min(100, large.scale.items); i++) await world.app.space({ parent: id });
    return { collectionId: id };
  };
  const organization = idOf("otherOrganizationId");
  return {
    createCollection: [{ input: "title", body: { title: repeat("漢", 50), parent: idOf("collectionId") } }],
    createSpace: [{ input: "title", body: { title: repeat("漢", 50), parent: idOf("collectionId") } }],
    updateSpaceById: [{ input: "title", body: { title: repeat("漢", 50), emoji: "1f600" } }],
    updateCollectionById: [
      { input: "title", body: { title: repeat("漢", 50), description: repeat("漢", 100) } },
    ],
    duplicateSpace: [{ input: "most pages", ids: tree }],
    transferSpace: [{ input: "most pages", prepare: copy, body: { organization } }],
    deleteSpaceById: [{ input: "most pages", prepare: copy }],
    moveSpace: [{ input: "most pages", prepare: copy, body: { parent: idOf("collectionId") } }],
    transferCollection: [{ input: "many spaces", prepare: collection, body: { organization } }],
    deleteCollectionById: [{ input: "many spaces", prepare: collection }],
    moveCollection: [
      { input: "many spaces", prepare: collection, body: { parent: idOf("otherCollectionId") } },
    ],
  };
}
