import assert from "node:assert/strict";
import { test } from "node:test";
import { dereference } from "@scalar/openapi-parser";
import { describeOnEachDatabase, type Person, uniqueName } from "../../../test/support/app.ts";
import { specsOf, specText } from "../../../test/support/openapi.ts";

describeOnEachDatabase("OpenAPI specs", (suite) => {
  const { home, put, read, process, site } = specsOf(suite);

  test("a renderer reads the files of a version as a list", async (t) => {
    const slug = uniqueName();
    const schemas = "{ A: { $ref: '../parts/a b.json' }, B: { $ref: '#/components/schemas/A' } }";
    const entry = `${specText("Many")}components: { schemas: ${schemas} }\n`;
    const base = await site(t, {
      "/main/api.yaml": entry,
      "/parts/a%20b.json": '{"properties":{"c":{"$ref":"deep/c.json#/inner"}}}',
      "/parts/deep/c.json": '{"inner":{"type":"string"}}',
    });
    await put(slug, { url: `${base}/main/api.yaml` });
    await process();
    const path = `${home()}/${slug}/versions/latest/content`;
    const { headers, body } = await suite.app.call(suite.app.admin, `GET ${path}`);
    const { filesystem, documents, url, urls } = body;
    assert.deepEqual(urls, { source: url, public: null });
    const [main, part, deep] = filesystem;
    assert.deepEqual(main, {
      ...{ dir: "./", isEntrypoint: true, references: ["parts/a b.json"], filename: "main/api.yaml" },
      specification: {
        ...documents["main/api.yaml"],
        components: { schemas: { A: { $ref: "parts/a b.json" }, B: { $ref: "#/components/schemas/A" } } },
      },
    });
    assert.deepEqual(
      [part.isEntrypoint, part.references, part.filename, part.specification],
      [
        ...[false, ["parts/deep/c.json"], "parts/a b.json"],
        { properties: { c: { $ref: "parts/deep/c.json#/inner" } } },
      ],
    );
    assert.deepEqual(
      [deep.filename, deep.specification],
      ["parts/deep/c.json", { inner: { type: "string" } }],
    );
    assert.equal(documents["main/api.yaml"].components.schemas.A.$ref, "../parts/a b.json");
    const { schema, errors } = dereference(filesystem);
    assert.deepEqual(errors, []);
    assert.deepEqual(Object(schema).components.schemas.B, { properties: { c: { type: "string" } } });
    const head = await suite.app.call(suite.app.admin, `HEAD ${path}`);
    assert.deepEqual([head.status, head.headers["content-length"]], [200, headers["content-length"]]);
    assert.equal(Number(headers["content-length"]), JSON.stringify(body).length);
  });

  test("the files of a spec are served at relative URLs, signed or public", async (t) => {
    const slug = uniqueName();
    const entry = `${specText("Many")}components: { schemas: { A: { $ref: '../parts/a b.json' } } }\n`;
    const base = await site(t, { "/main/api.yaml": entry, "/parts/a%20b.json": '{"type":"string"}' });
    await put(slug, { url: `${base}/main/api.yaml` });
    await process();
    const { app } = suite.app;
    const { url, documents } = await read(slug, "/versions/latest/content");
    assert.deepEqual(Object.keys(documents), ["main/api.yaml", "parts/a b.json"]);
    const fetchFile = async (fileUrl: string) => {
      const { statusCode, body, headers } = await app.inject(fileUrl.slice(new URL(fileUrl).origin.length));
      return { status: statusCode, body, headers };
    };
    const { status, body, headers } = await fetchFile(url);
    assert.deepEqual(
      [status, body, headers["content-type"]],
      [200, entry, "application/yaml; charset=utf-8"],
    );
    assert.equal((await fetchFile(new URL("../parts/a%20b.json", url).href)).body, '{"type":"string"}');
    for (const wrong of [
      url.replace(/\/main\/.*/, "/"),
      `${url}x`,
      url.replace(/(versions\/[^/]+\/).{5}/, "$1-----"),
    ])
      assert.equal((await fetchFile(wrong)).status, 404, wrong);

    const { published } = (await read(slug)).urls;
    assert.equal(published, undefined);
    const patch = (visibility: string) =>
      suite.app.ok(suite.app.admin, `PATCH ${home()}/${slug}`, { body: { visibility } });
    const { urls, visibility } = await patch("public");
    assert.equal(visibility, "public");
    const { location } = (await fetchFile(urls.published)).headers;
    assert.equal((await fetchFile(String(location))).body, entry);
    assert.equal((await fetchFile(new URL("../parts/a%20b.json", String(location)).href)).status, 200);
    assert.equal((await patch("private")).urls.published, undefined);
    for (const hidden of [urls.published, String(location), urls.published.replace(/[^/]+$/, "%00")])
      assert.equal((await fetchFile(hidden)).status, 404);
  });

  test("members can read specs, and the role create is required to change them", async () => {
    const { app } = suite;
    const slug = uniqueName();
    const [reader, editor, creator, guest] = await Promise.all(
      (["read", "review", "create", null] as const).map((role) => app.member(role)),
    );
    assert.ok(reader && editor && creator && guest);
    const source = { text: specText("Mine") };
    for (const person of [reader, editor, guest]) {
      await app.refused(person, `PUT ${home()}/${slug}`, 403, /create/, { body: { source } });
      await app.refused(person, `POST ${home()}`, 403, /create/, { body: { slug, source } });
    }
    assert.deepEqual((await put(slug, source, creator)).permissions, { view: true, edit: true });
    assert.deepEqual((await app.ok(reader, `GET ${home()}/${slug}`)).permissions, {
      view: true,
      edit: false,
    });
    await process();
    await app.ok(reader, `GET ${home()}/${slug}/versions/latest/content`);
    const body = { visibility: "public" };
    await app.refused(editor, `PATCH ${home()}/${slug}`, 403, /create/, { body });
    await app.refused(editor, `DELETE ${home()}/${slug}`, 403, /create/);
    for (const suffix of ["", "/versions", "/versions/latest", "/versions/latest/content"])
      await app.refused(guest, `GET ${home()}/${slug}${suffix}`, 404, /^OpenAPI spec not found$/);
    await app.refused(guest, `GET ${home()}`, 403, /read/);
    const other = await app.organization();
    await app.refused(other.admin, `GET ${home()}/${slug}`, 404, /^Organization not found$/);
    await app.refused(other.admin, `GET /orgs/${other.id}/openapi/${slug}`, 404, /^OpenAPI spec not/);
    assert.equal((await app.call(creator, `DELETE ${home()}/${slug}`)).status, 205);
    assert.equal((await app.call(creator, `DELETE ${home()}/${slug}`)).status, 204);
  });

  test("an invalid spec is refused with the name of the field", async () => {
    const { app } = suite;
    const source = { text: "x" };
    const slug = uniqueName();
    await app.ok(app.admin, `POST ${home()}`, { body: { slug, source } });
    await app.refused(app.admin, `POST ${home()}`, 409, /^slug: an OpenAPI spec .* already exists/, {
      body: { slug, source },
    });
    for (const wrong of ["", "A", "a--b", "-a", "a-", "a_b", "a b", "ä", "a".repeat(101), 7, null])
      await app.refused(app.admin, `POST ${home()}`, 400, /^slug: must/, { body: { slug: wrong, source } });
    for (const wrong of ["A", "a--b", "a".repeat(101), "%20"])
      await app.refused(app.admin, `PUT ${home()}/${wrong}`, 400, /^specSlug: must be lower-case/, {
        body: { source },
      });
    for (const [wrong, message] of [
      [undefined, /^source: is required/],
      [null, /^source: must be object/],
      [{}, /^source: must have either url or text, and not both/],
      [{ url: "https://example.com/a", text: "x" }, /^source: must have either/],
      [{ text: "" }, /^source\.text: must/],
      [{ text: 7 }, /^source\.text: must be string/],
      [{ url: "example.com" }, /^source\.url: must be/],
      [{ url: "ftp://example.com/a" }, /^source\.url: must be an http/],
      [{ url: `https://example.com/${"a".repeat(2048)}` }, /^source\.url: must/],
      [{ url: "https://ann:secret@example.com/a" }, /^source\.url: must not contain a user name/],
    ] as const) {
      const body = { slug: uniqueName(), source: wrong };
      await app.refused(app.admin, `POST ${home()}`, 400, message, { body });
      await app.refused(app.admin, `PUT ${home()}/${slug}`, 400, message, { body });
    }
    for (const visibility of ["open", null, undefined])
      await app.refused(app.admin, `PATCH ${home()}/${slug}`, 400, /^visibility: /, { body: { visibility } });
    await app.refused(
      app.admin,
      `GET ${home()}/${slug}/versions/unknown`,
      404,
      /^OpenAPI spec version not found/,
    );
    await process();
  });

  test("deleting a spec deletes all its files", async () => {
    const { app } = suite;
    const slug = uniqueName();
    const { id } = await put(slug, { text: specText("Files") });
    await process();
    const { database } = app.context;
    const { repository_id } = await database.read
      .selectFrom("openapi_specs")
      .where("id", "=", id)
      .select("repository_id")
      .executeTakeFirstOrThrow();
    const purge = async () => (await import("../spaces/purge-spaces.ts")).purgeSpaces(app.context);
    const countBlobs = async () =>
      (
        await database.read
          .selectFrom("blobs")
          .where("repository_id", "=", repository_id)
          .selectAll()
          .execute()
      ).length;
    await purge();
    assert.equal(await countBlobs(), 2);
    await app.ok(app.admin, `DELETE ${home()}/${slug}`);
    await purge();
    assert.equal(await countBlobs(), 0);
  });

  test("an OpenAPI block on a page links to its spec", async () => {
    const { app } = suite;
    const slug = uniqueName();
    const space = await app.space();
    const block = `{% openapi-operation spec="${slug}" path="/pets" method="get" %}\n{% endopenapi-operation %}\n`;
    await app.page(space.path, "Reference", { document: { markdown: block } });
    const links = async (person: Person) => (await app.ok(person, `GET ${space.path}/links`)).items;
    assert.deepEqual(
      (await links(app.admin)).map(({ status, relation }: Record<string, string>) => [status, relation]),
      [["broken", "dependsOn"]],
    );
    await put(slug, { text: specText("Linked") });
    const [link] = await links(app.admin);
    assert.deepEqual([link.status, link.targetReference.kind], ["ok", "openapi"]);
    assert.equal(link.targetReference.openAPISpec.slug, slug);
    assert.equal(link.targetReference.organization.id, app.organizationId);
    const guest = await app.member(null);
    await app.give(space.path, "read", { users: [guest] });
    const [linkForGuest] = await links(guest);
    assert.deepEqual([linkForGuest.status, linkForGuest.targetReference.kind], ["broken", "url"]);
    await process();
  });

  test("tell what changed in a version since another one", async () => {
    const slug = uniqueName();
    const text = (paths: string) => `${specText("Pets").replace("paths: {}", `paths: ${paths}`)}`;
    for (const paths of [
      "{ /a: { get: {} }, /b: { get: {} } }",
      "{ /a: { get: { parameters: [{ name: q, in: query, required: true }] } } }",
      "{ /a: { get: {} }, /c: { get: { summary: New } } }",
    ]) {
      await put(slug, { text: text(paths) });
      await process();
    }
    const { items } = await read(slug, "/versions");
    const [third, second, first] = items.map(({ id }: { id: string }) => id);
    const last = await read(slug, "/versions/latest/changes");
    assert.deepEqual(last, await read(slug, `/versions/${third}/changes?from=${second}`));
    assert.deepEqual([last.from, last.to], [second, third]);
    assert.deepEqual(last.counts, { added: 1, removed: 0, changed: 1, breaking: 0 });
    const { operations, counts } = await read(slug, `/versions/${third}/changes?from=${first}`);
    assert.deepEqual(counts, { added: 1, removed: 1, changed: 0, breaking: 1 });
    assert.partialDeepStrictEqual(operations, [
      { kind: "removed", method: "get", path: "/b", changes: [{ code: "operation-removed" }] },
      { kind: "added", path: "/c", title: "New", isBreaking: false },
    ]);
    const since = await read(slug, `/versions/${second}/changes`);
    assert.equal(since.operations[0].changes[0].message, "The required query parameter “q” was added.");
    const initial = await read(slug, `/versions/${first}/changes`);
    assert.deepEqual([initial.from, initial.counts.added], [undefined, 2]);
    const path = `${home()}/${slug}/versions/${third}/changes`;
    const unknown = await suite.app.call(suite.app.admin, `GET ${path}?from=unknown`);
    assert.equal(unknown.status, 400);
    assert.match(unknown.body.error.message, /^from: is not the id of a version/);
  });
});
