import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Reply } from "../../../test/support/app.ts";
import { addOrigin } from "../../storage/repositories/space-origins.ts";

describeOnEachDatabase("links that leave a space", (suite) => {
  const list = (path: string, person: Person = suite.app.admin): Promise<Reply["body"]> =>
    suite.app.ok(person, `GET ${path}/links`);
  const markdown = (text: string) => ({ document: { markdown: text } });
  const statuses = async (path: string, person?: Person): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await list(path, person)).items.map(({ targetReference, status }: Reply["body"]) => [
        targetReference.url,
        status,
      ]),
    );

  /** Creates a space with links to all kinds of objects in another space, and to its collection. */
  async function createLinks() {
    const { app } = suite;
    const collection = await app.collection({ title: "Hidden collection" });
    const other = await app.space({ title: "Hidden space", parent: collection.id });
    const page = await app.page(other.path, "Hidden page", markdown("# Hidden head"));
    const { insertedFiles } = await app.change(other.path, {
      operation: "insert_files",
      files: [{ name: "hidden.png", contentType: "image/png", base64: "YQ==" }],
    });
    const { insertedReusableContents } = await app.change(other.path, {
      operation: "insert_reusable_content",
      title: "Hidden snippet",
      ...markdown("text"),
    });
    const inside = [
      other.path,
      `${other.path}/pages/${page}`,
      `${other.path}/pages/${page}#hidden-head`,
      `${other.path}/files/${insertedFiles[0].id}`,
      `${other.path}/reusable-contents/${insertedReusableContents[0]}`,
    ];
    const targets = [...inside, `/collections/${collection.id}`];
    const space = await app.space({ title: "Here" });
    await app.page(space.path, "A", markdown(targets.map((target) => `[x](${target})`).join(" ")));
    return { app, collection, other, page, inside, targets, space };
  }

  test("are broken while the other space is deleted, and ok when it is restored", async () => {
    const { app, other, page, inside, space } = await createLinks();
    const broken = async () => (await list(space.path)).stats.broken.total;
    assert.equal(await broken(), 0);
    await app.change(other.path, { operation: "update_page", page, ...markdown("# Another head") });
    assert.equal(await broken(), 1);
    await app.change(other.path, { operation: "delete_page", page });
    assert.equal(await broken(), 2);
    await app.change(other.path, { operation: "revert_page", page });
    await app.ok(app.admin, `DELETE ${other.path}`);
    assert.equal(await broken(), inside.length);
    await app.ok(app.admin, `POST ${other.path}/restore`);
    assert.equal(await broken(), 1);
  });

  test("are broken between organizations, and ok if both spaces are transferred", async () => {
    const { app, other, inside, space } = await createLinks();
    const copy = await app.ok(app.admin, `POST ${space.path}/duplicate`);
    const there = await app.organization();
    await app.ok(app.admin, `POST /orgs/${app.organizationId}/invites`, {
      body: { emails: [there.admin.email], role: "admin" },
    });
    const transfer = (path: string) =>
      app.ok(there.admin, `POST ${path}/transfer`, { body: { organization: there.id } });
    await transfer(other.path);
    const { items, stats } = await list(space.path, there.admin);
    assert.equal(stats.broken.total, inside.length);
    assert.doesNotMatch(JSON.stringify(items), /Hidden (?!collection)/);
    await transfer(space.path);
    const after = await list(space.path, there.admin);
    // The collection was not transferred.
    assert.deepEqual(after.stats, { total: inside.length + 1, broken: { total: 1 } });
    assert.equal((await list(`/spaces/${copy.id}`)).stats.broken.total, inside.length);
  });

  test("lead to pages of other spaces by their addresses in GitBook's application", async () => {
    const { app } = suite;
    const other = await app.space({ title: "Other" });
    const guide = await app.page(other.path, "Guide");
    await app.page(other.path, "Install", { into: guide, ...markdown("## Run it") });
    const space = await app.space();
    const at = (id: string, path: string) => `https://app.gitbook.com/s/${id}${path}`;
    const links = [
      ...["/guide/install", "/guide/install#run-it", "/guide", "", "/gone"].map((path) => at(other.id, path)),
      ...[at("elsewhere", "/guide"), at(space.id, "/a"), at(space.id, "/b")],
      `https://app.gitbook.com/o/any/s/${other.id}/guide/`,
      ...[at("origin", "/guide"), at("origin", ""), at("origin", "/lost"), at("originOfThis", "/a")],
    ];
    await app.context.database.write(async (trx) => {
      await addOrigin(trx, other.id, "origin");
      await addOrigin(trx, space.id, "originOfThis");
    });
    await app.page(space.path, "A", markdown(links.map((url) => `[x](${url})`).join(" ")));
    const targets = async (person?: Person) =>
      (await list(space.path, person)).items
        .map(({ status, targetReference: target }: Reply["body"]) =>
          [status, target.kind, target.page?.path ?? target.url, target.internalLocation?.anchor]
            .join(" ")
            .trim(),
        )
        .sort();
    assert.deepEqual(
      await targets(),
      [
        ...[
          "ok page guide/install",
          "ok page guide/install run-it",
          "ok page guide",
          "ok page guide",
          "ok space",
        ],
        ...[`broken url ${at(other.id, "/gone")}`, `ok url ${at("elsewhere", "/guide")}`],
        ...["ok page a", "broken url /pages/b"],
        ...["ok page guide", "ok space", `broken url ${at("origin", "/lost")}`, "ok page a"],
      ].sort(),
    );
    await app.ok(app.admin, `DELETE ${other.path}`);
    const own = ["broken url /pages/b", "ok page a", "ok page a"];
    const urls = links
      .filter((url) => !url.includes(space.id) && !url.includes("OfThis"))
      .map((url) => `ok url ${url}`);
    assert.deepEqual(await targets(), [...own, ...urls].sort());
  });

  test("show only the URL if the caller may not read the target", async () => {
    const { app, collection, other, targets, space } = await createLinks();
    const guest = await app.member(null);
    await app.give(space.path, "read", { users: [guest] });
    const request = await app.changeRequest(space);
    for (const path of [space.path, request.path]) {
      const seen = await list(path, guest);
      assert.doesNotMatch(JSON.stringify(seen), /hidden(?!-head)/i);
      assert.deepEqual(Object.keys(await statuses(path, guest)).sort(), targets.toSorted());
      // The same as for a missing target.
      assert.equal(seen.stats.broken.total, targets.length);
      assert.equal((await list(path)).stats.broken.total, 0);
    }
    await app.give(other.path, "read", { users: [guest] });
    assert.equal((await list(space.path, guest)).stats.broken.total, 1);
    const seen = JSON.stringify(await list(space.path, guest));
    for (const title of ["space", "page", "snippet"]) assert.match(seen, new RegExp(`Hidden ${title}`));
    assert.doesNotMatch(seen, /Hidden collection/);
    await app.give(collection.path, "read", { users: [guest] });
    assert.match(JSON.stringify(await list(space.path, guest)), /Hidden collection/);
  });

  test("are ok for members, collections and the space itself, and broken for unknown ones", async () => {
    const { app } = suite;
    const { id, path } = await app.space({ title: "Me" });
    const collection = await app.collection();
    const [member, stranger] = [await app.member("read"), await app.stranger()];
    const text = `[a](/users/${member.id}) [b](/users/${stranger.id}) [c](/spaces/${id}) [d](/spaces/none) [e](/collections/${collection.id}) [f](/collections/none)`;
    await app.page(path, "A", markdown(text));
    const { items } = await list(path);
    const kinds = items.map(({ status, targetReference: { kind } }: Reply["body"]) => `${status} ${kind}`);
    assert.deepEqual(kinds.sort(), [
      "broken url",
      "broken url",
      "broken url",
      "ok collection",
      "ok space",
      "ok user",
    ]);
    await app.ok(app.admin, `DELETE /orgs/${app.organizationId}/members/${member.id}`);
    assert.equal((await list(path)).stats.broken.total, 4);
  });

  test("are in-app below the application's URL, and ok for other servers", async () => {
    const { app } = suite;
    const { path } = await app.space();
    const { baseUrl } = app.context.config;
    const inApp = [
      `${baseUrl}/app/x`,
      `${baseUrl}/app?x`,
      `${baseUrl}/v1/orgs`,
      "/app/x",
      `${baseUrl.replace("http:", "")}/app/z`,
    ];
    const external = [
      "https://x.example/app",
      "mailto:a@b.example",
      "tel:1",
      "//x.example",
      "#",
      "?a",
      "data:,x",
      baseUrl,
    ];
    const text = [...inApp, ...external].map((target) => `[x](<${target}>)`).join(" ");
    await app.page(path, "A", markdown(text));
    assert.deepEqual(
      await statuses(path),
      Object.fromEntries([
        ...inApp.map((target) => [target, "in-app"]),
        ...external.map((target) => [target, "ok"]),
      ]),
    );
  });

  test("to a site are ok while it is published", async () => {
    const { app } = suite;
    const organization = `/orgs/${app.organizationId}`;
    const { id } = await app.ok(app.admin, `POST ${organization}/sites`, { body: { title: "Docs" } });
    const { path } = await app.space();
    const base = `${app.context.config.baseUrl}/${app.organizationId}`;
    const targets = [`${base}/${id}`, `${base}/${id}/a/b?c#d`, `/${app.organizationId}/${id}`];
    const missing = [`${base}/none`, `${app.context.config.baseUrl}/none/${id}`];
    const text = [...targets, ...missing].map((target) => `[x](${target})`).join(" ");
    await app.page(path, "A", markdown(text));
    const broken = async () => (await list(path)).stats.broken.total;
    assert.equal(await broken(), 5);
    await app.ok(app.admin, `POST ${organization}/sites/${id}/publish`);
    assert.equal(await broken(), 2);
    await app.ok(app.admin, `POST ${organization}/sites/${id}/unpublish`);
    assert.equal(await broken(), 5);
  });
});
