import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { enqueue } from "../../src/storage/jobs/index.ts";
import { type Person, type TestApp, uniqueName } from "../support/app.ts";
import { install, publish } from "../support/integrations.ts";
import { specsOf, specText } from "../support/openapi.ts";
import { openSession } from "../support/sessions.ts";
import { namesIn } from "./api.ts";
import type { CallerName } from "./requests.ts";

type Ids = Record<string, string>;
type Maker = (world: World) => Promise<Ids>;

/** Objects of every kind, by the names of path parameters. Deleted objects can be created again. */
export class World {
  readonly app: TestApp;
  readonly #people: Readonly<Record<CallerName, Person | undefined>>;
  #ids: Ids;

  constructor(app: TestApp, people: Record<CallerName, Person | undefined>, ids: Ids) {
    this.app = app;
    this.#people = people;
    this.#ids = ids;
  }

  authorization(caller: CallerName): Record<string, string> {
    if (caller === "forger") return { authorization: "Bearer lct_never-issued" };
    const person = this.#people[caller];
    return person ? { authorization: `Bearer ${person.token}` } : {};
  }

  get(name: string): string {
    return this.#ids[name] ?? "unknown";
  }

  /** Creates the objects of the path's parameters again. */
  async renew(path: string): Promise<void> {
    const names = [...namesIn(path), ...path.split("/")];
    for (const [, parameters, make] of parts)
      if (names.some((name) => parameters.includes(name))) this.setIds(await make(this));
  }

  get ids(): Readonly<Ids> {
    return this.#ids;
  }

  setIds(ids: Ids): void {
    this.#ids = { ...this.#ids, ...ids };
  }

  /** Replaces the placeholders of ids. Comments are those of the change request if the path has one. */
  fill(text: string, path: string): string {
    const prefix = path.includes("{changeRequestId}")
      ? "changeRequest."
      : path.endsWith("/restore")
        ? "deleted."
        : "none.";
    return text.replace(/<<([\w.]+)>>/g, (_, name: string) => {
      if (name.startsWith("other.")) return this.get(`other${name.charAt(6).toUpperCase()}${name.slice(7)}`);
      if (name === "userId" && path === "/v1/users/{userId}") return this.app.admin.id;
      return this.#ids[prefix + name] ?? this.get(name);
    });
  }
}

export async function createWorld(app: TestApp): Promise<World> {
  const [reader, stranger] = [await app.member("read"), await app.stranger()];
  const other = await app.organization();
  await app.ok(other.admin, `POST /orgs/${other.id}/invites`, {
    body: { emails: [app.admin.email], role: "admin" },
  });
  const world = new World(
    app,
    { admin: app.admin, reader, stranger, nobody: undefined, forger: undefined },
    { organizationId: app.organizationId, otherOrganizationId: other.id },
  );
  for (const [, , make] of parts) world.setIds(await make(world));
  return world;
}

const makePeople: Maker = async ({ app }) => {
  const organization = `/orgs/${app.organizationId}`;
  const hostname = uniqueName();
  await app.ok(app.admin, `PATCH ${organization}`, {
    body: { hostname, emailDomains: ["example.com"], inviteLinks: true, sso: false },
  });
  const [user, other] = [await app.member("edit"), await app.member("read")];
  const team = await app.team(uniqueName(), [user]);
  const invite = await app.ok(app.admin, `POST ${organization}/link-invites`, { body: { role: "read" } });
  const saml = await app.ok(app.admin, `POST ${organization}/saml`, { body: { label: "Provider" } });
  const token = await app.ok(app.admin, "POST /user/tokens", {
    body: { name: "Token", organization: app.organizationId },
  });
  return {
    userId: user.id,
    email: user.email,
    otherUserId: other.id,
    teamId: team.id,
    otherTeamId: (await app.team()).id,
    inviteId: invite.id,
    samlProviderId: saml.id,
    tokenId: token.id,
    sessionId: await openSession(app, app.admin),
    jobId: await createLaterJob(app),
    backup: createBackup(app),
    subdomain: hostname,
    emailDomain: "example.com",
  };
};

/** A job that no server runs while the tests use it. */
async function createLaterJob({ context: { database, clock } }: TestApp): Promise<string> {
  const key = uniqueName();
  const runAt = "2999-01-01T00:00:00.000Z";
  await database.write((trx) => enqueue(trx, { kind: "measure-storage", key, runAt }, clock.now()));
  const { id } = await database.read
    .selectFrom("jobs")
    .where("unique_key", "=", key)
    .select("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A file with the name of a backup. */
function createBackup({ context }: TestApp): string {
  const { backupDir } = context.config;
  const name = "2030-01-01T00-00-00.000Z-manual.db";
  mkdirSync(backupDir, { recursive: true });
  writeFileSync(join(backupDir, name), "a backup");
  return name;
}

const file = { name: "a.txt", contentType: "text/plain", base64: "YQ==" };

const makeContent: Maker = async (world) => {
  const { app } = world;
  const collection = await app.collection({ title: "Collection" });
  const [space, other] = [
    await app.space({ title: "Space", parent: collection.id }),
    await app.space({ title: "Other" }),
  ];
  const changed = await app.change(
    space.path,
    {
      operation: "insert_page",
      title: "Page",
      slug: "page",
      document: { markdown: "# Word\n\n[o](other.md)\n" },
    },
    { operation: "insert_page", title: "Other", document: { markdown: "[p](page.md)" } },
    { operation: "insert_files", files: [file] },
    { operation: "insert_reusable_content", title: "Shared", document: { markdown: "Shared words." } },
    { operation: "set_variables", variables: { a: "b" } },
  );
  const users = [{ id: world.get("userId"), email: "", token: "" }];
  for (const { path } of [space, collection]) {
    await app.give(path, "edit", { users, teams: [{ id: world.get("teamId") }] });
  }
  const deleted = await app.space({ title: "Deleted" });
  await app.ok(app.admin, `DELETE ${deleted.path}`);
  const { revision } = await app.ok(app.admin, `GET ${space.path}`);
  const content = await app.ok(app.admin, `GET ${space.path}/content`);
  const pageId = content.pages[0].id;
  const page = await app.ok(app.admin, `GET ${space.path}/content/page/${pageId}`, {
    query: { format: "document" },
  });
  return {
    collectionId: collection.id,
    otherCollectionId: (await app.collection()).id,
    spaceId: space.id,
    otherSpaceId: other.id,
    "deleted.spaceId": deleted.id,
    pageId,
    otherPageId: content.pages[1].id,
    pagePath: "page",
    fileId: changed.insertedFiles[0].id,
    reusableContentId: content.reusableContents[0].id,
    variable: "a",
    revisionId: revision,
    documentId: String(page.documentId ?? pageId),
    ...(await makeDiscussion(world, space.path, pageId)),
  };
};

/** A change request of the space, and comments on both. */
async function makeDiscussion(world: World, path: string, page: string): Promise<Ids> {
  const { app } = world;
  const request = await app.changeRequest({ path }, { subject: "Request" });
  await app.change(request.path, {
    operation: "update_page",
    page,
    document: { markdown: "# Other words\n" },
  });
  await app.ok(app.admin, `PATCH ${request.path}`, { body: { status: "open" } });
  const review = await app.ok(app.admin, `POST ${request.path}/reviews`, { body: { status: "approved" } });
  // Earlier requests may have taken the access of the world's user.
  const reviewer = await app.member("review");
  await app.ok(app.admin, `POST ${request.path}/requested-reviewers`, { body: { users: [reviewer.id] } });
  const discuss = async (target: string) => {
    const { id: commentId } = await app.comment(target, { page });
    const body = { body: { markdown: "Yes." } };
    const reply = await app.ok(app.admin, `POST ${target}/comments/${commentId}/replies`, { body });
    return { commentId, commentReplyId: reply.id };
  };
  const [inSpace, inRequest] = [await discuss(path), await discuss(request.path)];
  const pending = await app.ok(app.admin, `POST ${request.path}/pending-comments`, {
    body: { body: { markdown: "Later." } },
  });
  await app.comment(request.path, {}, await app.member("comment"));
  const { items } = await app.ok(app.admin, `GET /orgs/${app.organizationId}/notifications`);
  const run = await app.ok(app.admin, `POST /org/${app.organizationId}/imports`, {
    body: {
      source: { type: "zip", url: "https://example.com/a.zip" },
      target: { space: path.split("/")[2] },
    },
  });
  await app.ok(app.admin, `POST /org/${app.organizationId}/imports/${run.id}/cancel`);
  const exported = await app.ok(app.admin, `POST ${path}/exports`, { body: {} });
  await app.ok(app.admin, `POST /orgs/${app.organizationId}/exports/${exported.id}/cancel`);
  return {
    ...{ importRunId: run.id, exportId: exported.id },
    notificationId: items[0].id,
    ...inSpace,
    "changeRequest.commentId": inRequest.commentId,
    "changeRequest.commentReplyId": inRequest.commentReplyId,
    changeRequestId: request.id,
    otherChangeRequestId: (await app.changeRequest({ path })).id,
    reviewId: review.id,
    pendingCommentId: pending.id,
  };
}

const makeSite: Maker = async ({ app }) => {
  const [first, second] = [await app.space({ title: "First" }), await app.space({ title: "Second" })];
  const pageId = await app.page(first.path, "Home");
  const sites = `/orgs/${app.organizationId}/sites`;
  const site = await app.ok(app.admin, `POST ${sites}`, {
    body: { title: "Site", type: "ultimate", visibility: "share-link", spaces: [first.id] },
  });
  const path = `${sites}/${site.id}`;
  const add = (kind: string, body: object) => app.ok(app.admin, `POST ${path}/${kind}`, { body });
  const section = await add("sections", { spaceId: second.id, title: "Section" });
  const otherSection = await add("sections", { spaceId: second.id, title: "Another" });
  const group = await add("section-groups", { title: "Group", sections: [otherSection.id] });
  const variant = await add("site-spaces", { spaceId: second.id });
  const { items } = await app.ok(app.admin, `GET ${path}/site-spaces`);
  await add("publish", {});
  const properties = { plan: { type: "string" } };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await app.ok(app.admin, `PUT ${path}/adaptive-schema`, { body: { jsonSchema } });
  const shareLink = await add("share-links", { name: "Link" });
  const destination = { kind: "site-page", siteSpaceId: items[0].id, pageId };
  const redirect = await add("redirects", { source: "/old", destination });
  const published: string = shareLink.urls.published;
  return {
    siteId: site.id,
    otherSiteId: (await app.ok(app.admin, `POST ${sites}`)).id,
    siteSectionId: section.id,
    otherSiteSectionId: otherSection.id,
    siteSectionGroupId: group.id,
    siteSpaceId: items[0].id,
    otherSiteSpaceId: variant.id,
    shareLinkId: shareLink.id,
    shareKey: published.split("/").at(-1) ?? "",
    publishedUrl: published,
    siteRedirectId: redirect.id,
  };
};

const makeSpecs: Maker = async ({ app }) => {
  const specs = specsOf({ app });
  const [slug, other] = [uniqueName(), uniqueName()];
  await specs.put(slug, { text: specText("A") });
  await specs.put(other, { text: specText("B") });
  await specs.process();
  const { id } = await specs.read(slug, "/versions/latest");
  const body = { title: "Translation" };
  const translation = await app.ok(app.admin, `POST /orgs/${app.organizationId}/translations`, { body });
  const space = await app.space();
  const pages = { body: { space: space.id } };
  const set = await app.ok(app.admin, `POST ${specs.home()}/${slug}/page-sets`, pages);
  return {
    ...{ specSlug: slug, otherSpecSlug: other, versionId: id, pageSetId: set.id },
    translationSettingsId: translation.id,
  };
};

const makeIntegrations: Maker = async (world) => {
  const { app } = world;
  const properties = { room: { type: "string" } };
  const configuration = { properties };
  const integration = await publish(app, {
    visibility: "public",
    configurations: { account: configuration, space: configuration, site: configuration },
    blocks: [{ id: "block", title: "Block" }],
  });
  const { id, path } = await install(app, integration);
  await app.ok(app.admin, `POST ${path}/spaces`, { body: { space: world.get("spaceId") } });
  await app.ok(app.admin, `POST ${path}/sites`, { body: { siteId: world.get("siteId") } });
  const other = await publish(app);
  return {
    integrationName: integration.name,
    installationId: id,
    otherIntegrationName: other.name,
    otherInstallationId: (await install(app, other)).id,
  };
};

/** Groups of objects, in the order of their dependencies, with the parameters that they provide. */
const parts: readonly (readonly [title: string, parameters: readonly string[], make: Maker])[] = [
  [
    "people",
    [
      "userId",
      "teamId",
      "inviteId",
      "samlProviderId",
      "tokenId",
      "sessionId",
      "jobId",
      "backup",
      "join",
      "subdomain",
      "emailDomain",
      "notificationId",
    ],
    makePeople,
  ],
  ["content", ["userId", "teamId", "spaceId", "collectionId", "notificationId"], makeContent],
  ["sites", ["siteId"], makeSite],
  ["specs", ["specSlug", "translationSettingsId"], makeSpecs],
  ["integrations", ["integrationName"], makeIntegrations],
];
