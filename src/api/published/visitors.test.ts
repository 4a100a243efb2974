import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt, SignJWT, UnsecuredJWT } from "jose";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";

let now = Date.UTC(2030, 0, 1);
const clock = { now: () => new Date(now).toISOString(), time: () => now };
const advanceClock = async (time: number) => {
  now += time;
};
const hour = 3_600_000;
/** Equal visitors get the same token for this time. */
const admissionWindow = 300_000;

const adaptive = `Everybody reads this.

{% if visitor.claims.isBeta %}
Only for beta.
{% endif %}

{% if visitor.claims.unsigned.isDev %}
Only for developers.
{% endif %}
`;
const isBeta = "visitor.claims.isBeta";
const isDev = "visitor.claims.unsigned.isDev == true";

function visitorsSuite(suite: Parameters<Parameters<typeof describeOnEachDatabase>[1]>[0]): void {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  /** A published site with conditions on all kinds of parts. */
  async function publish(visibility = "visitor-auth") {
    const { app } = suite;
    const spaces = await Promise.all(["One", "Two", "Three"].map((title) => app.space({ title })));
    const [one, two, three] = spaces as [(typeof spaces)[0], (typeof spaces)[0], (typeof spaces)[0]];
    const page = await app.page(one.path, "Home", { document: { markdown: adaptive } });
    const secret = await app.page(one.path, "Secret page", { condition: isBeta });
    const inside = await app.page(one.path, "Inside page", { into: secret });
    const beta = await app.page(two.path, "Beta page");
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: [one.id, three.id] });
    const path = `${sites}/${id}`;
    const [, variant] = (await admin(`GET ${path}/site-spaces`)).items;
    await admin(`PATCH ${path}/site-spaces/${variant.id}`, { condition: isDev });
    const section = await admin(`POST ${path}/sections`, { spaceId: two.id });
    await admin(`PATCH ${path}/sections/${section.id}`, { condition: isBeta });
    const links = [
      { title: "All", to: null, links: [] },
      { title: "Beta", to: null, links: [], condition: isBeta },
    ];
    await admin(`PUT ${path}/customization`, { header: { links } });
    const { urls } = await admin(`POST ${path}/publish`);
    await admin(`PATCH ${path}`, { visibility });
    const { privateKey } = await admin(`GET ${path}/publishing/auth`);
    const root: string = urls.published;
    return { id: id as string, path, root, privateKey, one, two, three, section, page, secret, inside, beta };
  }
  type Site = Awaited<ReturnType<typeof publish>>;

  const sign = ({ privateKey }: Site, claims: object = {}) =>
    new SignJWT({ exp: (now + 2 * hour) / 1000, ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(privateKey));

  /** A visitor with these claims. */
  async function visit(site: Site, claims?: object, unsigned?: object, url = site.root): Promise<Person> {
    const visitor = { jwtToken: claims && (await sign(site, claims)), unsignedClaims: unsigned };
    const { apiToken } = await admin("POST /urls/published", { url, visitor });
    return { id: "", email: "", token: apiToken };
  }

  test("a visitor does not see the change request that a revision merged", async () => {
    const { app } = suite;
    const site = await publish();
    const request = await admin(`POST ${site.one.path}/change-requests`, { subject: "Internal reasons" });
    const path = `${site.one.path}/change-requests/${request.id}`;
    const changes = [{ operation: "insert_page", title: "Merged" }];
    await admin(`POST ${path}/content`, { changes });
    const { revision } = await admin(`POST ${path}/merge`);
    const visitor = await visit(site, {});
    const content = `GET ${site.one.path}/revisions/${revision}`;
    const { type, mergedFrom } = await app.ok(visitor, content);
    assert.deepEqual([type, mergedFrom], ["edits", undefined]);
    assert.equal((await admin(content)).mergedFrom.subject, "Internal reasons");
  });

  test("a renderer reads everything that a page needs with the visitor's token", async () => {
    const { app } = suite;
    const site = await publish();
    const body = { visitor: { jwtToken: await sign(site) } };
    const outsider = await app.stranger();
    const resolutions = await Promise.all(
      ["", "/home", "/home/nothing", "/nothing"].map((suffix) =>
        app.ok(outsider, "POST /urls/published", { body: { ...body, url: site.root + suffix } }),
      ),
    );
    const [atRoot, found] = resolutions;
    assert.deepEqual([atRoot.complete, found.complete, found.page], [true, true, site.page]);
    const visitor = { id: "", email: "", token: found.apiToken };
    const read = (path: string, query = {}) => app.ok(visitor, `GET ${path}`, { query });
    const { site: publishedSite, structure, customizations, scripts } = await read(`${site.path}/published`);
    assert.deepEqual([publishedSite.id, structure.type, scripts], [site.id, "sections", []]);
    assert.equal(customizations.siteSpaces[found.siteSpace].styling.theme, "clean");
    const space = await read(`/spaces/${found.space}`);
    assert.deepEqual([space.revision, space.visibility], [found.revision, "visitor-auth"]);
    const content = `/spaces/${found.space}/revisions/${found.revision}`;
    const revision = await read(content, { metadata: true });
    assert.deepEqual(
      revision.pages.map(({ id }: { id: string }) => id),
      [site.page],
    );
    const document = await read(`${content}/page/${site.page}/document`, { evaluated: "deterministic-only" });
    assert.match(JSON.stringify(document), /Everybody reads this/);
    const destination = { kind: "site-page", siteSpaceId: found.siteSpace, pageId: site.page };
    await admin(`POST ${site.path}/redirects`, { source: "/nothing", destination });
    const { target } = await read(`${site.path}/redirect`, { source: "/nothing" });
    assert.equal(target, `${site.root}/home`);
    await app.refused(visitor, `GET ${site.path}/redirect?source=/other`, 404, /redirect not found/);
    assert.equal((await read(`${content}/path/home`)).id, site.page);
    await app.refused(visitor, `GET ${content}/path/nothing`, 404, /Page not found/);
    const search = { query: "home", mode: "all" };
    const { items } = await app.ok(visitor, `POST ${site.path}/search`, { body: search });
    assert.deepEqual([items.length, items[0].id, items[0].pages[0].id], [1, site.one.id, site.page]);
    const { kind, iat, exp } = decodeJwt(found.apiToken);
    const admitted = now - (now % admissionWindow);
    assert.deepEqual([kind, iat, exp], ["site", admitted / 1000, (admitted + admissionWindow + hour) / 1000]);
  });

  test("equal visitors get the same token for some minutes, from every process", async () => {
    const { app } = suite;
    const [site, other] = [await publish(), await publish()];
    now += admissionWindow - (now % admissionWindow) + 1000;
    const jwtToken = await sign(site, { a: 1, b: { c: 2, d: 3 } });
    const reordered = await sign(site, { b: { d: 3, c: 2 }, a: 1 });
    const tokenOf = async (visitor: object, suffix = "", root = site.root): Promise<string> =>
      (await admin("POST /urls/published", { url: root + suffix, visitor })).apiToken;
    const unsignedClaims = { isDev: true, plan: "pro" };
    const first = await tokenOf({ jwtToken, unsignedClaims });
    now += admissionWindow - 2000;
    const sibling = { ...app.context, clock: { ...clock } };
    const { resolveSiteUrl } = await import("../../publishing/index.ts");
    const { signVisitorToken } = await import("../../identity/tokens/index.ts");
    const same = [
      await tokenOf({ jwtToken, unsignedClaims }, "/home"),
      await tokenOf({ jwtToken: reordered, unsignedClaims: { plan: "pro", isDev: true } }),
    ];
    for (const token of same) assert.equal(token, first);
    const found = await resolveSiteUrl(sibling, { url: site.root, visitor: { jwtToken, unsignedClaims } });
    assert.ok(!("redirect" in found));
    const { section, siteSpace, space, visit } = found;
    const parts = { siteSection: section?.id ?? "", siteSpace: siteSpace.id, space: space.id };
    assert.equal(await signVisitorToken(sibling.secrets, visit.visitor, parts), first);
    const different = [
      await tokenOf({ jwtToken }),
      await tokenOf({ jwtToken: await sign(site, { a: 2 }), unsignedClaims }),
      await tokenOf({ jwtToken: await sign(other) }, "", other.root),
    ];
    assert.equal(new Set([first, ...different]).size, 4);
    const person = { id: "", email: "", token: first };
    await app.page(site.one.path, "New");
    const { revision } = await app.ok(person, `GET ${site.one.path}`);
    await app.ok(person, `GET ${site.one.path}/revisions/${revision}`);
    now += 2000;
    const next = await tokenOf({ jwtToken, unsignedClaims });
    assert.notEqual(next, first);
    now += hour - 2000;
    await app.ok(person, `GET ${site.one.path}`);
    now += 2000;
    await app.refused(person, `GET ${site.one.path}`, 401, /expired/);
    await app.ok({ ...person, token: next }, `GET ${site.one.path}`);
  });

  test("claims determine the visible sections, variants, links, pages and blocks", async () => {
    const { app } = suite;
    const site = await publish();
    const seenBy = async (visitor: Person) => {
      const read = (path: string, query = {}) => app.call(visitor, `GET ${path}`, { query });
      const { structure, customizations } = (await read(`${site.path}/published`)).body;
      const document = `${site.one.path}/content/page/${site.page}`;
      const texts: string[] = [];
      for (const evaluated of ["false", "true", "deterministic-only"]) {
        texts.push((await read(document, { evaluated })).body.markdown);
        texts.push(JSON.stringify((await read(`${document}/document`, { evaluated })).body));
        texts.push(JSON.stringify((await read(document, { evaluated, format: "document" })).body));
      }
      for (const text of texts) assert.ok(text.includes("Everybody reads this."));
      const isInTexts = (part: string) => {
        const found = texts.filter((text) => text.includes(part)).length;
        assert.ok([0, texts.length].includes(found), `${part} is in some texts only`);
        return found > 0;
      };
      const search = { body: { query: "page", mode: "all" } };
      const results = (await app.ok(visitor, `POST ${site.path}/search`, search)).items;
      const statuses = async (...paths: string[]) => {
        const replies = await Promise.all(paths.map((path) => read(path)));
        return replies.map(({ status }) => status === 200);
      };
      const content = `${site.one.path}/content`;
      return {
        sections: structure.structure.length,
        listed: (await read(`${site.path}/sections`)).body.count,
        variants: structure.structure[0].siteSpaces.length,
        siteSpaces: (await read(`${site.path}/site-spaces`)).body.count,
        customizations: Object.keys(customizations.siteSpaces).length,
        links: customizations.site.header.links.length,
        pages: (await read(`${content}/pages`)).body.pages.length,
        found: results.flatMap(({ pages }: { pages: object[] }) => pages).length,
        blocks: [isInTexts("Only for beta."), isInTexts("Only for developers.")],
        beta: await statuses(
          site.two.path,
          `${site.two.path}/content`,
          `${site.two.path}/content/page/${site.beta}`,
        ),
        dev: await statuses(site.three.path, `${site.three.path}/content/pages`),
        secret: await statuses(
          ...[`${content}/page/${site.secret}`, `${content}/path/secret-page`],
          ...[`${content}/page/${site.secret}/document`, `${content}/page/${site.inside}`],
          ...[`${content}/path/secret-page/inside-page`, `${content}/page/${site.inside}/document`],
        ),
      };
    };
    const all = (value: boolean, length: number) => Array.from({ length }, () => value);
    const nothing = {
      ...{
        sections: 1,
        listed: 1,
        variants: 1,
        siteSpaces: 1,
        customizations: 1,
        links: 1,
        pages: 1,
        found: 0,
      },
      ...{ blocks: [false, false], beta: all(false, 3), dev: all(false, 2), secret: all(false, 6) },
    };
    const beta = {
      ...nothing,
      ...{ sections: 2, listed: 2, siteSpaces: 2, customizations: 2, links: 2, pages: 2, found: 3 },
      ...{ blocks: [true, false], beta: all(true, 3), secret: all(true, 6) },
    };
    const both = {
      ...beta,
      variants: 2,
      siteSpaces: 3,
      customizations: 3,
      blocks: [true, true],
      dev: all(true, 2),
    };
    assert.deepEqual(await seenBy(await visit(site, {})), nothing);
    assert.deepEqual(await seenBy(await visit(site, { isBeta: true })), beta);
    assert.deepEqual(await seenBy(await visit(site, { isBeta: true }, { isDev: true })), both);
    const spoofed = [
      await visit(site, { unsigned: { isDev: true } }),
      await visit(site, {}, { isBeta: true }),
    ];
    for (const visitor of spoofed)
      assert.deepEqual(await seenBy(visitor), nothing, "an unsigned claim counts as signed");
    await admin(`PATCH ${site.path}`, { adaptiveContent: { enabled: false } });
    const off = await visit(site, { isBeta: true }, { isDev: true });
    assert.deepEqual(await seenBy(off), beta, "unsigned claims count although adaptive content is disabled");
  });

  test("cached replies are not shared between visitors with different claims", async () => {
    const { app } = suite;
    const site = await publish();
    const path = `GET ${site.one.path}/content/page/${site.page}`;
    const [betaVisitor, otherVisitor] = [await visit(site, { isBeta: true }), await visit(site, {})];
    const { headers, body } = await app.call(betaVisitor, path);
    assert.match(body.markdown, /Only for beta/);
    const conditional = { headers: { "if-none-match": String(headers.etag) } };
    assert.equal((await app.call(betaVisitor, path, conditional)).status, 304);
    const reply = await app.call(otherVisitor, path, conditional);
    assert.equal(reply.status, 200);
    assert.doesNotMatch(reply.body.markdown, /Only for beta/);
  });

  test("visitors cannot read other spaces and sites, past revisions or change requests", async () => {
    const { app } = suite;
    const [site, other] = [await publish(), await publish()];
    const { revision: before } = await admin(`GET ${site.one.path}`);
    await app.page(site.one.path, "New");
    now += admissionWindow;
    const { revision } = await admin(`GET ${site.one.path}`);
    const visitor = await visit(site, { isBeta: true });
    const request = await app.changeRequest(site.one);
    const closed = [
      ...[other.path, `${other.path}/published`, `${other.path}/structure`, other.one.path],
      ...[(await app.space()).path, `${other.one.path}/content`, `${site.path}`, `${site.path}/share-links`],
      ...[`${site.one.path}/revisions/${before}`, `${site.one.path}/revisions/${before}/pages`],
      ...[request.path, `${request.path}/content`, `${site.one.path}/comments`, "/user", "/orgs"],
      ...[`${site.one.path}/revisions/${revision}/changes`, `/orgs/${app.organizationId}`],
    ];
    for (const path of closed) {
      const { status } = await app.call(visitor, `GET ${path}`);
      assert.ok([403, 404].includes(status), `${path} returned ${status}`);
    }
    now += admissionWindow;
    await app.page(site.one.path, "Newer");
    const { revision: next } = await admin(`GET ${site.one.path}`);
    for (const id of [revision, next]) await app.ok(visitor, `GET ${site.one.path}/revisions/${id}`);
    now += admissionWindow;
    const later = await visit(site, {});
    await app.refused(later, `GET ${site.one.path}/revisions/${revision}`, 404, /Revision not found/);
    const claims = decodeJwt(visitor.token);
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from(site.privateKey)),
      await sign(site),
      visitor.token.replace(/^[^.]+/, Buffer.from('{"alg":"none"}').toString("base64url")),
      visitor.token.replace(/\.[^.]+\./, `.${Buffer.from(JSON.stringify(claims)).toString("base64url")}x.`),
    ];
    for (const token of forged)
      await app.refused({ ...visitor, token }, `GET ${site.one.path}`, 401, /token/);
  });

  test("access ends when the site, its visibility, key or share link changes, or after an hour", async () => {
    const { app } = suite;
    const site = await publish("public");
    const paths = [
      `${site.path}/published`,
      `${site.path}/structure`,
      site.one.path,
      `${site.one.path}/content`,
    ];
    const hasAccess = async (visitor: Person): Promise<boolean> => {
      const replies = await Promise.all(paths.map((path) => app.call(visitor, `GET ${path}`)));
      const opened = replies.filter(({ status }) => status === 200).length;
      assert.ok([0, paths.length].includes(opened), "access is granted to some paths only");
      return opened > 0;
    };
    const change = (body: object) => admin(`PATCH ${site.path}`, body);
    const assertLosesAccess = async (visitor: Person, change: () => Promise<unknown>) => {
      assert.equal(await hasAccess(visitor), true);
      await change();
      assert.equal(await hasAccess(visitor), false);
    };
    const guest = await visit(site);
    await change({ visibility: "unlisted" });
    await assertLosesAccess(guest, () => change({ visibility: "visitor-auth" }));
    await assertLosesAccess(await visit(site, {}), () =>
      admin(`POST ${site.path}/publishing/auth/regenerate`),
    );
    const keyed = { ...site, privateKey: (await admin(`GET ${site.path}/publishing/auth`)).privateKey };
    await assertLosesAccess(await visit(keyed, {}), () => change({ visibility: "share-link" }));
    const link = await admin(`POST ${site.path}/share-links`, { name: "Link" });
    const shared = () => visit(site, undefined, undefined, link.urls.published);
    const first = await shared();
    await assertLosesAccess(first, () =>
      admin(`PATCH ${site.path}/share-links/${link.id}`, { active: false }),
    );
    await admin(`POST ${site.path}/share-links`, { name: "Other" });
    assert.equal(await hasAccess(first), false, "another share link grants access");
    await admin(`PATCH ${site.path}/share-links/${link.id}`, { active: true });
    await assertLosesAccess(await shared(), () => admin(`DELETE ${site.path}/share-links/${link.id}`));
    await change({ visibility: "public" });
    await assertLosesAccess(await visit(site), () => admin(`POST ${site.path}/unpublish`));
    await admin(`POST ${site.path}/publish`);
    const proof = { exp: now / 1000 + 300 };
    const remaining = admissionWindow - (now % admissionWindow);
    for (const [visitor, length] of [
      [await visit(keyed, proof), 300_000],
      [await visit(site), remaining + hour],
      [await visit(keyed, {}), remaining + hour],
    ] as const) {
      const since = now;
      await advanceClock(length - 1000);
      await assertLosesAccess(visitor, () => advanceClock(1000));
      await app.refused(visitor, `GET ${site.one.path}`, 401, /expired/);
      now = since;
    }
    const last = await visit(site);
    await admin(`DELETE ${site.one.path}`);
    await app.refused(last, `GET ${site.one.path}/content`, 404, /Space not found/);
    await app.ok(last, `GET ${site.path}/published`);
    await admin(`DELETE ${site.path}`);
    assert.equal(await hasAccess(last), false);
  });
}

describeOnEachDatabase("visitors", visitorsSuite, { clock });
