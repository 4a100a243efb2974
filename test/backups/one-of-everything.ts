import type { TestApp } from "../support/app.ts";
import { install, pixel, publish } from "../support/integrations.ts";
import { specsOf, specText } from "../support/openapi.ts";
import { keys } from "../support/saml/certificates.ts";

/** Makes at least one of all that can be read, with some of it deleted, merged or resolved. */
export async function makeOneOfEverything(app: TestApp): Promise<void> {
  await makePeople(app);
  const space = await makeContent(app);
  await discuss(app, space);
  const site = await makeSite(app, space);
  await makeRest(app, space, site);
  // What is found, and what specs say, is worked out behind the requests.
  await specsOf({ app }).process();
}

async function makePeople(app: TestApp): Promise<void> {
  const home = `/orgs/${app.organizationId}`;
  const ada = await app.member("edit");
  await app.team("Writers", [ada, await app.member("comment")]);
  await app.ok(app.admin, `POST ${home}/link-invites`, { body: { role: "read" } });
  await app.ok(app.admin, `PATCH ${home}`, {
    body: { hostname: "lectern-docs", emailDomains: ["example.com"] },
  });
  const { certificate } = keys.provider;
  const provider = {
    label: "Okta",
    entityID: "https://idp.example.com",
    ssoURL: "https://idp.example.com/sso",
    certificate,
  };
  await app.ok(app.admin, `POST ${home}/saml`, { body: provider });
}

interface Made {
  readonly id: string;
  readonly path: string;
}

async function makeContent(app: TestApp): Promise<Made> {
  const shelf = await app.collection({ title: "Shelf" });
  const space = await app.space({ title: "Handbook", parent: shelf.id });
  const gone = await app.space({ title: "In the trash" });
  await app.ok(app.admin, `DELETE ${gone.path}`);
  const reader = await app.member("read");
  const team = await app.team("Readers", [reader]);
  for (const { path } of [space, shelf]) await app.give(path, "edit", { users: [reader], teams: [team] });
  const { changes } = await app.change(
    space.path,
    {
      operation: "insert_page",
      title: "Install",
      document: { markdown: "# Install\n\nRun `npm start`, écoute.\n" },
    },
    { operation: "insert_reusable_content", title: "Note", document: { markdown: "Mind the *gap*." } },
    { operation: "set_variables", variables: { version: "1.2" } },
    {
      operation: "insert_files",
      files: [
        { name: "pixel.png", contentType: "image/png", base64: pixel },
        {
          name: "large.txt",
          contentType: "text/plain",
          base64: Buffer.from("large ".repeat(50_000)).toString("base64"),
        },
      ],
    },
  );
  const [{ page: install }] = changes;
  const { files } = await app.ok(app.admin, `GET ${space.path}/content`);
  const image = files.find(({ name }: { name: string }) => name === "pixel.png").id;
  const markdown = `See [it](/pages/${install.id}), ![](/files/${image}) and [nothing](nowhere.md).\n\n日本語の文書\n`;
  await app.page(space.path, "Guide", { document: { markdown }, parent: install.id });
  const draft = await app.page(space.path, "Deleted later");
  await app.change(space.path, { operation: "delete_page", page: draft });
  return space;
}

async function discuss(app: TestApp, space: Made): Promise<void> {
  const comment = async (path: string) => {
    const { id } = await app.comment(path, { body: { markdown: "**Why?**" } });
    const there = `${path}/comments/${id}`;
    await app.ok(app.admin, `POST ${there}/replies`, { body: { body: { markdown: "Because." } } });
    await app.ok(app.admin, `PUT ${there}`, { body: { addedReactions: ["🎉"] } });
    return there;
  };
  const resolved = await comment(space.path);
  await app.ok(app.admin, `PUT ${resolved}`, { body: { resolved: true } });
  await comment(space.path);

  const reviewer = await app.member("review");
  const [open, merged] = [
    await app.changeRequest(space, { subject: "Open" }),
    await app.changeRequest(space),
  ];
  await comment(open.path);
  for (const { path } of [open, merged])
    await app.change(path, {
      operation: "insert_page",
      title: "New here",
      document: { markdown: "Fresh *text*." },
    });
  await app.ok(app.admin, `POST ${open.path}/requested-reviewers`, { body: { users: [reviewer.id] } });
  const review = { status: "changes-requested", comment: { markdown: "Not yet." } };
  await app.ok(reviewer, `POST ${open.path}/reviews`, { body: review });
  await app.ok(app.admin, `POST ${merged.path}/merge`);
}

async function makeSite(app: TestApp, space: Made): Promise<Made> {
  const home = `/orgs/${app.organizationId}/sites`;
  const { id } = await app.ok(app.admin, `POST ${home}`, {
    body: { type: "ultimate", title: "Docs", spaces: [space.id] },
  });
  const path = `${home}/${id}`;
  const other = await app.space({ title: "Other" });
  const section = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId: other.id } });
  await app.ok(app.admin, `POST ${path}/section-groups`, {
    body: { title: "Group", sections: [section.id] },
  });
  await app.ok(app.admin, `POST ${path}/share-links`, { body: { name: "For the press" } });
  const destination = { kind: "site-section", siteSectionId: section.id };
  await app.ok(app.admin, `POST ${path}/redirects`, { body: { source: "/old", destination } });
  const jsonSchema = {
    type: "object",
    properties: { plan: { type: "string", enum: ["free"] } },
    additionalProperties: false,
  };
  await app.ok(app.admin, `PUT ${path}/adaptive-schema`, { body: { jsonSchema } });
  await app.ok(app.admin, `POST ${path}/publish`);
  return { id, path };
}

async function makeRest(app: TestApp, space: Made, site: Made): Promise<void> {
  const home = `/orgs/${app.organizationId}`;
  await specsOf({ app }).put("pets", { text: specText("Pets") });
  const translation = { title: "Manual", languages: ["fr", "pt-br"] };
  await app.ok(app.admin, `POST ${home}/translations`, { body: translation });
  const integration = await publish(app, { icon: pixel, secrets: { key: "hidden" } }, { name: "chat" });
  const installation = await install(app, integration);
  await app.ok(app.admin, `POST ${installation.path}/spaces`, { body: { space: space.id } });
  await app.ok(app.admin, `POST ${installation.path}/sites`, { body: { siteId: site.id } });
}
