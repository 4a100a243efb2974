import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose";
import { describeOnEachDatabase, type Person } from "../../../test/support/app.ts";
import { runNextJob } from "../../server/jobs/work.ts";

const isBeta = "visitor.claims.isBeta";
const betaOnly = (text: string) => `{% if ${isBeta} %}\n${text}\n{% endif %}\n`;

describeOnEachDatabase("search in a site", (suite) => {
  const admin = (operation: string, body?: object) =>
    suite.app.ok(suite.app.admin, operation, body && { body });

  /** Publishes a site with these spaces. `enter` returns a visitor with claims, and `search` searches as that visitor. */
  async function publish(...spaces: readonly { id: string }[]) {
    const sites = `/orgs/${suite.app.organizationId}/sites`;
    const { id } = await admin(`POST ${sites}`, { spaces: spaces.map((space) => space.id) });
    const path = `${sites}/${id}`;
    const { urls } = await admin(`POST ${path}/publish`);
    await admin(`PATCH ${path}`, { visibility: "visitor-auth" });
    const { privateKey } = await admin(`GET ${path}/publishing/auth`);
    const enter = async (claims: object = {}): Promise<Person> => {
      const jwtToken = await new SignJWT({ exp: Math.floor(Date.now() / 1000) + 3600, ...claims })
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(privateKey));
      const { apiToken } = await admin("POST /urls/published", {
        url: urls.published,
        visitor: { jwtToken },
      });
      return { id: "", email: "", token: apiToken };
    };
    const search = async (person: Person, query: string, more: object = { scope: { mode: "all" } }) => {
      const reply = await suite.app.ok(person, `POST ${path}/search`, { body: { query, ...more } });
      assert.equal(reply.count, reply.items.length, query);
      return reply;
    };
    return { path, enter, search };
  }

  async function publishPage(markdown: string, ...changes: readonly object[]) {
    const space = await suite.app.space({ title: "Space" });
    if (changes.length > 0) await suite.app.change(space.path, ...changes);
    await suite.app.page(space.path, "Page", { document: { markdown } });
    return { space, ...(await publish(space)) };
  }

  /** Asserts that only visitors with the claim find the text with zebra and stripes. */
  async function assertHidden(markdown: string, ...changes: readonly object[]): Promise<void> {
    const { enter, search } = await publishPage(markdown, ...changes);
    const [visitor, beta] = [await enter(), await enter({ isBeta: true })];
    for (const query of ["zebra", "stripes", "shown", "page", "zebra shown", '"zebra stripes"'])
      assert.doesNotMatch(
        JSON.stringify(await search(visitor, query)),
        /zebra|stripes/i,
        `${query}: ${markdown}`,
      );
    assert.equal((await search(visitor, "zebra")).count, 0, markdown);
    assert.equal((await search(visitor, "shown")).count, 1, markdown);
    assert.equal((await search(beta, "zebra")).count, 1, markdown);
  }

  test("finds only the text that the visitor's claims allow", async () => {
    await assertHidden(`Shown.\n\n${betaOnly("zebra stripes")}`);
    await assertHidden(`${betaOnly("zebra stripes")}\n## Shown\n`);
  });

  test("does not show a heading with an unmet condition", async () => {
    await assertHidden(`Shown.\n\n${betaOnly("## Zebra\n\nstripes")}\nShown, too.\n`);
    await assertHidden(`Shown.\n\n${betaOnly("## Zebra stripes")}`);
    await assertHidden(`{% hint style="info" %}\n${betaOnly("## Zebra")}{% endhint %}\n\nShown.\n`);
    await assertHidden(
      `Shown.\n\n${betaOnly("## Zebra")}\n{% if !${isBeta} %}\nFor all others.\n{% endif %}\n\nShown.\n`,
    );
  });

  test("respects conditions around and in included reusable contents", async () => {
    const content = (title: string, markdown: string) => ({
      operation: "insert_reusable_content",
      title,
      document: { markdown },
    });
    const include = (name: string) => `{% include "../.gitbook/includes/${name}.md" %}`;
    await assertHidden(`Shown.\n\n${betaOnly(include("animal"))}`, content("Animal", "zebra stripes"));
    await assertHidden(
      `Shown.\n\n${include("animal")}\n`,
      content("Animal", `${betaOnly("## Zebra")}\n\nstriped`),
    );
  });

  test("evaluates conditions with the variables of the space", async () => {
    const variables = { operation: "set_variables", variables: { basic: "basic" } };
    const other = await publishPage(
      "{% if visitor.claims.plan != space.vars.basic %}\nzebra\n{% endif %}\n",
      variables,
    );
    const same = await publishPage(
      "{% if visitor.claims.plan == space.vars.basic %}\nzebra\n{% endif %}\n",
      variables,
    );
    for (const [plan, ...expected] of [
      ["basic", 0, 1],
      ["plus", 1, 0],
    ] as const) {
      const found = [other, same].map(
        async ({ enter, search }) => (await search(await enter({ plan }), "zebra")).count,
      );
      assert.deepEqual(await Promise.all(found), expected, plan);
    }
  });

  test("omits pages with unmet conditions, and their subpages", async () => {
    const space = await suite.app.space({ title: "Space" });
    const above = await suite.app.page(space.path, "Zebra", { condition: isBeta });
    await suite.app.page(space.path, "Below zebra", { into: above });
    await suite.app.page(space.path, "Page", { document: { markdown: "Shown." } });
    const { enter, search } = await publish(space);
    assert.equal((await search(await enter(), "zebra")).count, 0);
    const [found] = (await search(await enter({ isBeta: true }), "zebra")).items;
    assert.equal(found.pages.length, 2);
  });

  test("does not reveal hidden matches by other results", async () => {
    const { enter, search } = await publishPage(`Shown words.\n\n${betaOnly("shown zebra")}`);
    const visitor = await enter();
    const [hidden, absent] = [await search(visitor, "shown zebra"), await search(visitor, "shown giraffe")];
    assert.deepEqual(hidden.items, absent.items);
  });

  test("finds visible matches behind many hidden ones", async () => {
    const { space, enter, search } = await publishPage("One zebra.");
    const into = await suite.app.page(space.path, "Zebra", { condition: isBeta });
    for (let i = 0; i < 5; i++) {
      const pages = Array.from({ length: 50 }, (_, j) => ({
        operation: "insert_page",
        title: `Zebra ${i}-${j}`,
        into,
      }));
      await suite.app.change(space.path, ...pages);
    }
    while (await runNextJob(suite.app.context));
    assert.equal((await search(await enter(), "zebra")).count, 1);
  });

  test("finds visible matches behind more hidden ones than fit in one batch", async () => {
    const hidden = betaOnly("## Widget\n\n".repeat(5200));
    const { space, enter, search } = await publishPage(hidden);
    await suite.app.page(space.path, "Open", { document: { markdown: "One widget." } });
    while ((await runNextJob(suite.app.context)) !== undefined);
    const { count, items } = await search(await enter(), "widget");
    assert.deepEqual([count, items[0].pages.map(({ title }: { title: string }) => title)], [1, ["Open"]]);
  });

  test("does not show text that was hidden since it was indexed", async () => {
    const spaces: { id: string; path: string; page: string }[] = [];
    for (let i = 0; i < 7; i++) {
      const { id, path } = await suite.app.space({ title: `Space ${i}` });
      await suite.app.change(path, { operation: "set_variables", variables: { launched: "yes" } });
      const markdown = `zebra\n\n{% if space.vars.launched == "yes" %}\ngiraffe\n{% endif %}\n`;
      spaces.push({ id, path, page: await suite.app.page(path, "Page", { document: { markdown } }) });
    }
    while ((await runNextJob(suite.app.context)) !== undefined);
    const { enter, search } = await publish(...spaces);
    const visitor = await enter();
    assert.deepEqual(
      [(await search(visitor, "zebra")).count, (await search(visitor, "giraffe")).count],
      [7, 7],
    );
    for (const { path, page } of spaces) {
      const document = { markdown: betaOnly("zebra") };
      await suite.app.change(path, { operation: "update_page", page, document });
    }
    assert.equal((await search(visitor, "zebra")).count, 0);
    while ((await runNextJob(suite.app.context)) !== undefined);
    const other = await suite.app.space();
    await suite.app.page(other.path, "Other");
    for (const { path } of spaces)
      await suite.app.change(path, { operation: "set_variables", variables: { launched: "no" } });
    assert.equal((await search(visitor, "giraffe")).count, 0);
  });

  test("searches the requested spaces of the site only", async () => {
    const spaces = [];
    for (const title of ["One", "Two", "Other"]) {
      const space = await suite.app.space({ title });
      await suite.app.page(space.path, "Numbat");
      spaces.push(space);
    }
    const { path, enter, search } = await publish(...spaces.slice(0, 2));
    const visitor = await enter();
    const [one, two] = (await admin(`GET ${path}/site-spaces`)).items;
    const found = async (more: object, person = visitor) =>
      (await search(person, "numbat", more)).items.map(({ title }: { title: string }) => title).toSorted();
    assert.deepEqual(await found({ scope: { mode: "all" } }), ["One", "Two"]);
    assert.deepEqual(await found({ scope: { mode: "all" } }, suite.app.admin), ["One", "Two"]);
    assert.deepEqual(await found({ scope: { mode: "default" } }), ["One"]);
    assert.deepEqual(await found({ scope: { mode: "default", includedSiteSpaces: [two.id] } }), [
      "One",
      "Two",
    ]);
    assert.deepEqual(await found({ scope: { mode: "specific", siteSpaceIds: [two.id] } }), ["Two"]);
    assert.deepEqual(await found({ scope: { mode: "specific", siteSpaceIds: ["unknown"] } }), []);
    assert.deepEqual(await found({ mode: "current", siteSpaceId: one.id }), ["One"]);
    assert.deepEqual(await found({ mode: "specific", siteSpaceIds: [two.id] }), ["Two"]);
    const refused = (body: object, message: RegExp) =>
      suite.app.refused(visitor, `POST ${path}/search`, 400, message, { body });
    await refused({ query: "numbat" }, /scope: is required/);
    await refused({ query: "numbat", mode: "current" }, /siteSpaceId: is required/);
    await refused({ query: "x".repeat(513), mode: "all" }, /query/);
  });

  test("is refused to users without access, and visitors can search only their site", async () => {
    const { app } = suite;
    const { space, path, enter } = await publishPage("Shown.");
    const other = await publishPage("Shown.");
    const visitor = await enter();
    const body = { body: { query: "shown", scope: { mode: "all" } } };
    for (const person of [await app.stranger(), await app.member(null), await other.enter()])
      await app.refused(person, `POST ${path}/search`, 404, /Site not found/, body);
    for (const operation of [`GET ${space.path}/search`, `GET /orgs/${app.organizationId}/search`])
      assert.ok((await app.call(visitor, `${operation}?query=shown`)).status >= 400, operation);
  });
});
