import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../../test/support/app.ts";

/** Malformed conditional blocks: not on lines of their own, misspelled, or not closed. */
const malformed = {
  sentence: "Shown.\n\nA {% if visitor.claims.x %}secret{% endif %} word.\n\nShown, too.\n",
  heading: "Shown.\n\n## A {% if visitor.claims.x %}secret{% endif %}\n\nShown, too.\n",
  capitals: "Shown.\n\n{% IF visitor.claims.x %}\n\nsecret\n\n{% ENDIF %}\n\nShown, too.\n",
  unclosed: "Shown.\n\n{%- if visitor.claims.x -%}\n\nsecret\n",
  items: "Shown.\n\n- {% if visitor.claims.x %}\n- secret\n- {% endif %}\n\nShown, too.\n",
  cells: "Shown.\n\n| {% if visitor.claims.x %} | secret | {% endif %} |\n| - | - | - |\n\nShown, too.\n",
  image: "Shown.\n\n![{% if visitor.claims.x %}secret{% endif %}](/files/f)\n\nShown, too.\n",
  again: "Shown.\n\n{% endif %} {% if visitor.claims.x %}\n\nsecret\n\nand {% endif %}\n\nShown, too.\n",
  comment: "Shown.\n\n<!-- {% if visitor.claims.x %} -->\nsecret\n\n{% endif %}\n\nShown, too.\n",
  comments: "Shown.\n\n<!-- {% if visitor.claims.x %} -->\n\nsecret\n\n<!-- {% endif %} -->\n\nShown, too.\n",
  "comment in a sentence":
    "Shown.\n\nA <!-- {% if visitor.claims.x %} --> secret\n\n{% endif %}\n\nShown, too.\n",
  footnote: "Shown.[^1]\n\nA {% if visitor.claims.x %}\n\n[^1]: secret\n\n{% endif %}\n\nShown, too.\n",
  "footnote after an item":
    "Shown.[^1]\n\n- {% if visitor.claims.x %}\n\n[^1]: secret\n\n{% endif %}\n\nShown, too.\n",
  "start in a footnote":
    "Shown.\n\n[^1]: A {% if visitor.claims.x %}\n\nsecret\n\n{% endif %}\n\nShown, too.[^1]\n",
  "link definition":
    "Shown. [a]\n\nA {% if visitor.claims.x %}\n\n[a]: /secret 'secret'\n\n{% endif %}\n\nShown, too.\n",
  cell: "Shown.\n\n| A |\n| --- |\n| {% if visitor.claims.x %}secret{% endif %} |\n\nShown, too.\n",
};

describeOnEachDatabase("hidden text in published pages", (suite) => {
  async function publish(markdown: string, changes: readonly object[] = []) {
    const { app } = suite;
    const space = await app.space({ title: "One" });
    const page = await app.page(space.path, "Page", { document: { markdown } });
    if (changes.length > 0) await app.change(space.path, ...changes);
    const sites = `/orgs/${app.organizationId}/sites`;
    const { id } = await app.ok(app.admin, `POST ${sites}`, { body: { spaces: [space.id] } });
    const { urls } = await app.ok(app.admin, `POST ${sites}/${id}/publish`);
    const body = { url: urls.published };
    const { apiToken } = await app.ok(app.admin, "POST /urls/published", { body });
    const visitor = { id: "", email: "", token: apiToken };
    const read = async (reader = visitor) => {
      const content = `GET ${space.path}/content`;
      const asText = await app.ok(reader, `${content}/page/${page}`, { query: { evaluated: "false" } });
      return [asText.markdown, JSON.stringify(await app.ok(reader, `${content}/page/${page}/document`))];
    };
    return { space, visitor, read };
  }

  test("text in a malformed conditional block is hidden from visitors", async () => {
    for (const [name, markdown] of Object.entries(malformed)) {
      const { read } = await publish(markdown);
      for (const text of await read()) {
        assert.match(text, /Shown\./, name);
        assert.doesNotMatch(text, /secret/, name);
        if (name !== "unclosed") assert.match(text, /Shown, too\./, name);
      }
      for (const text of await read(suite.app.admin))
        assert.match(text, /secret/, "the text is hidden from members");
    }
  });

  test("definitions in a conditional block are hidden from visitors", async () => {
    for (const definition of ["[^1]: secret", "> [^1]: secret", "- [^1]: secret", "[a]: /secret 'secret'"]) {
      const condition = `{% if visitor.claims.x %}\n${definition}\n{% endif %}`;
      for (const block of [condition, `> ${condition.replaceAll("\n", "\n> ")}`]) {
        const { read } = await publish(`Shown[^1] [a].\n\n${block}\n`);
        for (const text of await read()) {
          assert.match(text, /Shown/, block);
          assert.doesNotMatch(text, /secret/, block);
        }
        for (const text of await read(suite.app.admin))
          if (!block.includes("[a]:")) assert.match(text, /secret/);
      }
    }
  });

  test("conditional tags in code are text", async () => {
    const { read } = await publish(
      "`{% if a %}` is a tag.\n\n```twig\n{% if b %}\nshown\n{% endif %}\n```\n",
    );
    for (const text of await read()) assert.match(text, /if a.*if b.*shown/s);
  });

  test("reusable content is hidden from visitors", async () => {
    const { app } = suite;
    const text = { operation: "insert_reusable_content", title: "Staff", document: { markdown: "secret" } };
    const { space, visitor } = await publish("Shown.", [text]);
    const content = await app.ok(app.admin, `GET ${space.path}/content`);
    const [{ id }] = content.reusableContents;
    assert.deepEqual((await app.ok(visitor, `GET ${space.path}/content`)).reusableContents, []);
    for (const part of ["", "/document"])
      await app.refused(visitor, `GET ${space.path}/content/reusable-contents/${id}${part}`, 403, /visitor/);
  });
});
