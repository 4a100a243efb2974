import { runNextJob } from "../../src/server/jobs/work.ts";
import type { Person, TestApp } from "../support/app.ts";
import { uniqueName } from "../support/app.ts";
import { manifest } from "../support/integrations.ts";
import { specText } from "../support/openapi.ts";

/** Stands in what an organization says of itself. Nobody from outside may ever read it. */
export const ofOrganization = "quokka";
/** Stands in all that is in an organization. To guests, too, it is not there. */
export const ofContent = "wombat";

/** The ids of one thing of every kind, by the names that paths have for them, and of some more. */
export type Things = Readonly<Record<string, string>>;

export interface Owner {
  readonly app: TestApp;
  readonly organizationId: string;
  readonly admin: Person;
}

/** Speaks for the admin of an organization. */
export function asAdmin({ app, admin }: Owner) {
  return (operation: string, body?: object) => app.ok(admin, operation, body && { body });
}

/** Makes one of everything in an organization. */
export async function makeThings(owner: Owner): Promise<Things> {
  const content = await makeContent(owner);
  const talk = await makeTalk(owner, content);
  const people = await makePeople(owner, content);
  const rest = { ...(await makeSite(owner, content)), ...(await makeSpecs(owner, content)) };
  const installed = await makeInstallation(owner, { ...content, ...rest });
  while (await runNextJob(owner.app.context));
  return { organizationId: owner.organizationId, ...content, ...talk, ...people, ...rest, ...installed };
}

async function makeContent(owner: Owner) {
  const admin = asAdmin(owner);
  const make = (kind: "spaces" | "collections", fields: object = {}) =>
    admin(`POST /orgs/${owner.organizationId}/${kind}`, { title: `A ${ofContent}`, ...fields });
  const { id: homeId } = await make("collections");
  const parent = homeId;
  const { id: collectionId } = await make("collections", { parent });
  const { id: spaceId } = await make("spaces", { parent });
  const { id: besideId } = await make("spaces", { parent });
  const { id: lockedId } = await make("spaces", { parent, editMode: "locked" });
  const { id: deletedId } = await make("spaces", { parent });
  const specSlug = uniqueName();
  const text = `A ${ofContent}.\n\n{% openapi-operation spec="${specSlug}" path="/a" method="get" %}\n`;
  const title = `A ${ofContent} ${uniqueName()}`;
  await admin(`POST /spaces/${spaceId}/content`, {
    changes: [
      { operation: "insert_page", title, document: { markdown: text } },
      { operation: "insert_files", files: [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }] },
      { operation: "insert_reusable_content", title: `A ${ofContent}`, document: { markdown: "s" } },
    ],
  });
  const now = await admin(`GET /spaces/${spaceId}/content`);
  const [page, file, reusable] = [now.pages[0], now.files[0], now.reusableContents[0]];
  return {
    ...{ homeId, collectionId, spaceId, besideId, lockedId, deletedId, specSlug, revisionId: now.id },
    ...{ pageId: page.id, pagePath: page.path, documentId: page.documentId },
    ...{ fileId: file.id, reusableContentId: reusable.id },
  };
}

async function makeTalk(owner: Owner, { spaceId }: { spaceId: string }) {
  const admin = asAdmin(owner);
  const space = `/spaces/${spaceId}`;
  const body = { body: { markdown: `A ${ofContent}.` } };
  const open = async (status: string) => {
    const { id } = await admin(`POST ${space}/change-requests`, { subject: `A ${ofContent}` });
    if (status !== "draft") await admin(`PATCH ${space}/change-requests/${id}`, { status });
    return id as string;
  };
  const [changeRequestId, draftId, mergedId] = [await open("open"), await open("draft"), await open("open")];
  await admin(`POST ${space}/change-requests/${mergedId}/content`, {
    changes: [{ operation: "insert_page", title: `A merged ${ofContent}` }],
  });
  await admin(`POST ${space}/change-requests/${mergedId}/merge`);
  const request = `${space}/change-requests/${changeRequestId}`;
  const { id: reviewId } = await admin(`POST ${request}/reviews`, { status: "approved" });
  const { id: saidInSpace } = await admin(`POST ${space}/comments`, body);
  const { id: repliedInSpace } = await admin(`POST ${space}/comments/${saidInSpace}/replies`, body);
  const { id: saidInRequest } = await admin(`POST ${request}/comments`, body);
  const { id: repliedInRequest } = await admin(`POST ${request}/comments/${saidInRequest}/replies`, body);
  const { revision: revisionId } = await admin(`GET ${space}`);
  return {
    ...{ changeRequestId, draftId, mergedId, reviewId, revisionId },
    ...{ saidInSpace, repliedInSpace, saidInRequest, repliedInRequest },
  };
}

async function makePeople(owner: Owner, given: { spaceId: string; collectionId: string }) {
  const { app, organizationId } = owner;
  const admin = asAdmin(owner);
  const organization = `/orgs/${organizationId}`;
  const { id: userId } = await app.member("read", organizationId, owner.admin);
  const { id: teamId } = await admin(`PUT ${organization}/teams`, { title: `A ${ofContent}` });
  const { id: inviteId } = await admin(`POST ${organization}/link-invites`, { role: "read" });
  const { spaceId: space, collectionId: collection } = given;
  const level = "read";
  const { id: spaceInviteId } = await admin(`POST ${organization}/link-invites`, { space, level });
  const { id: collectionInviteId } = await admin(`POST ${organization}/link-invites`, { collection, level });
  const { id: samlProviderId } = await admin(`POST ${organization}/saml`, { label: `A ${ofContent}` });
  for (const path of [`/spaces/${space}`, `/collections/${collection}`])
    await admin(`POST ${path}/permissions`, { role: "read", users: [userId], teams: [teamId] });
  await admin(`PUT ${organization}/teams/${teamId}/members/${userId}`, {});
  return { userId, teamId, inviteId, spaceInviteId, collectionInviteId, samlProviderId };
}

async function makeSite(owner: Owner, { spaceId, besideId }: { spaceId: string; besideId: string }) {
  const admin = asAdmin(owner);
  const sites = `/orgs/${owner.organizationId}/sites`;
  const title = `A ${ofContent}`;
  const { id: siteId } = await admin(`POST ${sites}`, { title, spaces: [spaceId], visibility: "share-link" });
  const site = `${sites}/${siteId}`;
  const { id: siteSectionId } = await admin(`POST ${site}/sections`, { spaceId: besideId });
  const [siteSpace] = (await admin(`GET ${site}/site-spaces`)).items;
  const sections = [siteSectionId];
  const { id: siteSectionGroupId } = await admin(`POST ${site}/section-groups`, { title, sections });
  const destination = { kind: "site-section", siteSectionId };
  const { id: siteRedirectId } = await admin(`POST ${site}/redirects`, { source: "/old", destination });
  await admin(`PUT ${site}/adaptive-schema`, { jsonSchema: adaptiveSchema });
  await admin(`POST ${site}/publish`);
  const link = await admin(`POST ${site}/share-links`, { name: title });
  const published: string = link.urls.published;
  return {
    ...{ siteId, siteSectionId, siteSectionGroupId, siteRedirectId, siteSpaceId: siteSpace.id },
    ...{ shareLinkId: link.id, published, shareKey: published.split("/").at(-1) ?? "" },
  };
}

export const adaptiveSchema = { type: "object", properties: {}, additionalProperties: false };

/** One that the page shows, and one that is shown nowhere. */
async function makeSpecs(owner: Owner, { specSlug }: { specSlug: string }) {
  const admin = asAdmin(owner);
  const unseenSlug = uniqueName();
  const path = `/orgs/${owner.organizationId}/openapi`;
  const text = `openapi: 3.1.0\ninfo: { title: ${ofContent}, version: '1' }\npaths: { /a: { get: {} } }\n`;
  await admin(`POST ${path}`, { slug: specSlug, source: { text } });
  await admin(`POST ${path}`, { slug: unseenSlug, source: { text: specText(ofContent) } });
  while (await runNextJob(owner.app.context));
  const latest = async (slug: string) => (await admin(`GET ${path}/${slug}/versions/latest`)).id as string;
  const { id: translationSettingsId } = await admin(`POST /orgs/${owner.organizationId}/translations`, {
    title: `A ${ofContent}`,
  });
  const versions = { versionId: await latest(specSlug), unseenVersion: await latest(unseenSlug) };
  return { unseenSlug, translationSettingsId, ...versions };
}

async function makeInstallation(owner: Owner, { spaceId, siteId }: Things) {
  const admin = asAdmin(owner);
  const { organizationId: organization } = owner;
  const names = { integrationName: uniqueName(), privateName: uniqueName() };
  await admin(
    `POST /integrations/${names.integrationName}`,
    manifest(organization, { visibility: "public" }),
  );
  const fields = { visibility: "private", title: `A ${ofContent}` };
  await admin(`POST /integrations/${names.privateName}`, manifest(organization, fields));
  const installations = `/integrations/${names.integrationName}/installations`;
  const { id: installationId } = await admin(`POST ${installations}`, { organization });
  await admin(`POST ${installations}/${installationId}/spaces`, { space: spaceId });
  await admin(`POST ${installations}/${installationId}/sites`, { siteId });
  const subdomain = uniqueName();
  await admin(`PATCH /orgs/${organization}`, { title: `A ${ofOrganization}`, hostname: subdomain });
  return { ...names, installationId, subdomain };
}
