import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { describeOnEachDatabase, type Reply } from "../../test/support/app.ts";
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
        - {type: space, key: fr, title: Français, path: fr, content: {directory: ./guides/fr, language: fr}}
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
      "api/content/SUMMARY.md": "* [Reference](README.md)\n* ```yaml\n  type: builtin:other\n  ```\n",
    };
    await withRepository(files, async (folder) => {
      const { siteId, warnings } = await importSite(app.context, app.organizationId, folder);
      assert.deepEqual(warnings, [
        "docs.yaml: Status of type external-link is skipped",
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
      ]);
      const { items: groups } = await app.ok(app.admin, `GET ${path}/section-groups`);
      assert.deepEqual(
        groups.map(({ title, icon }: Reply["body"]) => [title, icon]),
        [["More", "bolt"]],
      );
      const titlesIn = async ({ space }: Reply["body"]) =>
        (await app.ok(app.admin, `GET /spaces/${space.id}/content/pages`)).pages.map(
          ({ title }: Reply["body"]) => title,
        );
      const [guides, api] = sections;
      assert.deepEqual(await titlesIn(guides.siteSpaces[1]), ["Welcome", "More"]);
      assert.deepEqual(await titlesIn(api.siteSpaces[0]), ["Reference"]);
    });
  });

  test("can have spaces without sections", async () => {
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

  test("is refused without a configuration", async () => {
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
