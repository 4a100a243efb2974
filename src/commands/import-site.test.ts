import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../test/support/app.ts";
import { testOnce } from "../../test/support/databases.ts";
import { zipOf } from "../../test/support/zip.ts";
import { importSite } from "./import-site.ts";

const configuration = `$schema: https://api.gitbook.com/gitbook-docs.yaml
site:
  title: Acme
  structure:
    - type: section
      key: guides
      title: Guides
      path: guides
      children:
        - {type: space, key: fr, title: Français, path: fr, hidden: true, content: {directory: ./guides/fr, language: fr}}
        - {type: space, key: en, title: English, path: en, default: true, content: {directory: guides/en}}
    - type: section-group
      key: more
      title: More
      icon: bolt
      children:
        - type: section
          key: api
          title: API
          path: reference
          default: true
          icon: code
          description: All of it
          children:
            - {type: space, key: api, title: API, path: /, default: true, content: {directory: /api}}
        - {type: external-link, key: status, title: Status, url: "https://status.example.com"}
        - type: section-group
          key: inner
          title: Inner
          draft: true
          children:
            - type: section
              key: old
              title: Old
              path: old
              children:
                - {type: space, key: old, title: Old, path: old, draft: true, content: {directory: old, language: tlh}}
`;

async function withRepository(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-test-repository-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

describeOnEachDatabase("importing a repository with several spaces", (suite) => {
  test("creates a site with their sections, and imports each folder", async () => {
    const { app } = suite;
    const files = {
      "docs.yaml": configuration,
      "README.md": "# Of the repository\n",
      "guides/en/README.md": "# Welcome\n\n[More](more.md)\n",
      "guides/en/more.md": "# More\n",
      "guides/fr/README.md": "# Bienvenue\n",
      "api/.gitbook.yaml": "root: ./content\n",
      "api/content/README.md": "# Reference\n",
      "old/README.md": "# Old\n",
      "api/content/SUMMARY.md": "* [Reference](README.md)\n* ```yaml\n  type: builtin:other\n  ```\n",
    };
    await withRepository(files, async (folder) => {
      const { siteId, warnings } = await importSite(app.context, app.organizationId, folder);
      assert.deepEqual(warnings, [
        "docs.yaml: Status of type external-link is skipped",
        "Old: the language tlh is not known, and not set",
        "api/content/SUMMARY.md: entries of type builtin:other are skipped",
      ]);
      const path = `/orgs/${app.organizationId}/sites/${siteId}`;
      assert.equal((await app.ok(app.admin, `GET ${path}`)).title, "Acme");
      const { items: sections } = await app.ok(app.admin, `GET ${path}/sections`);
      const shapeOf = ({ title, path, default: isDefault = false, siteSpaces }: Reply["body"]) => [
        ...[title, path, isDefault],
        siteSpaces.map((part: Reply["body"]) => [part.title, part.path, part.default ?? false]),
      ];
      assert.deepEqual(sections.map(shapeOf), [
        [
          ...["Guides", "guides", false],
          [
            ["Français", "fr", false],
            ["English", "en", true],
          ],
        ],
        [...["API", "reference", true], [["API", "api", true]]],
        [...["Old", "old", false], [["Old", "old", true]]],
      ]);
      const { items: groups } = await app.ok(app.admin, `GET ${path}/section-groups`);
      assert.deepEqual(
        groups.map(({ title, icon, draft, children }: Reply["body"]) => [
          ...[title, icon, draft],
          children.map((child: Reply["body"]) => child.title),
        ]),
        [
          ["More", "bolt", false, ["API", "Inner"]],
          ["Inner", undefined, true, ["Old"]],
        ],
      );
      const titlesIn = async ({ space }: Reply["body"]) =>
        (await app.ok(app.admin, `GET /spaces/${space.id}/content/pages`)).pages.map(
          ({ title }: Reply["body"]) => title,
        );
      const [guides, api, old] = sections;
      const [french, english] = guides.siteSpaces;
      assert.deepEqual([french.hidden, french.space.language, old.siteSpaces[0].draft], [true, "fr", true]);
      assert.deepEqual([english.hidden, english.space.language], [undefined, undefined]);
      const { internationalization } = await app.ok(
        app.admin,
        `GET ${path}/site-spaces/${french.id}/customization`,
      );
      assert.equal(internationalization.locale, "fr");
      assert.deepEqual(await titlesIn(guides.siteSpaces[1]), ["Welcome", "More"]);
      assert.deepEqual(await titlesIn(api.siteSpaces[0]), ["Reference"]);
    });
  });

  test("updates the site and its spaces when it is repeated", async () => {
    const { app } = suite;
    const space = (key: string, title: string) =>
      `    - {type: section, key: ${key}, title: ${title}, path: ${key}, children: [{type: space, key: ${key}, title: ${title}, path: ${key}, content: {directory: ${key}}}]}\n`;
    const site = (title: string, ...spaces: string[]) =>
      `site:\n  title: ${title}\n  structure:\n${spaces.join("")}`;
    const files = {
      "docs.yaml": site("First", space("a", "Aaa"), space("b", "Bbb")),
      "a/README.md": "# Welcome\n\n[More](more.md) ![](dot.txt)\n",
      "a/more.md": "# More\n",
      "a/gone.md": "# Gone\n",
      "a/dot.txt": "dot",
      "b/README.md": "# Welcome\n",
    };
    await withRepository(files, async (folder) => {
      const { siteId } = await importSite(app.context, app.organizationId, folder);
      const path = `/orgs/${app.organizationId}/sites/${siteId}`;
      const read = async () => {
        const { structure } = await app.ok(app.admin, `GET ${path}/structure`);
        return structure.map((section: Reply["body"]) => [section.id, section.siteSpaces[0].id]);
      };
      const spacesIn = async () =>
        (await app.ok(app.admin, `GET ${path}/site-spaces`)).items.map((part: Reply["body"]) => part.space);
      const pagesIn = async (id: string) =>
        (await app.ok(app.admin, `GET /spaces/${id}/content/pages`)).pages;
      const [before, [a, b]] = [await read(), await spacesIn()];
      const pages = await pagesIn(a.id);
      const repeated = await importSite(app.context, app.organizationId, folder);
      assert.deepEqual([repeated.siteId, repeated.warnings], [siteId, []]);
      assert.deepEqual(await read(), before);
      assert.deepEqual(
        (await spacesIn()).map(({ id, revision }: Reply["body"]) => [id, revision]),
        [a, b].map(({ id, revision }) => [id, revision]),
        "an equal import made a revision",
      );

      const own = await app.space({ title: "Own" });
      const added = await app.ok(app.admin, `POST ${path}/sections`, { body: { spaceId: own.id } });
      await app.page(`/spaces/${a.id}`, "Added by hand");
      await writeFile(join(folder, "docs.yaml"), site("Second", space("c", "Ccc"), space("a", "New title")));
      await rm(join(folder, "a/gone.md"));
      await writeFile(join(folder, "a/more.md"), "# More\n\nChanged\n");
      await mkdir(join(folder, "c"));
      await writeFile(join(folder, "c/README.md"), "# Welcome\n");
      const changed = await importSite(app.context, app.organizationId, folder);
      assert.deepEqual(
        [changed.siteId, changed.warnings],
        [siteId, [`b is no longer in the repository: the space ${b.id} was removed from the site`]],
      );
      assert.equal((await app.ok(app.admin, `GET ${path}`)).title, "Second");
      const after = await read();
      assert.deepEqual(after.slice(1), [before[0], [added.id, added.siteSpaces[0].id]]);
      const [, renamed] = await spacesIn();
      assert.deepEqual([renamed.id, renamed.title], [a.id, "New title"]);
      await app.ok(app.admin, `GET /spaces/${b.id}`);
      const [welcome, more, ...others] = await pagesIn(a.id);
      assert.deepEqual([welcome, others], [pages[0], []], "an unchanged page changed, or a page was kept");
      assert.deepEqual([more.id, more.createdAt], [pages[2].id, pages[2].createdAt]);
      assert.notEqual(more.updatedAt, pages[2].updatedAt);
      await assert.rejects(
        importSite(app.context, app.organizationId, folder, { siteId: "none" }),
        /There is no site none/,
      );
    });
  });

  testOnce(suite)("resolves links to the spaces in GitBook's application", async () => {
    const { app } = suite;
    const at = (id: string, path: string) => `[Link](https://app.gitbook.com/s/${id}/${path})`;
    const files = {
      "docs.yaml":
        "site:\n  title: Links\n  structure:\n    - {type: space, key: a, title: Aaa, path: a, content: {directory: a}}\n    - {type: space, key: b, title: Bbb, path: b, content: {directory: b}}\n",
      "a/README.md": `# Home\n\n${at("idOfB", "guide/install#run")} ${at("idOfB", "missing")} ${at("idOfB", "guide")} ${at("idOfA", "more")}\n`,
      "a/more.md": `# More\n\n${at("unknown", "nowhere")}\n`,
      "b/README.md": "# Start\n",
      "b/guide/README.md": `# Guide\n\n${at("idOfA", "more")}\n`,
      "b/guide/install.md": "# Install\n\n## Run\n",
    };
    await withRepository(files, async (folder) => {
      const options = { origins: new Map([["a", "idOfA"]]) };
      const { siteId, warnings } = await importSite(app.context, app.organizationId, folder, options);
      assert.deepEqual(warnings, [
        "https://app.gitbook.com/s/idOfB is taken to be Bbb, because of the pages that are linked to",
        "https://app.gitbook.com/s/unknown is not one of these spaces; name it with --origins if it is",
      ]);
      const { items } = await app.ok(
        app.admin,
        `GET /orgs/${app.organizationId}/sites/${siteId}/site-spaces`,
      );
      const [a, b] = items.map((part: Reply["body"]) => part.space.id);
      const pageAt = (space: string, path: string) =>
        app.ok(app.admin, `GET /spaces/${space}/content/path/${path}`);
      const [install, guide, more] = [
        await pageAt(b, "guide/install"),
        await pageAt(b, "guide"),
        await pageAt(a, "more"),
      ];
      const links = async (space: string, path: string) =>
        [...(await pageAt(space, path)).markdown.matchAll(/\]\((.*?)\)/g)].map(([, href]) => href);
      assert.deepEqual(await links(a, "home"), [
        `/spaces/${b}/pages/${install.id}#run`,
        "https://app.gitbook.com/s/idOfB/missing",
        `/spaces/${b}/pages/${guide.id}`,
        "more.md",
      ]);
      assert.deepEqual(await links(b, "guide"), [`/spaces/${a}/pages/${more.id}`]);
    });
  });

  testOnce(suite)("can be read from a URL", async () => {
    const { app } = suite;
    const zip = zipOf([
      {
        name: "repository-main/docs.yaml",
        bytes:
          "site:\n  title: Web\n  structure:\n    - {type: space, key: a, title: Aaa, path: a, content: {directory: a}}\n",
      },
      { name: "repository-main/a/README.md", bytes: "# Welcome\n" },
    ]);
    const server = createServer((_, response) => response.end(zip));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repository.zip`;
      const context = { ...app.context, config: { ...app.context.config, allowPrivateNetwork: true } };
      const { siteId } = await importSite(context, app.organizationId, url);
      const { title, siteSpaces } = await app.ok(
        app.admin,
        `GET /orgs/${app.organizationId}/sites/${siteId}`,
      );
      assert.deepEqual([title, siteSpaces], ["Web", 1]);
      await assert.rejects(importSite(app.context, app.organizationId, url), /private/);
    } finally {
      server.close();
    }
  });

  testOnce(suite)("can have spaces without sections", async () => {
    const { app } = suite;
    const files = {
      "gitbook-docs.yaml":
        "site:\n  title: A\n  structure:\n    - {type: space, key: a, title: One, path: one, content: {directory: ./}}\n    - {type: space, key: b, title: Two, path: two, content: {directory: null}}\n",
      "README.md": "# Welcome\n",
    };
    await withRepository(files, async (folder) => {
      const { siteId, warnings } = await importSite(app.context, app.organizationId, folder);
      assert.deepEqual(warnings, ["gitbook-docs.yaml: Two of type space is skipped"]);
      const { items } = await app.ok(
        app.admin,
        `GET /orgs/${app.organizationId}/sites/${siteId}/site-spaces`,
      );
      assert.deepEqual(
        items.map(({ title, path }: Reply["body"]) => [title, path]),
        [["One", "one"]],
      );
    });
  });

  testOnce(suite)("is refused without a configuration", async () => {
    const { app } = suite;
    for (const text of ["", "pages: [a.md]", "a: [", "site: {structure: [{type: space}]}"])
      await withRepository({ "docs.yaml": text }, (folder) =>
        assert.rejects(
          importSite(app.context, app.organizationId, folder),
          /has no gitbook-docs\.yaml or docs\.yaml with spaces/,
        ),
      );
  });
});
