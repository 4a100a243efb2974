import type { TestApp } from "../support/app.ts";
import { createFont } from "../support/fonts.ts";
import { install, pixel, publish } from "../support/integrations.ts";
import { specsOf, specText } from "../support/openapi.ts";
import { keys } from "../support/saml/certificates.ts";

interface Created {
  readonly id: string;
  readonly path: string;
}

type AdminCall = (operation: string, body?: object) => ReturnType<TestApp["ok"]>;

/** Creates at least one resource for every read operation, some of them deleted, merged or resolved. */
export async function makeOneOfEverything(app: TestApp): Promise<void> {
  const admin: AdminCall = (operation, body) => app.ok(app.admin, operation, body && { body });
  const organization = `/orgs/${app.organizationId}`;
  await makePeople(app, admin, organization);
  const space = await makeContent(app);
  await discuss(app, admin, space);
  const site = await makeSite(app, admin, `${organization}/sites`, space);
  const run = {
    source: { type: "zip", url: "https://example.com/a.zip" },
    target: { space: (await app.space()).id },
  };
  const { id: importRunId } = await app.ok(app.admin, `POST /org/${app.organizationId}/imports`, {
    body: run,
  });
  await app.ok(app.admin, `POST /org/${app.organizationId}/imports/${importRunId}/cancel`);
  await createFont({ app, organizationId: app.organizationId, admin: app.admin });
  await specsOf({ app }).put("pets", { text: specText("Pets") });
  await admin(`POST ${organization}/translations`, { title: "Manual", languages: ["fr", "pt-br"] });
  const integration = await publish(app, { icon: pixel, secrets: { key: "hidden" } }, { name: "chat" });
  const installation = await install(app, integration);
  await admin(`POST ${installation.path}/spaces`, { space: space.id });
  await admin(`POST ${installation.path}/sites`, { siteId: site });
  // Jobs build the search index and read the specs.
  await specsOf({ app }).process();
  await admin(`POST ${organization}/openapi/pets/page-sets`, { space: space.id });
  await specsOf({ app }).process();
}

async function makePeople(app: TestApp, admin: AdminCall, organization: string): Promise<void> {
  await app.team("Writers", [await app.member("edit"), await app.member("comment")]);
  await admin(`POST ${organization}/link-invites`, { role: "read" });
  await admin(`PATCH ${organization}`, { hostname: "lectern-docs", emailDomains: ["example.com"] });
  const { certificate } = keys.provider;
  const urls = { entityID: "https://idp.example.com", ssoURL: "https://idp.example.com/sso" };
  await admin(`POST ${organization}/saml`, { label: "Okta", ...urls, certificate });
}

async function makeContent(app: TestApp): Promise<Created> {
  const shelf = await app.collection({ title: "Shelf" });
  const space = await app.space({ title: "Handbook", parent: shelf.id });
  const deleted = await app.space({ title: "In the trash" });
  await app.ok(app.admin, `DELETE ${deleted.path}`);
  const reader = await app.member("read");
  const team = await app.team("Readers", [reader]);
  for (const { path } of [space, shelf]) await app.give(path, "edit", { users: [reader], teams: [team] });
  const markdown = "# Install\n\nRun `npm start`, écoute.\n";
  const large = Buffer.from("large ".repeat(50_000)).toString("base64");
  const files = [
    { name: "pixel.png", contentType: "image/png", base64: pixel },
    { name: "large.txt", contentType: "text/plain", base64: large },
  ];
  const { changes } = await app.change(
    space.path,
    { operation: "insert_page", title: "Install", document: { markdown } },
    { operation: "insert_reusable_content", title: "Note", document: { markdown: "Mind the *gap*." } },
    { operation: "set_variables", variables: { version: "1.2" } },
    { operation: "insert_files", files },
  );
  const parent = changes[0].page.id;
  await app.ok(app.admin, `POST ${space.path}/content/page/${parent}/template`);
  const content = await app.ok(app.admin, `GET ${space.path}/content`);
  const image = content.files.find(({ name }: { name: string }) => name === "pixel.png").id;
  const links = `See [it](/pages/${parent}), ![](/files/${image}) and [nothing](nowhere.md).\n\n日本語の文書\n`;
  await app.page(space.path, "Guide", { document: { markdown: links }, parent });
  const draft = await app.page(space.path, "Deleted later");
  await app.change(space.path, { operation: "delete_page", page: draft });
  return space;
}

async function discuss(app: TestApp, admin: AdminCall, space: Created): Promise<void> {
  const comment = async (path: string) => {
    const { id } = await app.comment(path, { body: { markdown: "**Why?**" } });
    await admin(`POST ${path}/comments/${id}/replies`, { body: { markdown: "Because." } });
    await admin(`PUT ${path}/comments/${id}`, { addedReactions: ["🎉"] });
    return `${path}/comments/${id}`;
  };
  await admin(`PUT ${await comment(space.path)}`, { resolved: true });
  await comment(space.path);

  const reviewer = await app.member("review");
  const open = await app.changeRequest(space, { subject: "Open" });
  const merged = await app.changeRequest(space);
  await comment(open.path);
  for (const { path } of [open, merged])
    await app.change(path, {
      operation: "insert_page",
      title: "New here",
      document: { markdown: "Fresh *text*." },
    });
  await admin(`POST ${open.path}/requested-reviewers`, { users: [reviewer.id] });
  const review = { status: "changes-requested", comment: { markdown: "Not yet." } };
  const pending = { body: { markdown: "One more thing." } };
  await app.ok(reviewer, `POST ${open.path}/pending-comments`, { body: pending });
  await app.ok(reviewer, `POST ${open.path}/reviews`, { body: { ...review, pendingComments: true } });
  await app.ok(reviewer, `POST ${open.path}/pending-comments`, { body: pending });
  await admin(`POST ${open.path}/preview-link`);
  await admin(`POST ${merged.path}/merge`);
  const at = new Date(app.context.clock.time() + 86_400_000).toISOString();
  await admin(`PUT ${open.path}/scheduled-merge`, { at });
  await admin(`POST ${merged.path}/revert`);
  await admin(`PUT ${open.path}/subscription`, { state: "following" });
  await admin(`PATCH /orgs/${app.organizationId}/notifications/settings`, {
    kinds: { merged: { list: false } },
  });
}

/** Creates a published site, and returns its id. */
async function makeSite(app: TestApp, admin: AdminCall, sites: string, space: Created): Promise<string> {
  const { id } = await admin(`POST ${sites}`, { type: "ultimate", title: "Docs", spaces: [space.id] });
  const path = `${sites}/${id}`;
  const other = await app.space({ title: "Other" });
  const section = await admin(`POST ${path}/sections`, { spaceId: other.id });
  await admin(`POST ${path}/section-groups`, { title: "Group", sections: [section.id] });
  await admin(`POST ${path}/share-links`, { name: "For the press" });
  const destination = { kind: "site-section", siteSectionId: section.id };
  await admin(`POST ${path}/redirects`, { source: "/old", destination });
  const properties = { plan: { type: "string", enum: ["free"] } };
  const jsonSchema = { type: "object", properties, additionalProperties: false };
  await admin(`PUT ${path}/adaptive-schema`, { jsonSchema });
  await admin(`POST ${path}/mcp-servers`, {
    ...{ name: "Tickets", url: "https://mcp.example.com/", headers: {} },
  });
  await admin(`POST ${path}/publish`);
  return id;
}
