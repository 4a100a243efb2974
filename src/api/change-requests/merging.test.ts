import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

const markers = /^<<<<<<< change request\n([\s\S]*?)\n=======\n([\s\S]*?)\n>>>>>>> primary content$/m;

describeOnEachDatabase("merging", (suite) => {
  /** Creates a space with one page, and a change request. */
  async function createChangeRequest(markdown = "One\n\nTwo\n") {
    const { app } = suite;
    const space = await app.space();
    const page = await app.page(space.path, "Page", { document: { markdown } });
    const request = await app.changeRequest(space);
    const write = (target: { path: string }, text: string) =>
      app.change(target.path, { operation: "update_page", page, document: { markdown: text } });
    const read = async (target: { path: string }): Promise<string> =>
      (await app.ok(app.admin, `GET ${target.path}/content/page/${page}`)).markdown;
    const post = (operation: string) => app.ok(app.admin, `POST ${request.path}/${operation}`);
    const outdated = async (): Promise<boolean> => (await app.ok(app.admin, `GET ${request.path}`)).outdated;
    return { app, space, page, request, write, read, post, outdated };
  }

  test("makes the content of the change request the primary content", async () => {
    const { app, space, request, write, read, post, outdated } = await createChangeRequest();
    const before = await app.ok(app.admin, `GET ${space.path}`);
    await write(request, "One\n\nTwo, better\n");
    assert.equal(await outdated(), false);
    const { revision, result } = await post("merge");
    assert.equal(result, "merge");
    assert.equal(await read(space), "One\n\nTwo, better\n");
    const after = await app.ok(app.admin, `GET ${space.path}`);
    assert.equal(after.revision, revision);
    const merged = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual(
      [merged.status, merged.revisionMerged, merged.revisionInitial, merged.outdated, merged.mergedBy.id],
      ["merged", revision, before.revision, false, app.admin.id],
    );
    const content = await app.ok(app.admin, `GET ${space.path}/content`);
    assert.deepEqual([content.type, content.parents], ["merge", [before.revision, merged.revision]]);
    const { mergedFrom, changes } = await app.ok(
      app.admin,
      `GET ${space.path}/revisions/${revision}/changes`,
    );
    assert.deepEqual([mergedFrom, content.mergedFrom], [merged, merged]);
    assert.equal(changes.length, 1);
    assert.equal((await app.ok(app.admin, `GET ${request.path}/changes`)).changes.length, 1);
  });

  test("is shown in the revision, whose entity tag changes with the change request but still matches the content", async () => {
    const { app, space, request, write, post } = await createChangeRequest();
    await write(request, "One\n\nTwo, better\n");
    const { revision } = await post("merge");
    for (const path of [`${space.path}/content`, `${space.path}/revisions/${revision}`]) {
      const { headers } = await app.call(app.admin, `GET ${path}`);
      const seen = { "if-none-match": String(headers.etag) };
      assert.equal((await app.call(app.admin, `GET ${path}`, { headers: seen })).status, 304);
      await app.ok(app.admin, `POST ${request.path}/comments`, { body: { body: { markdown: "Good" } } });
      const { status, body } = await app.call(app.admin, `GET ${path}`, { headers: seen });
      assert.deepEqual([status, body.mergedFrom], [200, await app.ok(app.admin, `GET ${request.path}`)]);
    }
    const { headers } = await app.call(app.admin, `GET ${space.path}/content`);
    await app.ok(app.admin, `POST ${request.path}/comments`, { body: { body: { markdown: "Very" } } });
    const edit = (ifMatch: unknown) =>
      app.call(app.admin, `POST ${space.path}/content`, {
        headers: { "if-match": String(ifMatch) },
        body: { changes: [{ operation: "insert_page", title: "More" }] },
      });
    assert.equal((await edit(headers.etag)).status, 200);
    assert.equal((await edit(headers.etag)).status, 412);
  });

  test("does not require an update of an outdated change request", async () => {
    const { space, request, write, read, post, outdated } = await createChangeRequest();
    await write(space, "One, of all\n\nTwo\n");
    await write(request, "One\n\nTwo, better\n");
    assert.equal(await outdated(), true);
    assert.equal((await post("merge")).result, "merge");
    assert.equal(await read(space), "One, of all\n\nTwo, better\n");
    assert.equal(await outdated(), false);
  });

  test("changes nothing on conflicts, which an update writes into the page to be resolved", async () => {
    const { app, space, page, request, write, read, post, outdated } = await createChangeRequest();
    await write(space, "One, of all\n\nTwo\n");
    await write(request, "One, better\n\nTwo\n");
    const [primary, before] = [
      await app.ok(app.admin, `GET ${space.path}`),
      await app.ok(app.admin, `GET ${request.path}`),
    ];
    assert.deepEqual(await post("merge"), { result: "conflicts", revision: primary.revision });
    assert.deepEqual(await app.ok(app.admin, `GET ${space.path}`), primary);
    assert.deepEqual(await app.ok(app.admin, `GET ${request.path}`), before);

    const { revision, result } = await post("update");
    assert.equal(result, "conflicts");
    const [, ours, theirs] = markers.exec(await read(request)) ?? [];
    assert.deepEqual([ours, theirs], ["One, better", "One, of all"]);
    const updated = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual(
      [updated.revision, updated.revisionMergedAncestor, updated.outdated],
      [revision, primary.revision, false],
    );
    await app.refused(
      app.admin,
      `POST ${request.path}/merge`,
      409,
      new RegExp(`markers in Page \\(${page}\\)`),
    );
    assert.equal(await outdated(), false);
    await write(request, "One, better for all\n\nTwo\n");
    assert.equal((await post("merge")).result, "merge");
    assert.equal(await read(space), "One, better for all\n\nTwo\n");
  });

  test("combines changes to one block, and reports sections that both sides added", async () => {
    const text = (setup: string, code: string, end = "") =>
      `Install it. ${setup}\n\n\`\`\`sh\n${code}\nnpm ci\nnpm start\n\`\`\`\n\n- One\n${end}`;
    const { space, request, write, read, post } = await createChangeRequest(text("Start it.", "cd app"));
    await write(space, text("Start it.", "cd site", "- Two\n"));
    await write(request, text("Then start it.", "cd app").replace("npm start", "npm run serve"));
    assert.equal((await post("update")).result, "update");
    const merged = text("Then start it.", "cd site", "- Two\n").replace("npm start", "npm run serve");
    assert.equal(await read(request), merged);
    await write(space, text("Start it.", "cd site", "- Two\n\n## Usage\n\nOpen it.\n"));
    await write(request, `${merged}\n## Usage\n\nClick on it.\n`);
    assert.equal((await post("merge")).result, "conflicts");
    assert.equal((await post("update")).result, "conflicts");
    const [, ours, theirs] = markers.exec(await read(request)) ?? [];
    assert.deepEqual([ours, theirs], ["Click on it.", "Open it."]);
  });

  test("is refused while there are conflict markers, even after another update", async () => {
    const { app, space, request, write, post } = await createChangeRequest();
    await write(space, "One, of all\n\nTwo\n");
    await write(request, "One, better\n\nTwo\n");
    await post("update");
    await app.page(space.path, "Another");
    assert.equal((await post("update")).result, "update");
    await app.refused(app.admin, `POST ${request.path}/merge`, 409, /markers/);
  });

  test("ignores conflict markers that no update wrote", async () => {
    const { space, request, write, read, post } = await createChangeRequest();
    const text = "```\n<<<<<<< change request\na\n=======\nb\n>>>>>>> primary content\n```\n";
    await write(request, text);
    assert.equal((await post("merge")).result, "merge");
    assert.equal(await read(space), text);
  });

  test("reports a title that both sides changed, and writes it into the page", async () => {
    const { app, space, page, request, read, post } = await createChangeRequest();
    await app.change(space.path, { operation: "update_page", page, title: "Theirs" });
    await app.change(request.path, { operation: "update_page", page, title: "Ours" });
    assert.equal((await post("merge")).result, "conflicts");
    assert.equal((await post("update")).result, "conflicts");
    assert.deepEqual(markers.exec(await read(request))?.slice(1), ["title: Ours", "title: Theirs"]);
    await app.refused(app.admin, `POST ${request.path}/merge`, 409, /markers in Ours/);
  });

  test("is refused for unresolved variables, file names and titles", async () => {
    const { app, space, request, post } = await createChangeRequest();
    const files = [{ name: "a.txt", contentType: "text/plain", base64: "YQ==" }];
    await app.change(
      space.path,
      { operation: "insert_files", files },
      { operation: "insert_page", type: "group", title: "Group" },
    );
    await post("update");
    const { pages, files: all } = await app.ok(app.admin, `GET ${space.path}/content`);
    const [group, file] = [pages[1].id, all[0].id];
    for (const [target, name] of [
      [space, "theirs"],
      [request, "ours"],
    ] as const)
      await app.change(
        target.path,
        { operation: "set_variables", variables: { version: name } },
        { operation: "update_file", file, name: `${name}.txt` },
        { operation: "update_page", page: group, title: name },
      );
    assert.equal((await post("merge")).result, "conflicts");
    assert.equal((await post("update")).result, "conflicts");
    const content = await app.ok(app.admin, `GET ${request.path}/content`);
    const both = (ours: string, theirs: string) => `<<<<<<< ${ours} ======= ${theirs} >>>>>>>`;
    assert.deepEqual(
      [content.variables.version, content.files[0].name, content.pages[1].title],
      [both("ours", "theirs"), both("ours.txt", "theirs.txt"), both("ours", "theirs")],
    );
    for (const [change, message] of [
      [{ operation: "set_variables", variables: { version: "ours" } }, /the variable version/],
      [{ operation: "update_file", file, name: "new.txt" }, /the name of the file/],
      [{ operation: "update_page", page: group, title: "theirs" }, /<<<<<<< ours ======= theirs >>>>>>> \(/],
    ] as const) {
      await app.refused(app.admin, `POST ${request.path}/merge`, 409, message);
      await app.change(request.path, change);
    }
    assert.equal((await post("merge")).result, "merge");
    const merged = await app.ok(app.admin, `GET ${space.path}/content`);
    assert.deepEqual([merged.variables.version, merged.files[0].name], ["ours", "new.txt"]);
  });

  test("works in a locked space", async () => {
    const { app, space, request, write, read, post } = await createChangeRequest();
    await app.ok(app.admin, `PATCH ${space.path}`, { body: { editMode: "locked" } });
    await write(request, "Locked\n");
    assert.equal((await post("merge")).result, "merge");
    assert.equal(await read(space), "Locked\n");
  });

  test("works without any changes", async () => {
    const { app, space, post } = await createChangeRequest();
    const before = await app.ok(app.admin, `GET ${space.path}/content/pages`);
    const { revision } = await post("merge");
    assert.equal((await app.ok(app.admin, `GET ${space.path}`)).revision, revision);
    assert.deepEqual(await app.ok(app.admin, `GET ${space.path}/content/pages`), before);
  });

  test("50 change requests concurrently loses no edit", async () => {
    const { app, space } = await createChangeRequest();
    const requests = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const request = await app.changeRequest(space);
        await app.change(request.path, {
          operation: "insert_page",
          title: `Page ${i}`,
          document: { markdown: `# ${i}` },
        });
        return request;
      }),
    );
    const pending = new Set(requests.map(({ path }) => path));
    for (let round = 0; round < 5 && pending.size > 0; round++) {
      await Promise.all(
        [...pending].map(async (path) => {
          const { status, body } = await app.call(app.admin, `POST ${path}/merge`);
          assert.ok(status === 200 || status === 503, JSON.stringify(body));
          if (status === 200) assert.equal(body.result, "merge");
          if (status === 200) pending.delete(path);
        }),
      );
    }
    assert.equal(pending.size, 0);
    const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
    const titles = new Set(pages.map(({ title }: { title: string }) => title));
    assert.deepEqual(titles, new Set(["Page", ...requests.map((_, i) => `Page ${i}`)]));
  });

  test("20 changes to different paragraphs of one page keeps all of them", async () => {
    const paragraphs = Array.from({ length: 20 }, (_, i) => `Paragraph ${i}.`);
    const { app, space, write, read } = await createChangeRequest(paragraphs.join("\n\n"));
    const better = paragraphs.map((text) => `${text} Better.`);
    const requests = [];
    for (const i of paragraphs.keys()) {
      const request = await app.changeRequest(space);
      await write(request, paragraphs.with(i, better[i] ?? "").join("\n\n"));
      requests.push(request);
    }
    const results = await Promise.all(requests.map(({ path }) => app.ok(app.admin, `POST ${path}/merge`)));
    assert.ok(results.every(({ result }) => result === "merge"));
    assert.equal(await read(space), better.join("\n\n"));
  });

  test("and editing one change request concurrently do not interfere", async () => {
    const { app, space, request, post } = await createChangeRequest();
    const edits = Array.from({ length: 10 }, (_, i) =>
      app.call(app.admin, `POST ${request.path}/content`, {
        body: { changes: [{ operation: "insert_page", title: `P${i}` }] },
      }),
    );
    const merge = post("merge");
    const replies = await Promise.all(edits);
    assert.equal((await merge).result, "merge");
    const accepted = replies.filter(({ status }) => status === 200).length;
    assert.ok(replies.every(({ status }) => status === 200 || status === 409));
    const { pages } = await app.ok(app.admin, `GET ${space.path}/content/pages`);
    assert.equal(pages.length, 1 + accepted);
  });
});

describeOnEachDatabase("updating", (suite) => {
  test("does nothing if there are no new changes, and records the primary revision", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    const before = await app.ok(app.admin, `GET ${request.path}`);
    const primary = await app.ok(app.admin, `GET ${space.path}`);
    const reply = await app.ok(app.admin, `POST ${request.path}/update`);
    assert.deepEqual(reply, { result: "update", revision: before.revision });
    const after = await app.ok(app.admin, `GET ${request.path}`);
    assert.deepEqual(after, { ...before, revisionMergedAncestor: primary.revision });
  });

  test("merges the primary content, and the change request lists only its own changes", async () => {
    const { app } = suite;
    const space = await app.space();
    const request = await app.changeRequest(space);
    await app.change(request.path, { operation: "insert_page", title: "Mine" });
    await app.page(space.path, "Theirs");
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).outdated, true);
    const { result, revision } = await app.ok(app.admin, `POST ${request.path}/update`);
    assert.equal(result, "update");
    const content = await app.ok(app.admin, `GET ${request.path}/content`);
    assert.deepEqual([content.id, content.type, content.parents.length], [revision, "update", 2]);
    assert.deepEqual(
      new Set(content.pages.map(({ title }: { title: string }) => title)),
      new Set(["Mine", "Theirs"]),
    );
    const { changes } = await app.ok(app.admin, `GET ${request.path}/changes`);
    assert.deepEqual(
      changes.map(({ type }: { type: string }) => type),
      ["page_created"],
    );
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).outdated, false);
  });

  test("is not needed after a change that was reverted", async () => {
    const { app } = suite;
    const space = await app.space();
    await app.change(space.path, { operation: "set_variables", variables: { a: "1" } });
    const request = await app.changeRequest(space);
    await app.change(space.path, { operation: "set_variables", variables: { a: "2" } });
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).outdated, true);
    await app.change(space.path, { operation: "set_variables", variables: { a: "1" } });
    assert.equal((await app.ok(app.admin, `GET ${request.path}`)).outdated, false);
  });
});
