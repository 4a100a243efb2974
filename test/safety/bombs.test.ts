import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnce } from "../support/app.ts";

/** Nested lists, each with nine aliases of the previous one ("billion laughs"). */
function nestedAliases(depth: number): string {
  const nines = (text: string) => Array.from({ length: 9 }, () => text).join(", ");
  const levels = Array.from(
    { length: depth },
    (_, i) => `a${i}: &a${i} [${nines(i === 0 ? "x" : `*a${i - 1}`)}]`,
  );
  return `---\n${levels.join("\n")}\ntitle: *a${depth - 1}\ndescription: *a${depth - 1}\n---\n\nText.\n`;
}

/** Small inputs that expand to large documents, each in two sizes. */
const bombs: Readonly<Record<string, readonly [small: string, large: string]>> = {
  "aliases in a front matter": [nestedAliases(4), nestedAliases(40)],
  "brackets in a front matter": [`---\na: ${"[".repeat(100)}\n---\n`, `---\na: ${"[".repeat(50_000)}\n---\n`],
  "footnotes in footnotes": [footnotes(5), footnotes(60)],
};

function footnotes(depth: number): string {
  const notes = Array.from({ length: depth }, (_, i) => `[^${i}]: ${`[^${i + 1}] `.repeat(9)}\n\n`);
  return `[^0]\n\n${notes.join("")}[^${depth}]: end\n`;
}

describeOnce("a hostile request", (suite) => {
  for (const [name, sizes] of Object.entries(bombs))
    test(`has a small response: ${name}`, async () => {
      const { app } = suite;
      const { path } = await app.space();
      for (const markdown of sizes) {
        const changes = [{ operation: "insert_page", title: "Bomb", document: { markdown } }];
        const reply = await app.call(app.admin, `POST ${path}/content`, { body: { changes } });
        assert.ok([200, 400].includes(reply.status), JSON.stringify(reply.body).slice(0, 200));
        if (reply.status === 400) continue;
        const { id } = reply.body.changes[0].page;
        const page = await app.ok(app.admin, `GET ${path}/content/page/${id}`, {
          query: { format: "document" },
        });
        assert.ok(JSON.stringify(page).length < 5000 + 200 * markdown.length);
      }
    });

  test("is refused if its URL is long and contains null characters", async () => {
    for (const url of [`/auth/sign-in%00${"?".repeat(15_000)}`, `/auth/sign-in?${"?%0".repeat(5000)}%00`]) {
      const { statusCode } = await suite.app.app.inject(url);
      assert.ok([400, 404].includes(statusCode), `${statusCode}`);
    }
  });
});
