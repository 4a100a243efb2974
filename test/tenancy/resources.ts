import { runNextJob } from "../../src/server/jobs/work.ts";
import type { Person, TestApp } from "../support/app.ts";
import { uniqueName } from "../support/app.ts";
import { createFont } from "../support/fonts.ts";
import { manifest } from "../support/integrations.ts";
import { specText } from "../support/openapi.ts";
import { openSession } from "../support/sessions.ts";

/** A word in the title of the organization, which outsiders must never see. */
export const organizationMarker = "quokka";
/** A word in all content of the organization, which guests must not see either. */
export const contentMarker = "wombat";

/** The ids of one resource of every kind, by the names of path parameters. */
export type ResourceIds = Readonly<Record<string, string>>;

export interface Owner {
  readonly app: TestApp;
  readonly organizationId: string;
  readonly admin: Person;
}

export function asAdmin({ app, admin }: Owner) {
  return (operation: string, body?: object) => app.ok(admin, operation, body && { body });
}

/** Creates one resource of every kind in an organization. */
export async function createResources(owner: Owner): Promise<ResourceIds> {
  const content = await makeContent(owner);
  const discussion = await makeDiscussion(owner, content);
  const people = await makePeople(owner, content);
  const notification = await makeNotification(owner, { ...content, ...people });
  const siteAndSpecs = { ...(await makeSite(owner, content)), ...(await makeSpecs(owner, content)) };
  const installed = await makeInstallation(owner, { ...content, ...siteAndSpecs });
  const ownHostAndFont = await makeOwnHostAndFont(owner, content);
  const runs = await makeRuns(owner, content);
  while (await runNextJob(owner.app.context));
  return {
    organizationId: owner.organizationId,
    ...content,
    ...discussion,
    ...people,
    ...notification,
    ...siteAndSpecs,
    ...installed,
    ...ownHostAndFont,
    ...runs,
  };
}

/** Creates an import and an export, which are cancelled before they begin. */
async function makeRuns(owner: Owner, { spaceId }: { spaceId: string }) {
  const admin = asAdmin(owner);
  const { id: importRunId } = await admin(`POST /org/${owner.organizationId}/imports`, {
    source: { type: "zip", url: `https://example.com/${contentMarker}.zip` },
    target: { space: spaceId },
  });
  await admin(`POST /org/${owner.organizationId}/imports/${importRunId}/cancel`);
  const { id: exportId } = await admin(`POST /spaces/${spaceId}/exports`, {});
  await admin(`POST /orgs/${owner.organizationId}/exports/${exportId}/cancel`);
  return { importRunId, exportId };
}

async function makeContent(owner: Owner) {
  const admin = asAdmin(owner);
  const make = (kind: "spaces" | "collections", fields: object = {}) =>
    admin(`POST /orgs/${owner.organizationId}/${kind}`, { title: `A ${contentMarker}`, ...fields });
  const { id: parentId } = await make("collections");
  const parent = parentId;
  const { id: collectionId } = await make("collections", { parent });
  const { id: spaceId } = await make("spaces", { parent });
  const { id: otherSpaceId } = await make("spaces", { parent });
  const { id: lockedId } = await make("spaces", { parent, editMode: "locked" });
  const { id: deletedId } = await make("spaces", { parent });
  const specSlug = uniqueName();
  const text = `A ${contentMarker}: [a](/files/a)\n\n{% openapi-operation spec="${specSlug}" path="/a" method="get" %}\n`;
  const title = `A ${contentMarker} ${uniqueName()}`;
  await admin(`POST /spaces/${spaceId}/content`, {
    changes: [
      { operation: "insert_page", title, document: { markdown: text } },
      {
        operation: "insert_files",
        files: [{ ref: "a", name: "a.txt", contentType: "text/plain", base64: "YQ==" }],
      },
      { operation: "insert_reusable_content", title: `A ${contentMarker}`, document: { markdown: "s" } },
    ],
  });
  const content = await admin(`GET /spaces/${spaceId}/content`);
  const { pages, files, reusableContents } = content;
  const [page, file, reusable] = [pages[0], files[0], reusableContents[0]];
  return {
    ...{
      parentId,
      collectionId,
      spaceId,
      otherSpaceId,
      lockedId,
      deletedId,
      specSlug,
      revisionId: content.id,
    },
    ...{ pageId: page.id, pagePath: page.path, documentId: page.documentId },
    ...{ fileId: file.id, reusableContentId: reusable.id, variable: "some-variable" },
  };
}

async function makeDiscussion(owner: Owner, { spaceId }: { spaceId: string }) {
  const admin = asAdmin(owner);
  const space = `/spaces/${spaceId}`;
  const body = { body: { markdown: `A ${contentMarker}.` } };
  const createRequest = async (status: string) => {
    const { id } = await admin(`POST ${space}/change-requests`, { subject: `A ${contentMarker}` });
    if (status !== "draft") await admin(`PATCH ${space}/change-requests/${id}`, { status });
    return id as string;
  };
  const [changeRequestId, draftId, mergedId] = [
    await createRequest("open"),
    await createRequest("draft"),
    await createRequest("open"),
  ];
  await admin(`POST ${space}/change-requests/${mergedId}/content`, {
    changes: [{ operation: "insert_page", title: `A merged ${contentMarker}` }],
  });
  await admin(`POST ${space}/change-requests/${mergedId}/merge`);
  const request = `${space}/change-requests/${changeRequestId}`;
  const { id: reviewId } = await admin(`POST ${request}/reviews`, { status: "approved" });
  const { id: spaceCommentId } = await admin(`POST ${space}/comments`, body);
  const { id: spaceReplyId } = await admin(`POST ${space}/comments/${spaceCommentId}/replies`, body);
  const { id: requestCommentId } = await admin(`POST ${request}/comments`, body);
  const { id: requestReplyId } = await admin(`POST ${request}/comments/${requestCommentId}/replies`, body);
  const { id: pendingCommentId } = await admin(`POST ${request}/pending-comments`, body);
  const { revision: revisionId } = await admin(`GET ${space}`);
  return {
    ...{ changeRequestId, draftId, mergedId, reviewId, revisionId, pendingCommentId },
    ...{ spaceCommentId, spaceReplyId, requestCommentId, requestReplyId },
  };
}

/** A notification of a member who is mentioned in a comment. */
async function makeNotification(owner: Owner, { spaceId, userId }: { spaceId: string; userId: string }) {
  const markdown = `A ${contentMarker} [@Name](/users/${userId} "mention")`;
  await asAdmin(owner)(`POST /spaces/${spaceId}/comments`, { body: { markdown } });
  const { id } = await owner.app.context.database.read
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .select("id")
    .executeTakeFirstOrThrow();
  return { notificationId: id };
}

async function makePeople(owner: Owner, content: { spaceId: string; collectionId: string }) {
  const { app, organizationId } = owner;
  const admin = asAdmin(owner);
  const organization = `/orgs/${organizationId}`;
  const member = await app.member("read", organizationId, owner.admin);
  const { id: userId } = member;
  const { id: tokenId } = await app.ok(member, "POST /user/tokens", {
    body: { name: `A ${contentMarker}`, organization: organizationId },
  });
  const sessionId = await openSession(app, member);
  const { id: teamId } = await admin(`PUT ${organization}/teams`, { title: `A ${contentMarker}` });
  const { id: inviteId } = await admin(`POST ${organization}/link-invites`, { role: "read" });
  const { spaceId: space, collectionId: collection } = content;
  const level = "read";
  const { id: spaceInviteId } = await admin(`POST ${organization}/link-invites`, { space, level });
  const { id: collectionInviteId } = await admin(`POST ${organization}/link-invites`, { collection, level });
  const { id: samlProviderId } = await admin(`POST ${organization}/saml`, { label: `A ${contentMarker}` });
  for (const path of [`/spaces/${space}`, `/collections/${collection}`])
    await admin(`POST ${path}/permissions`, { role: "read", users: [userId], teams: [teamId] });
  await admin(`PUT ${organization}/teams/${teamId}/members/${userId}`, {});
  return { userId, teamId, inviteId, spaceInviteId, collectionInviteId, samlProviderId, tokenId, sessionId };
}

async function makeSite(owner: Owner, { spaceId, otherSpaceId }: { spaceId: string; otherSpaceId: string }) {
  const admin = asAdmin(owner);
  const sites = `/orgs/${owner.organizationId}/sites`;
  const title = `A ${contentMarker}`;
  const { id: siteId } = await admin(`POST ${sites}`, { title, spaces: [spaceId], visibility: "share-link" });
  const site = `${sites}/${siteId}`;
  const { id: siteSectionId } = await admin(`POST ${site}/sections`, { spaceId: otherSpaceId });
  const [siteSpace] = (await admin(`GET ${site}/site-spaces`)).items;
  const sections = [siteSectionId];
  const { id: siteSectionGroupId } = await admin(`POST ${site}/section-groups`, { title, sections });
  const destination = { kind: "site-section", siteSectionId };
  const { id: siteRedirectId } = await admin(`POST ${site}/redirects`, { source: "/old", destination });
  const server = { name: title, url: "https://mcp.example.com/", headers: { authorization: contentMarker } };
  const { id: siteMcpServerId } = await admin(`POST ${site}/mcp-servers`, server);
  await admin(`PUT ${site}/adaptive-schema`, { jsonSchema: adaptiveSchema });
  await admin(`POST ${site}/publish`);
  const link = await admin(`POST ${site}/share-links`, { name: title });
  const published: string = link.urls.published;
  return {
    ...{ siteId, siteSectionId, siteSectionGroupId, siteRedirectId, siteSpaceId: siteSpace.id },
    ...{ siteMcpServerId, shareLinkId: link.id, published, shareKey: published.split("/").at(-1) ?? "" },
  };
}

/** A published site with its own host name, and a font. */
async function makeOwnHostAndFont(owner: Owner, { spaceId }: { spaceId: string }) {
  const { id: fontId } = await createFont(owner, contentMarker);
  return { ...(await createHostname(owner, spaceId)), fontId: fontId as string };
}

/** Creates a published site with its own host name, which no name server knows. */
export async function createHostname(owner: Owner, spaceId: string): Promise<{ hostname: string }> {
  const admin = asAdmin(owner);
  const sites = `/orgs/${owner.organizationId}/sites`;
  const hostname = `docs.${uniqueName()}.invalid`;
  const { id } = await admin(`POST ${sites}`, { title: `A ${contentMarker}`, spaces: [spaceId] });
  await admin(`PATCH ${sites}/${id}`, { hostname });
  await admin(`POST ${sites}/${id}/publish`);
  return { hostname };
}

export const adaptiveSchema = { type: "object", properties: {}, additionalProperties: false };

/** One spec that the page references, and one that is unused. */
async function makeSpecs(owner: Owner, { specSlug, spaceId }: { specSlug: string; spaceId: string }) {
  const admin = asAdmin(owner);
  const unusedSlug = uniqueName();
  const path = `/orgs/${owner.organizationId}/openapi`;
  const text = `openapi: 3.1.0\ninfo: { title: ${contentMarker}, version: '1' }\npaths: { /a: { get: {} } }\n`;
  await admin(`POST ${path}`, { slug: specSlug, source: { text } });
  await admin(`POST ${path}`, { slug: unusedSlug, source: { text: specText(contentMarker) } });
  while (await runNextJob(owner.app.context));
  const latest = async (slug: string) => (await admin(`GET ${path}/${slug}/versions/latest`)).id as string;
  const { id: translationSettingsId } = await admin(`POST /orgs/${owner.organizationId}/translations`, {
    title: `A ${contentMarker}`,
  });
  const versions = { versionId: await latest(specSlug), unusedVersionId: await latest(unusedSlug) };
  // The spec has no operations, so its pages change nothing.
  const { id: pageSetId } = await admin(`POST ${path}/${unusedSlug}/page-sets`, { space: spaceId });
  return { unusedSlug, translationSettingsId, pageSetId, ...versions };
}

async function makeInstallation(owner: Owner, { spaceId, siteId }: ResourceIds) {
  const admin = asAdmin(owner);
  const { organizationId: organization } = owner;
  const names = { integrationName: uniqueName(), privateName: uniqueName() };
  await admin(
    `POST /integrations/${names.integrationName}`,
    manifest(organization, { visibility: "public" }),
  );
  const fields = { visibility: "private", title: `A ${contentMarker}` };
  await admin(`POST /integrations/${names.privateName}`, manifest(organization, fields));
  const installations = `/integrations/${names.integrationName}/installations`;
  const { id: installationId } = await admin(`POST ${installations}`, { organization });
  await admin(`POST ${installations}/${installationId}/spaces`, { space: spaceId });
  await admin(`POST ${installations}/${installationId}/sites`, { siteId });
  const subdomain = uniqueName();
  await admin(`PATCH /orgs/${organization}`, { title: `A ${organizationMarker}`, hostname: subdomain });
  return { ...names, installationId, subdomain };
}
