import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase, type Person, type Request } from "../../../test/support/app.ts";
import { outlineOf, type StructureItem } from "../../../test/support/sites.ts";

type Change = (count: number, last: StructureItem) => Promise<unknown>;

/** All parts by title. Titles are unique: those of spaces are in lower case. */
function partsOf(parts: readonly StructureItem[]): Map<string, StructureItem> {
  const withDescendants = (part: StructureItem): StructureItem[] => [
    part,
    ...[...(part.children ?? []), ...(part.siteSpaces ?? [])].flatMap(withDescendants),
  ];
  return new Map(parts.flatMap(withDescendants).map((part) => [part.title, part]));
}
const pointer = (part: StructureItem) => ({ type: part.object, id: part.id });

describeOnEachDatabase("moving parts of a structure", (suite) => {
  const ok = (operation: string, body?: object, query = {}): Promise<StructureItem> =>
    suite.app.ok(suite.app.admin, operation, { ...(body && { body }), query });
  const structure = async (path: string): Promise<StructureItem[]> =>
    (await ok(`GET ${path}/structure`)).structure;
  const outline = async (path: string) => outlineOf(await structure(path));
  const status = async (operation: string) => (await suite.app.call(suite.app.admin, operation)).status;
  const space = async (title: string) => (await suite.app.space({ title })).id;
  const createSite = async (...titles: string[]): Promise<string> => {
    const { organizationId } = suite.app;
    const body = { title: "Site", spaces: await Promise.all(titles.map(space)) };
    return `/orgs/${organizationId}/sites/${(await ok(`POST /orgs/${organizationId}/sites`, body)).id}`;
  };
  /** A site with sections of these titles, each with a space of that title in lower case. */
  const createSections = async (...titles: string[]): Promise<string> => {
    const path = await createSite();
    for (const title of titles)
      await ok(`POST ${path}/sections`, { spaceId: await space(title.toLowerCase()), title });
    return path;
  };
  const sort = async (path: string, item: StructureItem, position?: object) =>
    ok(`PATCH ${path}/structure/sort`, { item: pointer(item), ...(position && { position }) });

  /** Pages through a list item by item and returns the titles; calls `change` after each item. */
  const listOneByOne = async (path: string, lists: string, change: Change): Promise<string[]> => {
    const found: string[] = [];
    for (let query: object | undefined = { limit: 1 }; query && found.length < 40; ) {
      const { next, items }: StructureItem = await ok(`GET ${path}/${lists}`, undefined, query);
      found.push(items[0].title);
      await change(found.length, items[0]);
      query = next && { limit: 1, page: next.page };
    }
    return found;
  };

  test("a part moves before or after another, or to the end", async () => {
    const path = await createSections("Aa", "Bb", "Cc");
    for (const title of ["x", "y"]) {
      const sectionId = partsOf(await structure(path)).get("Bb").id;
      await ok(`POST ${path}/site-spaces`, { spaceId: await space(title), sectionId });
    }
    const move = async (title: string, side?: "before" | "after", beside = "") => {
      const parts = partsOf(await structure(path));
      const moved = await sort(path, parts.get(title), side && { [side]: pointer(parts.get(beside)) });
      assert.deepEqual(moved, partsOf(await structure(path)).get(title));
      return outline(path);
    };
    assert.equal(await outline(path), "Aa*(aa*) Bb(bb* x y) Cc(cc*)");
    assert.equal(await move("Cc", "before", "Aa"), "Cc(cc*) Aa*(aa*) Bb(bb* x y)");
    assert.equal(await move("Cc", "after", "Aa"), "Aa*(aa*) Cc(cc*) Bb(bb* x y)");
    assert.equal(await move("Aa"), "Cc(cc*) Bb(bb* x y) Aa*(aa*)");
    assert.equal(await move("y", "before", "bb"), "Cc(cc*) Bb(y bb* x) Aa*(aa*)");
    assert.equal(await move("y"), "Cc(cc*) Bb(bb* x y) Aa*(aa*)");
    assert.equal(await move("bb", "after", "cc"), "Cc(cc* bb) Bb(x* y) Aa*(aa*)", "a section has no default");
    assert.equal(
      await move("aa", "before", "y"),
      "Cc*(cc* bb) Bb(x* aa y)",
      "the empty section is still there",
    );
    await ok(`POST ${path}/section-groups`, { title: "Gg" });
    assert.equal(await move("Gg", "before", "Bb"), "Cc*(cc* bb) Gg{} Bb(x* aa y)");
    assert.equal(await move("Bb", "after", "Gg"), "Cc*(cc* bb) Gg{} Bb(x* aa y)");
    assert.equal(await move("Cc", "after", "Gg"), "Gg{} Cc*(cc* bb) Bb(x* aa y)");
  });

  test("the sort operation and the move operations give the same result", async () => {
    const sites = [
      await createSections("Aa", "Bb", "Cc", "Dd"),
      await createSections("Aa", "Bb", "Cc", "Dd"),
    ];
    for (const path of sites) {
      const parts = partsOf(await structure(path));
      for (const title of ["x", "y", "z"])
        await ok(`POST ${path}/site-spaces`, { spaceId: await space(title), sectionId: parts.get("Bb").id });
      for (const [title, inside] of [
        ["Gg", "Aa"],
        ["Hh", "Dd"],
      ] as const)
        await ok(`POST ${path}/section-groups`, { title, sections: [parts.get(inside).id] });
    }
    const call = (operation: string, request: Request) => suite.app.call(suite.app.admin, operation, request);
    const outlines = new Set<string>();
    const [sortedSite = "", movedSite = ""] = sites;
    for (const [titles, lists, key] of [
      [["x", "y", "z", "bb"], "site-spaces", "siteSpace"],
      [["Aa", "Bb", "Cc", "Dd"], "sections", "siteSection"],
      [["Gg", "Hh", "Bb", "Cc"], "section-groups", "id"],
    ] as const)
      for (const title of key === "id" ? titles.slice(0, 2) : titles)
        for (const beside of [undefined, ...titles.filter((other) => other !== title)])
          for (const side of beside === undefined ? ["before"] : ["before", "after"]) {
            const parts = await Promise.all(sites.map(async (path) => partsOf(await structure(path))));
            const [sorted, moved] = parts.map((byTitle) => [byTitle.get(title), byTitle.get(beside ?? "")]);
            assert.ok(sorted && moved);
            const sorting = { item: pointer(sorted[0]), position: beside && { [side]: pointer(sorted[1]) } };
            const moving = { position: beside && { [side]: { type: moved[1].object, [key]: moved[1].id } } };
            const replies = [
              await call(`PATCH ${sortedSite}/structure/sort`, { body: sorting }),
              await call(`POST ${movedSite}/${lists}/${moved[0].id}/move`, beside ? { body: moving } : {}),
            ];
            const isRefused = key === "id" && !canContainGroups(parts[0] ?? new Map(), sorted[0], sorted[1]);
            const expected = isRefused ? 400 : 200;
            assert.deepEqual(
              replies.map((reply) => reply.status),
              [expected, expected],
            );
            assert.equal(await outline(sortedSite), await outline(movedSite), `${title} ${side} ${beside}`);
            outlines.add(await outline(sortedSite));
          }
    assert.ok(outlines.size > 20, `only ${outlines.size} orders were tested`);
  });

  test("invalid targets are refused", async () => {
    const { app } = suite;
    const path = await createSections("Aa", "Bb");
    await ok(`POST ${path}/section-groups`, { title: "Gg", sections: [(await structure(path))[0].id] });
    const { id: parent } = await ok(`POST ${path}/section-groups`, { title: "Hh" });
    const nested = await ok(`POST ${path}/section-groups`, { title: "Ii", parent });
    const parts = partsOf(await structure(path));
    const ref = (title: string) => pointer(parts.get(title) ?? { object: "site-section", id: "x" });
    const before = await outline(path);
    for (const [item, position, code, message] of [
      ["Aa", { before: ref("Bb"), after: ref("Bb") }, 400, /^position: /],
      ["Aa", { before: ref("Aa") }, 400, /^position\.before: /],
      ["Aa", { after: ref("bb") }, 400, /^position\.after\.type: /],
      ["aa", { after: ref("Bb") }, 400, /^position\.after\.type: /],
      ["Hh", { after: ref("Aa") }, 400, /^position\.after: must not be in a group: the moved/],
      ["Hh", { after: ref("Ii") }, 400, /^position\.after: must not be in the group/],
      ["Aa", { after: ref("none") }, 404, /^position\.after: Site section not found/],
      ["none", {}, 404, /^Site section not found/],
    ] as const)
      await app.refused(app.admin, `PATCH ${path}/structure/sort`, code, message, {
        body: { item: ref(item), position },
      });
    const deeper = { title: "Jj", parent: nested.id };
    await app.refused(app.admin, `POST ${path}/section-groups`, 400, /^parent: must not be in a group/, {
      body: deeper,
    });
    for (const [parentSectionGroupId, code] of [
      [parts.get("Gg").id, 400],
      [parent, 400],
      ["none", 404],
    ] as const)
      await app.refused(
        app.admin,
        `PATCH ${path}/section-groups/${parent}`,
        code,
        /^parentSectionGroupId: /,
        { body: { parentSectionGroupId } },
      );
    assert.equal(await outline(path), before);
  });

  test("groups are nested one level deep, and keep their sections when they move", async () => {
    const path = await createSections("Aa", "Bb", "Cc");
    const parts = partsOf(await structure(path));
    const outer = await ok(`POST ${path}/section-groups`, { title: "Gg", sections: [parts.get("Aa").id] });
    const body = { title: "Hh", sections: [parts.get("Bb").id], parent: outer.id };
    const inner = await ok(`POST ${path}/section-groups`, body);
    assert.equal(inner.sectionGroup, outer.id);
    assert.equal(await outline(path), "Cc(cc*) Gg{Aa*(aa*) Hh{Bb(bb*)}}");
    const { sections, children } = await ok(`GET ${path}/section-groups/${outer.id}`);
    assert.deepEqual(
      [sections, children].map((items) => items.map(({ title }: StructureItem) => title)),
      [["Aa"], ["Aa", "Hh"]],
    );
    assert.deepEqual(
      (await ok(`GET ${path}/section-groups`)).items.map(({ title }: StructureItem) => title),
      ["Gg", "Hh"],
    );
    const groupPath = `${path}/section-groups/${inner.id}`;
    await ok(`PATCH ${groupPath}`, { parentSectionGroupId: null });
    assert.equal(await outline(path), "Cc(cc*) Gg{Aa*(aa*)} Hh{Bb(bb*)}");
    await ok(`POST ${groupPath}/move`, {
      position: { before: { type: "site-section", id: parts.get("Aa").id } },
    });
    assert.equal(await outline(path), "Cc(cc*) Gg{Hh{Bb(bb*)} Aa*(aa*)}");
    assert.equal(await status(`DELETE ${path}/section-groups/${outer.id}`), 205);
    assert.equal(await outline(path), "Cc(cc*) Hh{Bb(bb*)} Aa*(aa*)");
  });

  test("sections move into groups and out of them", async () => {
    const { app } = suite;
    const path = await createSections("Aa", "Bb", "Cc");
    const parts = partsOf(await structure(path));
    const id = (title: string): string => parts.get(title).id;
    const body = { title: "Gg", icon: "star", sections: [id("Cc"), id("Aa")] };
    const reply = await app.call(app.admin, `POST ${path}/section-groups`, { body });
    const groupPath = `${path}/section-groups/${reply.body.id}`;
    assert.equal(reply.status, 201);
    assert.equal(reply.headers.location, `${app.context.config.baseUrl}/v1${groupPath}`);
    const { sections, children, ...group } = reply.body;
    const { id: groupId } = group;
    assert.deepEqual(group, {
      ...{ object: "site-section-group", id: groupId, title: "Gg", icon: "star", draft: false },
    });
    assert.deepEqual(children, sections);
    assert.ok(sections.every((section: StructureItem) => section.sectionGroup === group.id));
    assert.equal(await outline(path), "Bb(bb*) Gg{Cc(cc*) Aa*(aa*)}");
    assert.deepEqual((await ok(`GET ${path}/section-groups`)).items, [reply.body]);
    assert.equal(outlineOf((await ok(`GET ${path}/sections`)).items), "Bb(bb*) Cc(cc*) Aa*(aa*)");
    const added = await app.call(app.admin, `POST ${groupPath}/sections`, { body: { sectionId: id("Bb") } });
    assert.deepEqual([added.status, outlineOf([added.body])], [201, "Gg{Cc(cc*) Aa*(aa*) Bb(bb*)}"]);
    assert.equal(await status(`DELETE ${groupPath}/sections/${id("Cc")}`), 205);
    assert.equal(await status(`DELETE ${groupPath}/sections/${id("Cc")}`), 204);
    assert.equal(await outline(path), "Gg{Aa*(aa*) Bb(bb*)} Cc(cc*)");
    const changed = await ok(`PATCH ${groupPath}`, { title: "New" });
    assert.deepEqual([changed.title, changed.icon], ["New", "star"]);
    const { icon: _, ...plain } = changed;
    assert.deepEqual(await ok(`PATCH ${groupPath}`, { icon: null }), plain);
    assert.equal(await status(`DELETE ${groupPath}`), 205);
    assert.equal(await status(`DELETE ${groupPath}`), 204);
    assert.equal(await outline(path), "Aa*(aa*) Bb(bb*) Cc(cc*)");
    const wrong = { title: "Gg", sections: [id("Aa"), "x"] };
    await app.refused(app.admin, `POST ${path}/section-groups`, 404, /^sections\[1\]: /, { body: wrong });
    await app.refused(app.admin, `PATCH ${groupPath}`, 404, /group not found/, { body: {} });
    assert.equal(await outline(path), "Aa*(aa*) Bb(bb*) Cc(cc*)");
  });

  for (const lists of ["site-spaces", "sections", "section-groups"])
    test(`paging through ${lists} finds every unchanged item once, despite changes`, async () => {
      const path = await (lists === "site-spaces" ? createSite("aa") : createSections("Aa"));
      const add = async (title: string): Promise<StructureItem> =>
        lists === "section-groups"
          ? ok(`POST ${path}/${lists}`, { title })
          : ok(`POST ${path}/${lists}`, { spaceId: await space(title) });
      for (let i = 0; i < 10; i++) await add(`${i % 2 ? "goes" : "stays"}${i}`);
      const found = await listOneByOne(path, lists, async (i, last) => {
        if (i > 8) return;
        for (const side of ["before", "after"])
          await sort(path, await add(`new${i}${side}`), { [side]: pointer(last) });
        const all: StructureItem[] = (await ok(`GET ${path}/${lists}`)).items;
        const deleted = all.filter((item) => item.title.startsWith("goes"))[i % 2 ? 1 : 0];
        await ok(`DELETE ${path}/${lists}/${deleted?.id ?? "none"}`);
      });
      const stayed = found.filter((title) => title.startsWith("stays"));
      assert.deepEqual(stayed, ["stays0", "stays2", "stays4", "stays6", "stays8"]);
      assert.equal(new Set(found).size, found.length, "an item is listed twice");
    });

  test("paging continues when parents are added or removed", async () => {
    const afterSecond = (operation: string, body?: object) => async (i: number) =>
      i === 2 && ok(operation, body);
    const path = await createSite("aa", "bb", "cc", "dd");
    const spaceId = await space("ee");
    const first = await listOneByOne(path, "site-spaces", afterSecond(`POST ${path}/sections`, { spaceId }));
    assert.deepEqual(first, ["aa", "bb", "cc", "dd", "ee"], "after the first section is added");
    await ok(`DELETE ${path}/sections/${partsOf(await structure(path)).get("ee").section}`);
    const [last] = await structure(path);
    const flat = await listOneByOne(path, "site-spaces", afterSecond(`DELETE ${path}/sections/${last.id}`));
    assert.deepEqual(flat, ["aa", "bb", "cc", "dd"], "after the last section is removed");
    const other = await createSections("Aa", "Bb", "Cc", "Dd");
    const sections = (await structure(other)).slice(0, 3).map((section) => section.id);
    const group = await ok(`POST ${other}/section-groups`, { title: "Gg", sections });
    const ungrouped = await listOneByOne(
      other,
      "sections",
      afterSecond(`DELETE ${other}/section-groups/${group.id}`),
    );
    assert.deepEqual(ungrouped, ["Dd", "Aa", "Bb", "Cc"], "after a group is removed");
  });

  test("concurrent changes are all applied", async () => {
    const { app } = suite;
    const path = await createSite("aa", "bb");
    const spaceId = await space("cc");
    const add = (lists: string) => app.call(app.admin, `POST ${path}/${lists}`, { body: { spaceId } });
    const listNames = ["sections", "site-spaces", "sections", "site-spaces", "sections", "site-spaces"];
    const replies = await Promise.all(listNames.map(add));
    assert.ok(replies.every((reply) => reply.status === 201));
    const sections = await structure(path);
    assert.equal(sections.length, 4);
    assert.equal(sections.filter((section) => section.default).length, 1);
    assert.equal((await ok(`GET ${path}`)).siteSpaces, 8);
    assert.equal(new Set(sections[0].siteSpaces.map((siteSpace: StructureItem) => siteSpace.path)).size, 5);
    const [first, second, third, fourth] = sections;
    await Promise.all([
      sort(path, first, { after: pointer(fourth) }),
      sort(path, third, { before: pointer(second) }),
      ok(`PATCH ${path}/sections/${second.id}`, { title: "New" }),
      ok(`PATCH ${path}`, { defaultSiteSection: fourth.id }),
    ]);
    const ids = (await structure(path)).map((section) => section.id);
    assert.deepEqual(ids, [third.id, second.id, fourth.id, first.id]);
    assert.equal(await outline(path), "cc(cc*) New(cc*) cc*(cc*) aa(aa* bb cc cc cc)");
  });

  test("changes require the role create, reading the role read", async () => {
    const { app } = suite;
    const path = await createSections("Aa", "Bb");
    const [aa, bb] = await structure(path);
    const spaceId = await space("cc");
    const changes: [string, object?][] = [
      [`POST ${path}/site-spaces`, { spaceId }],
      [`POST ${path}/sections`, { spaceId }],
      [`POST ${path}/section-groups`, { title: "Gg", sections: [bb.id] }],
      [`PATCH ${path}/sections/${aa.id}`, { title: "New" }],
      [`PATCH ${path}/site-spaces/${aa.siteSpaces[0].id}`, { path: "new" }],
      [`PATCH ${path}/structure/sort`, { item: pointer(aa) }],
      [`POST ${path}/sections/${aa.id}/move`, {}],
      [`POST ${path}/site-spaces/${aa.siteSpaces[0].id}/move`, {}],
      [`DELETE ${path}/sections/${bb.id}`],
    ];
    const statuses = async (person: Person | undefined) => {
      const calls = changes.map(
        ([operation, body]) =>
          () =>
            app.call(person, operation, body && { body }),
      );
      const found = new Set<number>();
      for (const call of calls) found.add((await call()).status);
      return [...found];
    };
    const outsiders = [await app.member(null), await app.stranger(), (await app.organization()).admin];
    for (const outsider of outsiders) {
      assert.deepEqual(await statuses(outsider), [404]);
      for (const lists of ["structure", "sections", "site-spaces", "section-groups"])
        await app.refused(outsider, `GET ${path}/${lists}`, 404, /Site not found/);
    }
    assert.deepEqual(await statuses(undefined), [401]);
    assert.deepEqual(await statuses(await app.member("review")), [403]);
    const reader = await app.member("read");
    assert.equal((await app.ok(reader, `GET ${path}/structure`)).structure.length, 2);
    const creator = await app.member("create");
    await app.refused(creator, `PATCH ${path}`, 403, /role admin/, { body: { defaultSiteSection: bb.id } });
    const secret = await app.space();
    await app.give(secret.path, "review", { users: [creator] });
    for (const lists of ["sections", "site-spaces"])
      await app.refused(creator, `POST ${path}/${lists}`, 403, /role create/, {
        body: { spaceId: secret.id },
      });
    assert.deepEqual((await statuses(creator)).sort(), [200, 201, 205]);
  });
});

/** Whether a group can move next to a part: groups are nested one level deep. */
function canContainGroups(
  parts: ReadonlyMap<string, StructureItem>,
  moved: StructureItem,
  beside: StructureItem | undefined,
): boolean {
  const outer = [...parts.values()].find(({ id }) => id === beside?.sectionGroup);
  if (outer === undefined) return true;
  const isEmpty = moved.children.every(({ object }: StructureItem) => object === "site-section");
  return outer.id !== moved.id && outer.sectionGroup === undefined && isEmpty;
}
