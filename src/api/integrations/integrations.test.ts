import assert from "node:assert/strict";
import { createDecipheriv, hkdfSync } from "node:crypto";
import { test } from "node:test";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";
import { manifest, pixel, publish } from "../../../test/support/integrations.ts";
import { readWholeBlob } from "../../storage/files/blobs.ts";
import { removeUnusedRepositories } from "../../storage/repositories/remove-unused.ts";

describeOnEachDatabase("integrations", (suite) => {
  test("an integration is published, read, published again and unpublished", async () => {
    const { app } = suite;
    const name = uniqueName();
    const path = `/integrations/${name}`;
    const fields = {
      runtime: "v2",
      icon: pixel,
      title: "Mermaid",
      description: "Diagrams from text",
      summary: "# Diagrams\n\nOf all kinds.",
      previewImages: [pixel, pixel],
      visibility: "unlisted",
      target: "space",
      scopes: ["space:content:read", "openapi:write"],
      categories: ["content", "other"],
      blocks: [
        {
          id: "diagram",
          title: "Diagram",
          description: "A diagram",
          icon: "https://example.com/icon.svg",
          urlUnfurl: ["https://mermaid.live/**"],
          markdown: { codeblock: "mermaid", body: "content" },
        },
      ],
      contentSources: [{ id: "gallery", title: "Gallery", configuration: { componentId: "choose" } }],
      externalLinks: [{ url: "https://mermaid.js.org/", label: "Mermaid" }],
      configurations: {
        account: {
          properties: {
            theme: {
              type: "string",
              title: "Theme",
              description: "The looks",
              default: "dark",
              enum: ["dark", "light"],
              completion_url: "/themes",
            },
            zoom: { type: "number", default: 2 },
            wide: { type: "boolean", default: false },
            login: { type: "button", callback_url: "/login", button_text: "Log in" },
          },
          required: ["theme"],
        },
        site: { componentId: "configure" },
      },
      contentSecurityPolicy: "default-src 'none'; img-src *",
    };
    const published = await app.ok(app.admin, `POST ${path}`, {
      body: manifest(app.organizationId, { ...fields, secrets: { KEY: "hidden" }, unknown: 1 }),
    });
    const { runtime, icon, ...visibleFields } = fields;
    const { owner, urls, previewImages } = published;
    assert.deepEqual(published, {
      ...visibleFields,
      object: "integration",
      name,
      version: 1,
      verified: false,
      previewImages,
      owner: await app.ok(app.admin, `GET /orgs/${app.organizationId}`),
      urls,
      permissions: { admin: true, install: true },
    });
    assert.equal(owner.id, app.organizationId);
    assert.equal(urls.location, app.context.urls.api(path));
    assert.equal(previewImages.length, 2);
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), published);
    for (const url of [urls.icon, ...previewImages]) {
      const image = await app.app.inject({ url: new URL(url).pathname });
      assert.deepEqual([image.statusCode, image.headers["content-type"]], [200, "image/png"]);
      assert.equal(image.rawPayload.toString("base64"), pixel);
    }

    const { icon: iconUrl, ...otherUrls } = urls;
    const secondVersion = await app.ok(app.admin, `POST ${path}`, { body: manifest(app.organizationId) });
    assert.deepEqual(secondVersion, {
      object: "integration",
      name,
      version: 2,
      title: "An integration",
      description: "For tests.",
      previewImages: [],
      target: "all",
      verified: false,
      visibility: "unlisted",
      scopes: [],
      categories: [],
      externalLinks: [],
      owner,
      urls: otherUrls,
      permissions: published.permissions,
    });

    assert.equal((await app.call(app.admin, `DELETE ${path}`)).status, 204);
    for (const method of ["GET", "DELETE"])
      await app.refused(app.admin, `${method} ${path}`, 404, /^Integration not found$/);
    const republished = await app.ok(app.admin, `POST ${path}`, { body: manifest(app.organizationId) });
    assert.equal(republished.version, 3);
    assert.equal(republished.visibility, "private", "the visibility was kept after unpublishing");
    assert.equal((await app.app.inject({ url: new URL(iconUrl).pathname })).statusCode, 404);
  });

  test("an invalid manifest is refused with the name of the field, and nothing changes", async () => {
    const { app } = suite;
    const { path, name } = await publish(app);
    const before = await app.ok(app.admin, `GET ${path}`);
    const text = Buffer.from("no image").toString("base64");
    const heavy = Buffer.concat([Buffer.from(pixel, "base64"), Buffer.alloc(250 * 1024)]).toString("base64");
    const heavier = Buffer.concat([Buffer.from(pixel, "base64"), Buffer.alloc(1024 * 1024)]);
    const block = { id: "a", title: "Block" };
    const property = (fields: object) => ({ configurations: { space: { properties: { key: fields } } } });
    const invalid: [object, RegExp][] = [
      [{ title: undefined }, /^title: is required/],
      [{ title: "T" }, /^title: must be at least 2/],
      [{ title: "T".repeat(31) }, /^title: must be at most 30/],
      [{ description: undefined }, /^description: is required/],
      [{ description: "D".repeat(101) }, /^description: must be at most 100/],
      [{ summary: "S".repeat(2049) }, /^summary: must be at most 2048/],
      [{ script: undefined }, /^script: is required/],
      [{ script: 1 }, /^script: must be string/],
      [{ organization: undefined }, /^organization: is required/],
      [{ runtime: "v3" }, /^runtime: must be one of v1, v2/],
      [{ visibility: "secret" }, /^visibility: must be one of/],
      [{ target: "page" }, /^target: must be one of/],
      [{ scopes: ["everything"] }, /^scopes\[0\]: must be one of/],
      [{ categories: ["fun"] }, /^categories\[0\]: must be one of/],
      [{ previewImages: [pixel, pixel, pixel, pixel] }, /^previewImages: must have at most 3/],
      [{ previewImages: [pixel, text] }, /^previewImages\[1\]: must be a complete PNG/],
      [{ previewImages: [heavier.toString("base64")] }, /^previewImages\[0\]: must be at most 1024 KB/],
      [{ icon: "" }, /^icon: must/],
      [{ icon: "§" }, /^icon: is not valid base64/],
      [{ icon: text }, /^icon: must be a complete PNG/],
      [
        {
          icon: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>").toString(
            "base64",
          ),
        },
        /^icon: must be a complete PNG/,
      ],
      [{ icon: pixel.slice(0, 20) }, /^icon: must be a complete PNG/],
      [{ icon: heavy }, /^icon: must be at most 250 KB/],
      [{ blocks: [{ id: "a" }] }, /^blocks\[0\]\.title: is required/],
      [{ blocks: [{ ...block, title: "B" }] }, /^blocks\[0\]\.title: must be at least 2/],
      [{ blocks: [block, block] }, /^blocks\[1\]\.id: must be unique; "a" is used twice/],
      [{ blocks: [{ ...block, markdown: { codeblock: "a" } }] }, /^blocks\[0\]\.markdown\.body: is required/],
      [{ contentSources: [block] }, /^contentSources\[0\]\.configuration: is required/],
      [{ externalLinks: [{ url: "javascript:alert(1)", label: "A" }] }, /^externalLinks\[0\]\.url: must be/],
      [
        { externalLinks: Array(6).fill({ url: "https://a.b", label: "A" }) },
        /^externalLinks: must have at most 5/,
      ],
      [property({ type: "date" }), /^configurations\.space\.properties\.key: type must be one of string/],
      [
        property({ type: "number", default: "1" }),
        /^configurations\.space\.properties\.key\.default: must be number/,
      ],
      [
        property({ type: "string", default: "c", enum: ["a"] }),
        /^configurations\.space\.properties\.key\.default: must be one of a/,
      ],
      [property({ type: "button" }), /^configurations\.space\.properties\.key\.callback_url: is required/],
      [{ configurations: { site: {} } }, /^configurations\.site: must have either/],
      [
        { configurations: { site: { properties: {}, required: ["a"] } } },
        /^configurations\.site\.required: "a" is not a declared property/,
      ],
      [{ secrets: { KEY: 1 } }, /^secrets\.KEY: must be string/],
      [
        { secrets: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`K${i}`, ""])) },
        /^secrets: must have at most 20 fields/,
      ],
      [{ secrets: { ["K".repeat(1_000_000)]: 1 } }, /^secrets: must be at most 256/],
      [
        { configurations: { space: { properties: { [`a${"😀".repeat(3000)}`]: { type: "date" } } } } },
        /^configurations\.space\.properties\.a(😀)+�?…$/u,
      ],
      [
        { configurations: { site: { properties: {}, required: ["a", "a"] } } },
        /^configurations\.site\.required: must not contain duplicate items/,
      ],
      [{ contentSecurityPolicy: "img-src *\nx: y" }, /^contentSecurityPolicy: must contain only printable/],
      [{ contentSecurityPolicy: { "img-src": 1 } }, /^contentSecurityPolicy\.img-src: must be string/],
      [
        {
          blocks: Array.from({ length: 2000 }, (_, i) => ({
            id: `${i}`,
            title: "Block",
            description: "D".repeat(100),
          })),
        },
        /^body: must have at most/,
      ],
    ];
    for (const [fields, message] of invalid)
      await app.refused(app.admin, `POST ${path}`, 400, message, {
        body: manifest(app.organizationId, { title: "Changed", ...fields }),
      });
    assert.deepEqual(await app.ok(app.admin, `GET ${path}`), before);
    const newName = uniqueName();
    await app.refused(app.admin, `POST /integrations/${newName}`, 400, /^icon/, {
      body: manifest(app.organizationId, { icon: text }),
    });
    // The refused request has not claimed the name.
    const { id, admin } = await app.organization();
    await publish(app, {}, { name: newName, organizationId: id, admin });
    for (const bad of ["a b", "ä", "n".repeat(101), "a%2Fb"])
      for (const method of ["GET", "POST", "DELETE"])
        await app.refused(
          app.admin,
          `${method} /integrations/${encodeURI(bad).replaceAll("%252F", "%2F")}`,
          400,
          /^integrationName: must be letters/,
          {
            ...(method === "POST" && { body: manifest(app.organizationId) }),
          },
        );
    await publish(app, {}, { name: `${name}-_.`.padEnd(100, "Z") });
  });

  test("a name belongs to the organization that published it first", async () => {
    const { app } = suite;
    const { path, name } = await publish(app, { visibility: "public" });
    const other = await app.organization();
    const request = { body: manifest(other.id) };
    const message = /^integrationName: ".*" belongs to another organization$/;
    await app.refused(other.admin, `POST ${path}`, 403, message, request);
    await app.refused(other.admin, `DELETE ${path}`, 403, /role admin/);
    await app.refused(other.admin, `POST ${path}`, 404, /^organization: Organization not found/, {
      body: manifest(app.organizationId),
    });
    for (const role of ["create", "read", null] as const) {
      const member = await app.member(role);
      await app.refused(member, `POST ${path}`, 403, /role admin/, { body: manifest(app.organizationId) });
      await app.refused(member, `DELETE ${path}`, 403, /role admin/);
    }
    assert.equal((await app.ok(app.admin, `GET ${path}`)).version, 1);
    await app.ok(app.admin, `DELETE ${path}`);
    await app.refused(other.admin, `POST ${path}`, 403, message, request);
    await publish(app, {}, { name });
  });

  test("a manifest refers to its organization by id or subdomain", async () => {
    const { app } = suite;
    const { id, admin } = await app.organization();
    const hostname = uniqueName();
    await app.ok(admin, `PATCH /orgs/${id}`, { body: { hostname } });
    const { path } = await publish(app, {}, { organizationId: hostname, admin });
    assert.equal((await app.ok(admin, `GET ${path}`)).owner.id, id);
    await app.refused(
      app.admin,
      `POST /integrations/${uniqueName()}`,
      404,
      /^organization: Organization not/,
      {
        body: manifest(hostname),
      },
    );
  });

  test("the visibility decides who sees an integration", async () => {
    const { app } = suite;
    const owner = await app.organization();
    const publisher = { organizationId: owner.id, admin: owner.admin };
    const reader = await app.member("read", owner.id, owner.admin);
    const guest = await app.member(null, owner.id, owner.admin);
    const outsider = await app.stranger();
    const { name: publicName } = await publish(app, { visibility: "public" }, publisher);
    const { name: privateName } = await publish(app, {}, publisher);
    const { name: unlistedName } = await publish(app, { visibility: "unlisted" }, publisher);
    const listNames = async (person: typeof reader, path = "/integrations") => {
      const { items, count } = await app.ok(person, `GET ${path}`, { query: { owner: owner.id } });
      assert.equal(count, items.length);
      return items.map(({ name }: { name: string }) => name);
    };
    for (const person of [owner.admin, reader]) {
      assert.deepEqual(await listNames(person), [publicName, privateName].sort());
      assert.deepEqual(
        await listNames(person, `/orgs/${owner.id}/integrations`),
        [publicName, privateName, unlistedName].sort(),
      );
      assert.equal((await app.ok(person, `GET /integrations/${privateName}`)).visibility, "private");
    }
    for (const person of [guest, outsider, app.admin]) {
      assert.deepEqual(await listNames(person), [publicName]);
      await app.refused(person, `GET /integrations/${privateName}`, 404, /^Integration not found/);
      await app.refused(person, `DELETE /integrations/${privateName}`, 404, /^Integration not found/);
      for (const name of [publicName, unlistedName]) {
        const { permissions, owner: shownOwner } = await app.ok(person, `GET /integrations/${name}`);
        assert.deepEqual(permissions, { admin: false, install: person === app.admin });
        assert.equal(shownOwner.id, owner.id);
      }
    }
    assert.deepEqual(await listNames(app.admin, `/orgs/${app.organizationId}/integrations`), [publicName]);
    const ownerForOutsider = (await app.ok(outsider, `GET /integrations/${publicName}`)).owner;
    const { emailDomains, defaultRole, permissions } = ownerForOutsider;
    assert.deepEqual([emailDomains, defaultRole, permissions.view], [[], null, false]);
  });

  test("the filters of the list select the matching integrations", async () => {
    const { app } = suite;
    const owner = await app.organization();
    const publisher = { organizationId: owner.id, admin: owner.admin };
    const prefix = uniqueName();
    const block = {
      id: "b",
      title: "Block",
      urlUnfurl: ["https://www.Example.com/**", "https://*.maps.test/x", `https://${"漢".repeat(2000)}/`],
    };
    const [a, b, c] = await Promise.all([
      publish(
        app,
        { title: "Übersicht", categories: ["analytics"], blocks: [block] },
        { ...publisher, name: `${prefix}-a` },
      ),
      publish(
        app,
        {
          target: "site",
          scopes: ["site:ai:ask", "site:ai:ask"],
          contentSources: [{ id: "s", title: "Source", configuration: { componentId: "c" } }],
        },
        { ...publisher, name: `${prefix}-b` },
      ),
      publish(
        app,
        { target: "organization", categories: ["other", "analytics"] },
        { ...publisher, name: `${prefix}-c` },
      ),
    ]);
    const listNames = async (query: Record<string, string | boolean>) => {
      const { items, count } = await app.ok(owner.admin, "GET /integrations", {
        query: { owner: owner.id, ...query },
      });
      assert.equal(count, items.length);
      return items.map(({ name }: { name: string }) => name);
    };
    const cases: [Record<string, string | boolean>, { name: string }[]][] = [
      [{}, [a, b, c]],
      [{ search: prefix }, [a, b, c]],
      [{ search: `${prefix}-B` }, [b]],
      [{ search: "ubersicht" }, [a]],
      [{ search: "%" }, []],
      [{ search: "" }, [a, b, c]],
      [{ category: "analytics" }, [a, c]],
      [{ category: "marketing" }, []],
      [{ scope: "site:ai:ask" }, [b]],
      [{ target: "all" }, [a]],
      [{ target: "site" }, [b]],
      [{ blocks: true }, [a]],
      [{ blocks: false }, [b, c]],
      [{ contentSources: true }, [b]],
      [{ contentSources: false }, [a, c]],
      [{ blockDomain: "example.com" }, [a]],
      [{ blockDomain: "WWW.example.com" }, [a]],
      [{ blockDomain: "a.b.maps.test" }, [a]],
      [{ blockDomain: "xample.com" }, []],
      [{ owner: "unknown" }, []],
      [{ category: "analytics", target: "organization" }, [c]],
    ];
    for (const [query, names] of cases)
      assert.deepEqual(
        await listNames(query),
        names.map(({ name }) => name),
        JSON.stringify(query),
      );
    for (const [query, message] of [
      [{ category: "fun" }, /^category: must be one of/],
      [{ scope: "all" }, /^scope: must be one of/],
      [{ target: "page" }, /^target: must be one of/],
      [{ blocks: "yes" }, /^blocks: must be boolean/],
      [{ contentSources: "1" }, /^contentSources: must be boolean/],
      [{ blockDomain: "a b" }, /^blockDomain: must be letters/],
      [{ blockDomain: "a".repeat(101) }, /^blockDomain: must be at most 100/],
    ] as const)
      await app.refused(app.admin, "GET /integrations", 400, message, { query });
    const pagedNames: string[] = [];
    for (let page: string | undefined; ; ) {
      const { items, next, count } = await app.ok(owner.admin, "GET /integrations", {
        query: { owner: owner.id, limit: 1, ...(page && { page }) },
      });
      assert.equal(count, 3);
      pagedNames.push(...items.map(({ name }: { name: string }) => name));
      page = next?.page;
      if (page === undefined) break;
    }
    assert.deepEqual(pagedNames, [a.name, b.name, c.name]);
  });

  test("each version keeps its script, and secrets are stored encrypted", async () => {
    const { app } = suite;
    const { read } = app.context.database;
    const { name, path } = await publish(app, { script: "first()", secrets: { KEY: "so secret" } });
    const { repository_id, secrets } = await read
      .selectFrom("integrations")
      .where("name", "=", name)
      .select(["repository_id", "secrets"])
      .executeTakeFirstOrThrow();
    assert.ok(secrets && repository_id);
    assert.ok(!Buffer.from(secrets).includes("secret"));
    const decrypted = decrypt(app.context.secrets.integrations, `integration ${name}`, secrets);
    assert.deepEqual(JSON.parse(decrypted), { KEY: "so secret" });
    assert.throws(() => decrypt(app.context.secrets.integrations, "integration other", secrets));
    assert.ok(!JSON.stringify(await app.ok(app.admin, `GET ${path}`)).includes("secret"));
    await publish(app, { script: "second()", runtime: "v2" }, { name });
    const versions = await read
      .selectFrom("integration_versions")
      .where("integration", "=", name)
      .orderBy("version")
      .selectAll()
      .execute();
    const scripts = await Promise.all(
      versions.map(async ({ version, runtime, script }) => [
        version,
        runtime,
        (await readWholeBlob(suite.app.context, repository_id, script)).toString(),
      ]),
    );
    assert.deepEqual(scripts, [
      [1, "v1", "first()"],
      [2, "v2", "second()"],
    ]);
    const after = await read
      .selectFrom("integrations")
      .where("name", "=", name)
      .select("secrets")
      .executeTakeFirst();
    assert.deepEqual(after?.secrets && Buffer.from(after.secrets), Buffer.from(secrets));
    await app.ok(app.admin, `DELETE ${path}`);
    await removeUnusedRepositories(app.context);
    const chunks = await read
      .selectFrom("blob_chunks")
      .where("repository_id", "=", repository_id)
      .select("hash")
      .execute();
    assert.equal(chunks.length, 0);
  });

  test("a signed URL gives access to the images and nothing else", async () => {
    const { app } = suite;
    const { path, name } = await publish(app, { icon: pixel, script: "secret()" });
    const { urls } = await app.ok(app.admin, `GET ${path}`);
    const fetchUrl = (url: string) => app.app.inject({ url: new URL(url).pathname });
    const assetList = await fetchUrl(urls.assets);
    assert.deepEqual(assetList.json(), { assets: [{ url: urls.icon, contentType: "image/png" }] });
    const { script } = await app.context.database.read
      .selectFrom("integration_versions")
      .where("integration", "=", name)
      .select("script")
      .executeTakeFirstOrThrow();
    for (const url of [`${urls.assets}/${script}`, `${urls.assets}x`, urls.icon.replace(name, "other")])
      assert.equal((await fetchUrl(url)).statusCode, 404);
    await publish(app, { icon: pixel, visibility: "public" }, { name });
    const { urls: publicUrls } = await app.ok(app.admin, `GET ${path}`);
    assert.equal((await fetchUrl(publicUrls.icon)).statusCode, 200);
    await publish(app, { icon: pixel, visibility: "private" }, { name });
    for (const url of [publicUrls.icon, publicUrls.assets])
      assert.equal((await fetchUrl(url)).statusCode, 404);
    const { headers } = await fetchUrl(urls.icon);
    assert.equal(headers["x-content-type-options"], "nosniff");
  });

  test("concurrent publications get consecutive versions", async () => {
    const { app } = suite;
    const name = uniqueName();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        app.ok(app.admin, `POST /integrations/${name}`, {
          body: manifest(app.organizationId, { script: `${i}` }),
        }),
      ),
    );
    assert.deepEqual(replies.map(({ version }) => version).sort(), [1, 2, 3, 4, 5, 6]);
  });
});

function decrypt(secret: string, context: string, bytes: Uint8Array): string {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "lectern encryption", 32));
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
}
