import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT, UnsecuredJWT } from "jose";
import { describeOnEachDatabase, uniqueName } from "../../../test/support/app.ts";

type Part = { id: string; object: string; urls: { published: string }; siteSpaces?: Part[]; space?: Part };

describeOnEachDatabase("published URLs", (suite) => {
  const base = () => suite.app.context.config.baseUrl;
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });
  /** Any caller may resolve a URL: only the visitor needs access. */
  const resolve = async (url: string, more: object = {}) =>
    suite.app.ok(await suite.app.stranger(), "POST /urls/published", { body: { url, ...more } });
  const notFound = async (url: string, more: object = {}) =>
    suite.app.refused(suite.app.admin, "POST /urls/published", 404, /Published content not found/, {
      body: { url, ...more },
    });

  /** A published site with these spaces, each with the pages "Home" and "Home / Below". */
  async function publish(fields: object = {}, ...titles: string[]) {
    const { app } = suite;
    const spaces: { id: string; path: string; home: string }[] = [];
    for (const title of titles.length > 0 ? titles : ["One"]) {
      const space = await app.space({ title });
      const changes = ["Home", "Below"].map((title, i) => ({
        ...{ operation: "insert_page", title, document: { markdown: title } },
        ...(i === 0 ? { ref: "home" } : { into: "home" }),
      }));
      const { changes: made } = await app.change(space.path, ...changes);
      spaces.push({ ...space, home: made[0].page.id });
    }
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: spaces.map(({ id }) => id), ...fields });
    const path = `${sites}/${id}`;
    const { urls } = await admin(`POST ${path}/publish`);
    return { id: id as string, path, spaces, root: urls.published as string };
  }

  test("drafts are not shown to visitors, and hidden spaces are found at their URLs", async () => {
    const { path, root, spaces } = await publish({}, "One", "Two");
    const [one, two] = spaces;
    /** Without another part at its path, a URL leads to the default space. */
    const leadsToDefault = async (url: string) => assert.equal((await resolve(url)).space, one?.id);
    const [, { id }] = (await admin(`GET ${path}/site-spaces`)).items;
    const urlsOfTwo = async () => (await admin(`GET ${two?.path}`)).urls;
    const draft = await admin(`PATCH ${path}/site-spaces/${id}`, { draft: true });
    assert.deepEqual(
      [draft.draft, draft.hidden, (await urlsOfTwo()).published],
      [true, undefined, undefined],
    );
    await leadsToDefault(`${root}/two/home`);
    const hidden = await admin(`PATCH ${path}/site-spaces/${id}`, { draft: false, hidden: true });
    assert.deepEqual([hidden.draft, hidden.hidden], [false, true]);
    assert.equal((await resolve(`${root}/two/home`)).space, two?.id);
    const { id: spaceId } = await suite.app.space({ title: "Three" });
    const section = await admin(`POST ${path}/sections`, { spaceId });
    const group = await admin(`POST ${path}/section-groups`, { title: "Outer", draft: true });
    const inner = { title: "Inner", sections: [section.id], parent: group.id };
    await admin(`POST ${path}/section-groups`, inner);
    await leadsToDefault(`${root}/three`);
    assert.equal((await admin(`GET /spaces/${spaceId}`)).urls.published, undefined);
    await admin(`PATCH ${path}/section-groups/${group.id}`, { draft: false });
    assert.equal((await resolve(`${root}/three`)).space, spaceId);
    assert.equal((await admin(`GET /spaces/${spaceId}`)).urls.published, `${root}/three`);
    assert.equal((await admin(`PATCH ${path}/sections/${section.id}`, { draft: true })).draft, true);
    await leadsToDefault(`${root}/three`);
  });

  test("a URL resolves by names and ids, on the site's own host and at its proxy", async () => {
    const { app } = suite;
    const { id, path, spaces } = await publish();
    const name = `h${uniqueName()}`;
    await admin(`PATCH ${path}`, { basename: "docs" });
    await admin(`PATCH /orgs/${app.organizationId}`, { hostname: name });
    const assertResolves = async (url: string, siteBasePath: string, canonical: string) => {
      const { apiToken, revision, ...found } = await resolve(`${url}/home/below?x=1#y`);
      const [{ id: siteSpace }] = (await admin(`GET ${path}/site-spaces`)).items;
      assert.deepEqual(found, {
        ...{ organization: app.organizationId, site: id, siteSpace, space: spaces[0]?.id },
        page: (await admin(`GET ${spaces[0]?.path}/content/path/home/below`)).id,
        ...{ pathname: "home/below", basePath: siteBasePath, siteBasePath, complete: true },
        canonicalUrl: `${canonical}/home/below`,
      });
      assert.equal(revision, (await admin(`GET ${spaces[0]?.path}`)).revision);
      assert.match(apiToken, /^eyJ/);
      const { apiToken: _, ...atRoot } = await app.ok(app.admin, "GET /urls/published", { query: { url } });
      const { pathname, page, ...common } = { ...found, revision, canonicalUrl: atRoot.canonicalUrl };
      assert.deepEqual(atRoot, { ...common, pathname: "", page: spaces[0]?.home });
    };
    for (const organization of [name, app.organizationId])
      for (const site of ["docs", id])
        await assertResolves(
          `${base()}/${organization}/${site}`,
          `/${organization}/${site}/`,
          `${base()}/${name}/docs`,
        );
    await admin(`PATCH ${path}`, { hostname: `${name}.example.com` });
    const host = `http://${name}.example.com`;
    await assertResolves(`http://${name.toUpperCase()}.example.com`, "/", host);
    await assertResolves(`${base()}/${name}/docs`, `/${name}/docs/`, host);
    await admin(`PATCH ${path}`, { proxy: `${name}.com/a/b` });
    await assertResolves(`https://${name}.com/a/b`, "/a/b/", `https://${name}.com/a/b`);
    for (const url of [`https://${name}.com/a`, `https://${name}.com`, `https://x.${name}.com/a/b`, base()])
      await notFound(url);
    await notFound(`${base()}/${name}/unknown`);
    await notFound(`${base()}/unknown/docs`);
    const other = await app.organization();
    await notFound(`${base()}/${other.id}/${id}`);
    await notFound(`${base()}/${name}`);
    await admin(`PATCH /orgs/${app.organizationId}`, { defaultContent: { type: "site", site: id } });
    const toDefaultSite = { target: "content", redirect: `https://${name}.com/a/b` };
    for (const organization of [name, app.organizationId])
      assert.deepEqual(await resolve(`${base()}/${organization}`), toDefaultSite);
    await admin(`PATCH ${path}`, { agentsContext: "excluded" });
    await notFound(`${base()}/${name}/docs`, { visitor: { type: "agent" } });
    await resolve(`${base()}/${name}/docs`, { visitor: { type: "human" } });
    await admin(`POST ${path}/unpublish`);
    for (const url of [`${base()}/${name}/docs`, `${base()}/${name}`, host, toDefaultSite.redirect])
      await notFound(url);
    for (const url of ["docs", "ftp://example.com", "javascript:alert(1)", `${base()}/%`, `${base()}/%00/x`])
      await app.refused(app.admin, "POST /urls/published", 400, /^url/, { body: { url } });
  });

  test("a resolution is incomplete if the path of a section or variant could follow", async () => {
    const { path, root, spaces } = await publish({}, "One", "Two");
    const [first, second] = (await admin(`GET ${path}/site-spaces`)).items;
    const locate = async (suffix: string) => {
      const { complete, siteSpace, siteSection, basePath, pathname } = await resolve(root + suffix);
      const { pathname: above } = new URL(root);
      return [complete, siteSpace, siteSection, basePath.replace(`${above}/`, ""), pathname];
    };
    assert.deepEqual(await locate(""), [false, first.id, undefined, "", ""]);
    assert.deepEqual(await locate("/two"), [true, second.id, undefined, "two/", ""]);
    assert.deepEqual(await locate("/two/home"), [true, second.id, undefined, "two/", "home"]);
    assert.deepEqual(await locate("/home/below/"), [true, first.id, undefined, "", "home/below"]);
    const section = await admin(`POST ${path}/sections`, { spaceId: spaces[0]?.id, title: "API" });
    const [initial] = (await admin(`GET ${path}/sections`)).items;
    const [variant] = section.siteSpaces;
    assert.deepEqual(await locate(""), [false, first.id, initial.id, "", ""]);
    assert.deepEqual(await locate("/api"), [true, variant.id, section.id, "api/", ""]);
    const body = { spaceId: spaces[1]?.id, sectionId: section.id };
    const third = await admin(`POST ${path}/site-spaces`, body);
    assert.deepEqual(await locate("/api"), [false, variant.id, section.id, "api/", ""]);
    assert.deepEqual(await locate("/api/two"), [true, third.id, section.id, "api/two/", ""]);
    assert.deepEqual(await locate("/api/two/home/below"), [
      true,
      third.id,
      section.id,
      "api/two/",
      "home/below",
    ]);
    assert.deepEqual(await locate("/two"), [true, second.id, initial.id, "two/", ""]);
    assert.deepEqual(await locate("/nothing/here"), [true, first.id, initial.id, "", "nothing/here"]);
    assert.equal((await resolve(`${root}/nothing/here`)).page, undefined);
    assert.equal(
      (await resolve(`${root}/one/home`)).redirect,
      `${root}/home`,
      "the path of a default is kept",
    );
  });

  test("every published URL in the API resolves to its object", async () => {
    const { app } = suite;
    const { id, path, spaces } = await publish({}, "A", "B", "C");
    const section = await admin(`POST ${path}/sections`, { spaceId: spaces[1]?.id, title: "Über uns" });
    await admin(`POST ${path}/site-spaces`, { spaceId: spaces[2]?.id, sectionId: section.id });
    await admin(`POST ${path}/section-groups`, { title: "G", sections: [section.id] });
    const privateKey = (await admin(`GET ${path}/publishing/auth`)).privateKey;
    const jwtToken = await new SignJWT().setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(privateKey));
    await admin(`POST ${path}/share-links`, { name: "Link" });
    const host = uniqueName();
    for (const change of [
      ...[{}, { defaultSiteSection: section.id }, { basename: `b${host}` }, { visibility: "unlisted" }],
      ...[{ hostname: `${host}.example.com` }, { visibility: "share-link" }, { visibility: "visitor-auth" }],
      ...[{ proxy: `${host}.com/docs` }, { visibility: "share-link" }, { hostname: null, proxy: null }],
    ]) {
      await admin(`PATCH ${path}`, change);
      const { structure } = await admin(`GET ${path}/structure`);
      const sections: Part[] = structure.flatMap((item: { sections?: Part[] }) => item.sections ?? [item]);
      assert.equal(sections.length, 2);
      for (const part of sections.flatMap((section) => [section, ...(section.siteSpaces ?? [])])) {
        const found = await resolve(part.urls.published, { visitor: { jwtToken } });
        const [siteSpace] = part.siteSpaces ?? [part];
        assert.deepEqual(
          [found.site, found.siteSpace, found.space, found.canonicalUrl],
          [id, siteSpace?.id, siteSpace?.space?.id, part.urls.published],
        );
        const { space } = await app.ok(app.admin, "GET /urls/content", {
          query: { url: part.urls.published },
        });
        assert.equal(space.id, found.space);
      }
      for (const { path } of spaces) {
        const { id, urls } = await admin(`GET ${path}`);
        assert.equal((await resolve(urls.published, { visitor: { jwtToken } })).space, id);
      }
      const { urls } = await admin(`GET ${path}`);
      assert.equal((await resolve(urls.published, { visitor: { jwtToken } })).site, id);
    }
  });

  test("a URL with a share key grants access to a shared site", async () => {
    const { path, root } = await publish({}, "One", "Two");
    await admin(`PATCH ${path}`, { visibility: "share-link" });
    const other = await publish({ visibility: "share-link" });
    const link = await admin(`POST ${path}/share-links`, { name: "Link" });
    const foreign = await admin(`POST ${other.path}/share-links`, { name: "Link" });
    const [key, wrong] = [link, foreign].map(({ urls }) => urls.published.split("/").at(-1));
    const found = await resolve(`${link.urls.published}/two/home`);
    const { pathname } = new URL(root);
    assert.deepEqual(
      [found.shareKey, found.siteBasePath, found.basePath, found.pathname, found.canonicalUrl],
      [key, `${pathname}/${key}/`, `${pathname}/${key}/two/`, "home", `${root}/${key}/two/home`],
    );
    for (const suffix of ["", "/home", `/${wrong}`, `/${key}x/home`, `/home/${key}`, `/${link.id}`])
      await notFound(root + suffix);
    await admin(`PATCH ${path}/share-links/${link.id}`, { active: false });
    await notFound(link.urls.published);
  });

  test("visitor-auth requires a token signed with the site's key", async () => {
    const { app } = suite;
    const { path, root, spaces } = await publish({ visibility: "visitor-auth" });
    const other = await publish({ visibility: "visitor-auth" });
    const keyOf = async (site: string) => (await admin(`GET ${site}/publishing/auth`)).privateKey;
    const [key, wrong] = [await keyOf(path), await keyOf(other.path)];
    const sign = (secret: string, expires = "5m", alg = "HS256") =>
      new SignJWT({ name: "V" })
        .setProtectedHeader({ alg })
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode(secret));
    const jwtToken = await sign(key);
    assert.equal((await resolve(root, { visitor: { jwtToken } })).page, spaces[0]?.home);
    assert.equal((await resolve(`${root}/home?jwt_token=${jwtToken}`)).pathname, "home");
    const query = { url: root, visitorAuthToken: jwtToken };
    assert.equal((await app.ok(app.admin, "GET /urls/published", { query })).page, spaces[0]?.home);
    const [, payload, writtenSignature] = jwtToken.split(".");
    const encodeHeader = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
    const { privateKey } = await crypto.subtle.generateKey(
      {
        ...{ name: "RSASSA-PKCS1-v1_5", modulusLength: 2048, hash: "SHA-256" },
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      true,
      ["sign", "verify"],
    );
    const withPayload = (payload: object) =>
      new SignJWT({ ...payload }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(key));
    const signature = "The token signature is invalid.";
    const algorithm = "The token must be signed with HS256.";
    const malformed = "The token is malformed.";
    const { apiToken } = await resolve(`${root}?jwt_token=${jwtToken}`);
    const refused: [token: string, reason: string][] = [
      [await sign(wrong), signature],
      [await sign(`${key} `), signature],
      [apiToken, signature],
      [jwtToken.slice(0, -4), signature],
      [await sign(key, "-1s"), "The token has expired."],
      [await withPayload({ nbf: Date.now() / 1000 + 3600 }), "The token is not valid yet."],
      [await withPayload({ exp: "tomorrow" }), 'The claim "exp" is invalid.'],
      [await sign(key, "5m", "HS512"), algorithm],
      [`${encodeHeader({ alg: "RS256" })}.${payload}.${writtenSignature}`, algorithm],
      [await new SignJWT({}).setProtectedHeader({ alg: "RS256" }).sign(privateKey), algorithm],
      [new UnsecuredJWT({ name: "V" }).encode(), algorithm],
      [`${encodeHeader({ alg: "none" })}.${payload}.`, algorithm],
      ["x", malformed],
      ["a.b.c", malformed],
      [key, malformed],
    ];
    const assertInvalid = async (token: string, reason: string) => {
      const message = `Error while validating the JWT token. Reason: ${reason}`;
      for (const body of [
        { url: root, visitor: { jwtToken: token } },
        { url: `${root}?jwt_token=${encodeURIComponent(token)}` },
      ]) {
        const reply = await app.call(app.admin, "POST /urls/published", { body });
        assert.deepEqual([reply.status, reply.body.error.message], [400, message], token);
      }
    };
    for (const [token, reason] of refused) await assertInvalid(token, reason);
    for (const more of [{}, { redirectOnError: true }, { visitor: { jwtToken: "" } }])
      await notFound(root, more);
    await admin(`PATCH ${path}/publishing/auth`, { fallbackURL: "https://example.com/login?a=b" });
    const login = {
      target: "external",
      site: path.split("/").at(-1),
      redirect: "https://example.com/login?a=b&location=%2Fhome%2Fbelow",
    };
    const page = `${root}/home/below`;
    for (const redirectOnError of [undefined, false, true])
      assert.deepEqual(await resolve(page, { redirectOnError }), login);
    assert.deepEqual(await app.ok(app.admin, "GET /urls/published", { query: { url: page } }), login);
    const expired = { visitor: { jwtToken: await sign(key, "-1s") } };
    assert.deepEqual(await resolve(page, { ...expired, redirectOnError: true }), login);
    await assertInvalid(expired.visitor.jwtToken, "The token has expired.");
    await admin(`PATCH ${path}`, { agentsContext: "excluded" });
    await notFound(page, { visitor: { type: "agent" } });
    await admin(`POST ${path}/publishing/auth/regenerate`);
    await assertInvalid(jwtToken, signature);
    await admin(`PATCH ${path}`, { visibility: "share-link" });
    await notFound(root, { visitor: { jwtToken: "x" } });
    await admin(`PATCH ${path}`, { visibility: "public" });
    assert.equal((await resolve(root, { visitor: { jwtToken: "x" } })).page, spaces[0]?.home);
  });

  test("redirects are live, temporary and have the time of their creation", async () => {
    const { path } = await publish();
    const [{ id: siteSpaceId }] = (await admin(`GET ${path}/site-spaces`)).items;
    const destination = { kind: "site-space", siteSpaceId };
    const before = new Date().toISOString();
    const { id, createdAt, ...redirect } = await admin(`POST ${path}/redirects`, {
      source: "/old",
      destination,
    });
    assert.ok(createdAt >= before, createdAt);
    assert.deepEqual(redirect, {
      ...{ object: "site-redirect", source: "/old", destination },
      ...{ draft: false, captureWildcard: false, permanent: false },
    });
    assert.equal((await admin(`GET ${path}/redirects/${id}`)).createdAt, createdAt);
  });

  test("redirects apply where there is no page", async () => {
    const { app } = suite;
    const { path, root, spaces } = await publish({}, "One", "Two");
    const section = await admin(`POST ${path}/sections`, { spaceId: spaces[1]?.id, title: "API" });
    const [{ id: siteSpaceId }] = section.siteSpaces;
    const createRedirect = (source: string, destination: object) =>
      admin(`POST ${path}/redirects`, { source, destination });
    const pageId = spaces[1]?.home;
    await createRedirect("/old/section", { kind: "site-section", siteSectionId: section.id });
    await createRedirect("/api/gone", { kind: "site-page", siteSpaceId, pageId });
    await createRedirect("/home", { kind: "site-space", siteSpaceId });
    await createRedirect("/caf%c3%a9%21", { kind: "site-space", siteSpaceId });
    for (const [suffix, target] of [
      ["/old/section", "/api"],
      ["/old/section/", "/api"],
      ["/api/gone", "/api/home"],
      ["/café!", "/api"],
    ] as const)
      assert.deepEqual(await resolve(root + suffix), { target: "content", redirect: root + target });
    assert.equal(
      (await resolve(`${root}/home`)).page,
      spaces[0]?.home,
      "the redirect takes precedence over the page",
    );
    assert.equal((await resolve(`${root}/old`)).redirect, undefined);
    await app.change(spaces[0]?.path ?? "", { operation: "delete_page", page: spaces[0]?.home });
    assert.equal((await resolve(`${root}/home`)).redirect, `${root}/api`);
    await app.change(spaces[1]?.path ?? "", { operation: "update_page", page: pageId, slug: "start" });
    assert.equal((await resolve(`${root}/api/gone`)).redirect, `${root}/api/start`);
    const condition = "visitor.claims.isBeta";
    await app.change(spaces[1]?.path ?? "", { operation: "update_page", page: pageId, condition });
    assert.equal(
      (await resolve(`${root}/api/gone`)).redirect,
      undefined,
      "the redirect leads to a hidden page",
    );
    await admin(`PATCH ${path}/sections/${section.id}`, { condition });
    for (const suffix of ["/old/section", "/home"])
      assert.equal((await resolve(root + suffix)).redirect, undefined, "the redirect leads to a hidden part");
  });

  test("members find content by its URLs in the app, the API and sites", async () => {
    const { app } = suite;
    const { root, spaces } = await publish();
    const [{ id, path, home }] = spaces as [(typeof spaces)[0]];
    const request = await app.changeRequest({ path });
    const { path: collectionPath } = await app.collection();
    const find = async (url: string, person = app.admin) =>
      app.ok(person, "GET /urls/content", { query: { url } });
    const reader = await app.member("read");
    const collection = await admin(`GET ${collectionPath}`);
    for (const url of Object.values<string>(collection.urls))
      assert.deepEqual(await find(url), { collection });
    const space = await admin(`GET ${path}`);
    for (const url of Object.values<string>(space.urls)) assert.deepEqual((await find(url)).space, space);
    const changeRequest = await admin(`GET ${request.path}`);
    for (const url of Object.values<string>(changeRequest.urls))
      assert.deepEqual(await find(url), { space: await admin(`GET ${path}`), changeRequest });
    const page = await admin(`GET ${path}/content/page/${home}`);
    for (const url of [page.urls.app, `${base()}/v1${path}/content/page/${home}`, `${root}/home`]) {
      const found = await find(url, reader);
      assert.deepEqual([found.space.id, found.page.id, found.page.title], [id, home, "Home"]);
    }
    for (const url of [page.urls.app, `${root}/home`, space.urls.app, collection.urls.app, `${root}/unknown`])
      await app.refused(await app.stranger(), "GET /urls/content", 404, /not found/, { query: { url } });
    for (const url of [`${root}/unknown`, `${base()}/app`, "https://example.com/x", `${page.urls.app}x`])
      await app.refused(app.admin, "GET /urls/content", 404, /not found/, { query: { url } });
    await app.refused(app.admin, "GET /urls/content", 400, /^url/, { query: { url: "x" } });
  });
});
