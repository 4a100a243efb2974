import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce, describeOnEachDatabase, type Reply } from "../../../test/support/app.ts";
import { assertYields } from "../../../test/support/linear.ts";

type Body = Reply["body"];

/** Pages that both sides change: the text before, ours and theirs, and the versions in conflict. */
const texts: Record<string, { pages: [string, string, string]; versions: [string, string, string] }> = {
  Sentence: {
    pages: ["One.\n\nTwo.\n", "One, ours.\n\nTwo.\n", "One, theirs.\n\nTwo.\n"],
    versions: ["One.", "One, ours.", "One, theirs."],
  },
  Code: {
    pages: ["```\na\nb\n```\n", "```\na\nours\n```\n", "```\na\ntheirs\n```\n"],
    versions: ["```\na\nb\n```", "```\na\nours\n```", "```\na\ntheirs\n```"],
  },
  Cell: {
    pages: [
      "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
      "| a | b |\n|---|---|\n| 1 | ours |\n| 3 | 4 |\n",
      "| a | b |\n|---|---|\n| 1 | theirs |\n| 3 | 4 |\n",
    ],
    versions: ["| 1 | 2 |", "| 1 | ours |", "| 1 | theirs |"],
  },
  Item: {
    pages: ["- a\n- b\n- c\n", "- a\n- b, ours\n- c\n", "- a\n- b, theirs\n- c\n"],
    versions: ["- b", "- b, ours", "- b, theirs"],
  },
  "Added nearly the same": {
    pages: ["Start.\n", "Start.\n\n## Usage\n\nClick on it.\n", "Start.\n\n## Usage\n\nOpen it.\n"],
    versions: ["", "Click on it.", "Open it."],
  },
  "Filled differently": {
    pages: ["", "Written by us, and long.\n", "Written by us, and very long.\n"],
    versions: ["", "Written by us, and long.", "Written by us, and very long."],
  },
  "Deleted passage": {
    pages: ["Keep.\n\nGone.\n\nEnd.\n", "Keep.\n\nEnd.\n", "Keep.\n\nGone, changed.\n\nEnd.\n"],
    versions: ["Gone.", "", "Gone, changed."],
  },
};

/** What a page is after its conflict is settled. */
function settled(name: string, replacement: string): string {
  const { pages, versions } = texts[name] ?? { pages: ["", "", ""], versions: ["", "", ""] };
  const [, ours, theirs] = pages;
  if (replacement === versions[1]) return ours;
  return replacement === versions[2] ? theirs : theirs.replace(versions[2], replacement);
}

describeOnEachDatabase("conflicts of a change request", (suite) => {
  const markdown = (text: string) => ({ document: { markdown: text } });

  /** A space in which both sides have changed everything that can be in conflict. */
  async function createConflicts() {
    const { app } = suite;
    const space = await app.space();
    const ids: Record<string, string> = {};
    for (const [name, { pages }] of Object.entries(texts))
      ids[name] = await app.page(space.path, name, pages[0] === "" ? {} : markdown(pages[0]));
    const page = async (title: string, fields: object = {}) => {
      ids[title] = await app.page(space.path, title, fields);
      return ids[title] ?? "";
    };
    await page("Attributes", { ...markdown("---\nowner: nobody\n---\n\nText.\n"), slug: "attributes" });
    for (const title of ["First parent", "Second parent", "A", "B"]) await page(title, markdown(title));
    await page("Moved", markdown("Moved."));
    await page("Deleted by us", markdown("Before.\n"));
    await page("Deleted by them", markdown("Before.\n"));
    await page("Group", { type: "group" });
    await page("Deleted group", { type: "group" });
    await page("Link", { type: "link", target: { kind: "url", url: "https://base.example" } });
    const { insertedFiles, insertedReusableContents } = await app.change(
      space.path,
      {
        operation: "insert_files",
        files: [
          { name: "a.txt", contentType: "text/plain", base64: "YQ==" },
          { name: "gone.txt", contentType: "text/plain", base64: "Yg==" },
        ],
      },
      { operation: "set_variables", variables: { version: "1", gone: "1" } },
      { operation: "insert_reusable_content", title: "Snippet", ...markdown("Shared.\n") },
    );
    const [file, goneFile] = insertedFiles.map(({ id }: Body) => id);
    const snippet = insertedReusableContents[0];
    const request = await app.changeRequest(space);
    for (const [target, side, other] of [
      [request, "ours", 1],
      [space, "theirs", 2],
    ] as const) {
      const isOurs = side === "ours";
      const update = (name: string, fields: object) => ({
        operation: "update_page",
        page: ids[name],
        ...fields,
      });
      await app.change(
        target.path,
        ...Object.entries(texts).map(([name, { pages }]) => update(name, markdown(pages[other]))),
        update("Attributes", markdown(`---\nowner: ${side}\n---\n\nText.\n`)),
        update("Attributes", {
          title: `Title, ${side}`,
          slug: `slug-${side}`,
          layout: { width: isOurs ? "wide" : "default", outline: isOurs },
        }),
        update("Moved", { into: ids[isOurs ? "First parent" : "Second parent"] }),
        isOurs ? update("A", { into: ids.B }) : update("B", { into: ids.A }),
        isOurs
          ? { operation: "delete_page", page: ids["Deleted by us"] }
          : update("Deleted by us", markdown("Changed by them.\n")),
        isOurs
          ? update("Deleted by them", markdown("Changed by us.\n"))
          : { operation: "delete_page", page: ids["Deleted by them"] },
        update("Group", { title: `Group, ${side}` }),
        isOurs
          ? update("Deleted group", { title: "Renamed group" })
          : { operation: "delete_page", page: ids["Deleted group"] },
        update("Link", { title: `Link, ${side}`, target: { kind: "url", url: `https://${side}.example` } }),
        { operation: "update_file", file, name: `${side}.txt` },
        isOurs
          ? { operation: "delete_file", file: goneFile }
          : { operation: "update_file", file: goneFile, name: "kept.txt" },
        { operation: "set_variables", variables: { version: side, gone: isOurs ? null : "2" } },
        {
          operation: "update_reusable_content",
          reusableContent: snippet,
          title: `Snippet, ${side}`,
          ...markdown(`Shared, ${side}.\n`),
        },
      );
    }
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "conflicts");
    const preview = await app.ok(app.admin, `GET ${request.path}/update`);
    assert.equal((await app.ok(app.admin, `POST ${request.path}/update`)).result, "conflicts");
    const list = async (query = "") => app.ok(app.admin, `GET ${request.path}/conflicts${query}`);
    return { app, space, request, ids, file, goneFile, snippet, list, preview };
  }

  const label = ({ subject, kind, field }: Body) =>
    [subject.title, kind, field].filter((part) => part !== undefined).join(" / ");

  test("are data with three versions, of every kind", async () => {
    const { app, space, request, ids, list, preview } = await createConflicts();
    const { items, count, total, settled: done, revision } = await list("?limit=1000");
    const current = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual([count, total, done, revision], [items.length, items.length, 0, current.revision]);
    assert.deepEqual(
      [preview.outdated, preview.revisions, preview.conflicts, preview.revision],
      [true, 1, count, (await app.ok(app.admin, `GET ${space.path}`)).revision],
    );
    assert.ok(preview.pages >= 14 && preview.others === 5, JSON.stringify(preview));
    const byLabel = new Map<string, Body>(items.map((item: Body) => [label(item), item]));
    for (const [name, { versions }] of Object.entries(texts)) {
      const { base, ours, theirs, subject } = byLabel.get(`${name} / text`) ?? {};
      assert.deepEqual([base?.markdown, ours?.markdown, theirs?.markdown], versions, name);
      assert.deepEqual([subject.type, subject.id, typeof subject.path], ["page", ids[name], "string"]);
    }
    const values = (title: string, kind: string, field: string) => {
      const found = byLabel.get(`${title} / ${kind} / ${field}`);
      const present = (version: Body) =>
        version && (version.value ?? version.file?.name ?? version.parent?.title ?? null);
      return found && [present(found.base), present(found.ours), present(found.theirs)];
    };
    assert.deepEqual(values("Title, ours", "attribute", "title"), [
      "Attributes",
      "Title, ours",
      "Title, theirs",
    ]);
    assert.deepEqual(values("Title, ours", "attribute", "slug"), ["attributes", "slug-ours", "slug-theirs"]);
    assert.deepEqual(values("Title, ours", "attribute", "layout.width"), [undefined, "wide", "default"]);
    assert.deepEqual(values("Title, ours", "attribute", "owner"), [
      "owner: nobody\n",
      "owner: ours\n",
      "owner: theirs\n",
    ]);
    assert.deepEqual(values("Moved", "position", "parent"), [null, "First parent", "Second parent"]);
    assert.deepEqual(values("B", "position", "parent"), [null, null, "A"]);
    assert.deepEqual(values("Group, ours", "attribute", "title"), ["Group", "Group, ours", "Group, theirs"]);
    assert.deepEqual(values("Link, ours", "attribute", "target"), [
      { kind: "url", url: "https://base.example" },
      { kind: "url", url: "https://ours.example" },
      { kind: "url", url: "https://theirs.example" },
    ]);
    assert.deepEqual(values("ours.txt", "attribute", "file"), ["a.txt", "ours.txt", "theirs.txt"]);
    assert.deepEqual(values("kept.txt", "deletion", "file"), ["gone.txt", undefined, "kept.txt"]);
    assert.deepEqual(values("version", "attribute", "value"), ["1", "ours", "theirs"]);
    assert.deepEqual(values("gone", "deletion", "value"), ["1", undefined, "2"]);
    assert.deepEqual(values("Snippet, ours", "attribute", "title"), [
      "Snippet",
      "Snippet, ours",
      "Snippet, theirs",
    ]);
    const deletion = (title: string) => {
      const { deletedBy, base, ours, theirs } = byLabel.get(`${title} / deletion`) ?? {};
      return [
        deletedBy,
        base?.markdown ?? base?.value,
        ours?.markdown ?? ours?.value,
        theirs?.markdown ?? theirs?.value,
      ];
    };
    assert.deepEqual(deletion("Deleted by us"), [
      "ours",
      "Before.\n",
      undefined,
      "Changed by them.\n".trim(),
    ]);
    assert.deepEqual(deletion("Deleted by them"), [
      "theirs",
      "Before.\n",
      "Changed by us.\n".trim(),
      undefined,
    ]);
    assert.deepEqual(deletion("Renamed group").slice(0, 1), ["theirs"]);
    assert.deepEqual(
      [byLabel.get("Snippet, ours / text")?.base.markdown, byLabel.get("Snippet, ours / text")?.subject.type],
      ["Shared.", "reusable-content"],
    );
    const seen: string[] = [];
    for (let page = ""; ; ) {
      const reply = await list(`?limit=7${page}`);
      seen.push(...reply.items.map(({ id }: Body) => id));
      if (reply.next === undefined) break;
      page = `&page=${reply.next.page}`;
    }
    assert.deepEqual(
      seen,
      items.map(({ id }: Body) => id),
    );
    const copy = await app.ok(app.admin, `POST ${space.path}/change-requests`, {
      body: { source: request.id },
    });
    const copied = await app.ok(
      app.admin,
      `GET ${space.path}/change-requests/${copy.id}/conflicts?limit=1000`,
    );
    assert.deepEqual(copied.items, items);
  });

  for (const choice of ["ours", "theirs", "written"] as const)
    test(`are settled by the choice ${choice}, after which merging works`, async () => {
      const { app, space, request, ids, file, goneFile, snippet, list } = await createConflicts();
      const { items, count, revision } = await list("?limit=1000");
      const write = ({ kind, field, subject }: Body): object => {
        if (kind === "text" || (kind === "deletion" && field === undefined && subject.type === "page"))
          return { choice, markdown: "Written." };
        if (kind === "position") return { choice, value: "" };
        const values: Record<string, unknown> = {
          ...{ title: `Written ${subject.type}`, slug: "written", owner: "owner: written", value: "3" },
          ...{ file: `written-${subject.id}.txt`, target: { kind: "url", url: "https://written.example" } },
          ...{ "layout.width": "wide", "layout.outline": true },
        };
        return field === undefined ? { choice: "ours" } : { choice, value: values[field] };
      };
      const choices = items.map((item: Body) => ({
        conflict: item.id,
        ...(choice === "written" ? write(item) : { choice }),
      }));
      const [first, ...rest] = choices;
      const resolve = (body: object) =>
        app.call(app.admin, `POST ${request.path}/conflicts/resolve`, { body });
      const half = await resolve({ revision, choices: [first] });
      assert.deepEqual([half.status, half.body.open, half.body.settled], [200, count - 1, 1]);
      const { settled: done, total } = await list();
      assert.deepEqual([done, total], [1, count]);
      const again = await resolve({ choices: [first] });
      assert.deepEqual([again.status, /choices\[0\].*settled/.test(again.body.error.message)], [409, true]);
      assert.equal((await resolve({ revision, choices: rest })).status, 409);
      const whole = await resolve({ choices: rest });
      assert.deepEqual([whole.status, whole.body.open], [200, 0], JSON.stringify(whole.body));
      assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");

      const content = await app.ok(app.admin, `GET ${space.path}/content`);
      assert.doesNotMatch(JSON.stringify(content), /<<<<<<</);
      const read = async (id: string | undefined) =>
        app.call(app.admin, `GET ${space.path}/content/page/${id}`);
      for (const [name, { versions }] of Object.entries(texts)) {
        const replacement = { ours: versions[1], theirs: versions[2], written: "Written." }[choice];
        assert.equal((await read(ids[name])).body.markdown, settled(name, replacement), name);
      }
      const attributes = (await read(ids.Attributes)).body;
      const title = { ours: "Title, ours", theirs: "Title, theirs", written: "Written page" }[choice];
      assert.deepEqual(
        [attributes.title, attributes.slug, attributes.markdown],
        [title, choice === "written" ? "written" : `slug-${choice}`, `---\nowner: ${choice}\n---\n\nText.\n`],
      );
      assert.equal(attributes.layout.width, choice === "theirs" ? "default" : "wide");
      const found = (pages: Body[], id: string | undefined, parent = ""): string | undefined => {
        for (const page of pages) {
          if (page.id === id) return parent;
          const below = found(page.pages ?? [], id, page.id);
          if (below !== undefined) return below;
        }
        return undefined;
      };
      const parentOf = (name: string) => found(content.pages, ids[name]);
      const parents = {
        ours: [ids["First parent"], "", ids.B],
        theirs: [ids["Second parent"], ids.A, ""],
        written: ["", "", ids.B],
      }[choice];
      assert.deepEqual([parentOf("Moved"), parentOf("B"), parentOf("A")], parents);
      const [byUs, byThem] = [await read(ids["Deleted by us"]), await read(ids["Deleted by them"])];
      const expected = {
        ours: [404, "Changed by us.\n"],
        theirs: ["Changed by them.\n", 404],
        written: ["Written.\n", "Written.\n"],
      }[choice];
      const textOf = (reply: Reply) => (reply.status === 200 ? reply.body.markdown : reply.status);
      assert.deepEqual([textOf(byUs), textOf(byThem)], expected);
      const titles = [parentOf("Group"), parentOf("Deleted group")];
      assert.deepEqual(titles, ["", choice === "theirs" ? undefined : ""]);
      const link = content.pages.find(({ id }: Body) => id === ids.Link);
      assert.deepEqual(
        [link.title, link.target.url],
        [choice === "written" ? "Written link" : `Link, ${choice}`, `https://${choice}.example`],
      );
      const names = new Map(content.files.map(({ id, name }: Body) => [id, name]));
      assert.deepEqual(
        [names.get(file), names.get(goneFile)],
        {
          ours: ["ours.txt", undefined],
          theirs: ["theirs.txt", "kept.txt"],
          written: [`written-${file}.txt`, `written-${goneFile}.txt`],
        }[choice],
      );
      assert.deepEqual(
        [content.variables.version, content.variables.gone],
        { ours: ["ours", undefined], theirs: ["theirs", "2"], written: ["3", "3"] }[choice],
      );
      const reusable = await app.ok(
        app.admin,
        `GET ${space.path}/content/reusable-contents/${snippet}?format=markdown`,
      );
      assert.equal(reusable.title, choice === "written" ? "Written reusable-content" : `Snippet, ${choice}`);
    });

  for (const choice of ["ours", "theirs", "both", "written"] as const)
    test(`of additions and of deleted links and files are settled by the choice ${choice}`, async () => {
      const { app } = suite;
      const table = (first: string, last: string) =>
        `| a | b |\n|---|---|\n${first}| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n${last}`;
      const sections = (first: string, last: string) =>
        `## A\n\nAlpha.\n\n${first}Middle.\n\nOmega.\n${last}`;
      const additions: Record<string, [string, string, string]> = {
        "Same row": [table("", ""), table("| new | ours |\n", ""), table("", "| new | theirs |\n")],
        "Same heading": [
          sections("", ""),
          sections("### New\n\nIt is ours.\n\n", ""),
          sections("", "\n### New\n\nIt is theirs.\n"),
        ],
        "Two insertions": ["A b.\n", "A b. Added by ours.\n", "A b. Another of theirs.\n"],
      };
      const space = await app.space();
      const ids: Record<string, string> = {};
      for (const [name, [before]] of Object.entries(additions))
        ids[name] = await app.page(space.path, name, markdown(before));
      const url = (name: string) => ({ target: { kind: "url", url: `https://${name}.example` } });
      for (const name of ["Link of ours", "Link of theirs"])
        ids[name] = await app.page(space.path, name, { type: "link", ...url("base") });
      const { insertedFiles } = await app.change(space.path, {
        operation: "insert_files",
        files: ["ours.txt", "theirs.txt"].map((name) => ({
          name,
          contentType: "text/plain",
          base64: "YQ==",
        })),
      });
      const files = insertedFiles.map(({ id }: Body) => id);
      const request = await app.changeRequest(space);
      // Each side changes its own link and file, and deletes those of the other.
      for (const [target, side, other] of [
        [request, "ours", "theirs"],
        [space, "theirs", "ours"],
      ] as const) {
        const index = side === "ours" ? 0 : 1;
        await app.change(
          target.path,
          ...Object.entries(additions).map(([name, versions]) => ({
            ...{ operation: "update_page", page: ids[name] },
            ...markdown(versions[index + 1] ?? ""),
          })),
          {
            operation: "update_page",
            page: ids[`Link of ${side}`],
            title: `Changed by ${side}`,
            ...url(side),
          },
          { operation: "delete_page", page: ids[`Link of ${other}`] },
          { operation: "update_file", file: files[index], name: `${side}-changed.txt` },
          { operation: "delete_file", file: files[1 - index] },
        );
      }
      assert.equal((await app.ok(app.admin, `POST ${request.path}/update`)).result, "conflicts");
      const { items } = await app.ok(app.admin, `GET ${request.path}/conflicts`);
      const kinds = items.map(({ kind, deletedBy, subject }: Body) => [subject.title, kind, deletedBy]);
      assert.deepEqual(kinds.toSorted(), [
        ["Changed by ours", "deletion", "theirs"],
        ["Changed by theirs", "deletion", "ours"],
        ["Same heading", "text", undefined],
        ["Same heading", "text", undefined],
        ["Same row", "text", undefined],
        ["Same row", "text", undefined],
        ["Two insertions", "text", undefined],
        ["ours-changed.txt", "deletion", "theirs"],
        ["theirs-changed.txt", "deletion", "ours"],
      ]);
      // What is added at different positions is in conflict at each of them, where one side has nothing.
      const rows = items.filter(({ subject }: Body) => subject.title === "Same row");
      assert.deepEqual(
        rows.map(({ ours, theirs }: Body) => [ours.markdown, theirs.markdown]),
        [
          ["| new | ours |", ""],
          ["", "| new | theirs |"],
        ],
      );
      const choose = ({ kind, subject }: Body) => {
        if (choice !== "written" && choice !== "both") return { choice };
        if (kind !== "text") return { choice: subject.title.includes("ours") ? "ours" : "theirs" };
        return choice === "both" ? { choice } : { choice, markdown: "Written." };
      };
      const choices = items.map((item: Body) => ({ conflict: item.id, ...choose(item) }));
      const { open } = await app.ok(app.admin, `POST ${request.path}/conflicts/resolve`, {
        body: { choices },
      });
      assert.equal(open, 0);
      assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
      const expected = {
        ours: [true, false],
        theirs: [false, true],
        both: [true, true],
        written: [false, false],
      };
      for (const name of Object.keys(additions)) {
        const text = (await app.ok(app.admin, `GET ${space.path}/content/page/${ids[name]}`)).markdown;
        assert.deepEqual([/ours/.test(text), /theirs/.test(text)], expected[choice], text);
        assert.equal(/Written\./.test(text), choice === "written", text);
        assert.doesNotMatch(text, /<<<<<<<|>>>>>>>|=======/);
      }
      const content = await app.ok(app.admin, `GET ${space.path}/content`);
      const sides = choice === "ours" || choice === "theirs" ? [choice] : ["ours", "theirs"];
      const links = content.pages.filter(({ type }: Body) => type === "link");
      assert.deepEqual(
        links.map(({ title, target }: Body) => [title, target.url]).toSorted(),
        sides.map((side) => [`Changed by ${side}`, `https://${side}.example`]),
      );
      assert.deepEqual(
        content.files.map(({ name }: Body) => name).toSorted(),
        sides.map((side) => `${side}-changed.txt`),
      );
    });

  test("can keep both texts, and stay when they are edited by hand", async () => {
    const { app } = suite;
    const space = await app.space();
    const base = "Intro.\n\n- a\n- b\n\nEnd.\n";
    const page = await app.page(space.path, "Page", markdown(base));
    const request = await app.changeRequest(space);
    const write = (path: string, text: string) =>
      app.change(path, { operation: "update_page", page, ...markdown(text) });
    await write(request.path, "Intro, ours.\n\n- a, ours\n- b\n\nEnd, ours.\n");
    await write(space.path, "Intro, theirs.\n\n- a, theirs\n- b\n\nEnd, theirs.\n");
    await app.ok(app.admin, `POST ${request.path}/update`);
    const list = () => app.ok(app.admin, `GET ${request.path}/conflicts`);
    const { items } = await list();
    assert.deepEqual(
      items.map(({ base: before, ours }: Body) => [before.markdown, ours.markdown]),
      [
        ["Intro.", "Intro, ours."],
        ["- a", "- a, ours"],
        ["End.", "End, ours."],
      ],
    );
    const choose = (index: number, fields: object = { choice: "both" }, path = request.path) =>
      app.call(app.admin, `POST ${path}/conflicts/resolve`, {
        body: { choices: [{ conflict: items[index].id, ...fields }] },
      });
    for (const [fields, message] of [
      [{ choice: "written" }, /choices\[0\]\.markdown/],
      [{ choice: "neither" }, /choices\[0\]\.choice/],
    ] as const) {
      const { status, body } = await choose(0, fields);
      assert.deepEqual([status, message.test(body.error.message)], [400, true], body.error.message);
    }
    assert.equal((await choose(0)).status, 200);
    assert.equal((await choose(1)).status, 200);
    const text = async () => (await app.ok(app.admin, `GET ${request.path}/content/page/${page}`)).markdown;
    const settledText = "Intro, ours.\n\nIntro, theirs.\n\n- a, ours\n- a, theirs\n- b\n\n";
    assert.ok((await text()).startsWith(settledText), await text());
    // A change between the markers makes it another conflict, which still has what was before.
    await write(request.path, (await text()).replace("End, ours.", "End, edited."));
    assert.equal((await choose(2)).status, 409);
    const edited = await list();
    assert.deepEqual(
      edited.items.map((item: Body) => [item.base.markdown, item.ours.markdown]),
      [["End.", "End, edited."]],
    );
    assert.deepEqual([edited.total, edited.settled], [3, 2]);
    await write(request.path, `${settledText}End.\n`);
    const done = await list();
    assert.deepEqual([done.count, done.settled], [0, 3]);
    assert.equal((await app.ok(app.admin, `POST ${request.path}/merge`)).result, "merge");
    const reader = await app.member("read");
    await app.refused(reader, `POST ${request.path}/conflicts/resolve`, 403, /./, {
      body: { choices: [{ conflict: "x", choice: "ours" }] },
    });
  });
});

describeOnce("many conflicts of a change request", (suite) => {
  test("are settled without stopping other requests", async () => {
    const { app } = suite;
    const space = await app.space();
    const ids: string[] = [];
    const insertions = Array.from({ length: 50 }, (_, i) => ({
      operation: "insert_page",
      title: `Page ${i}`,
    }));
    for (let i = 0; i < 4; i++)
      ids.push(...(await app.change(space.path, ...insertions)).changes.map(({ page }: Body) => page.id));
    const request = await app.changeRequest(space);
    for (const { path } of [request, space])
      for (let start = 0; start < ids.length; start += 50)
        await app.change(
          path,
          ...ids.slice(start, start + 50).map((page) => ({
            operation: "update_page",
            page,
            title: `${path} ${page}`,
            document: { markdown: `Written in ${path}` },
          })),
        );
    await app.ok(app.admin, `POST ${request.path}/update`);
    const { items } = await app.ok(app.admin, `GET ${request.path}/conflicts?limit=1000`);
    const choices = items.map(({ id }: Body) => ({ conflict: id, choice: "theirs" }));
    await assertYields(async () => {
      const body = { choices };
      assert.equal((await app.ok(app.admin, `POST ${request.path}/conflicts/resolve`, { body })).open, 0);
    });
  });
});
