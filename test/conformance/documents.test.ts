import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { describeWithClients } from "./client.ts";

const folder = new URL("../corpus/", import.meta.url).pathname;
const pages = globSync("*/*.md", { cwd: folder })
  .toSorted()
  .map((name) => ({ name, markdown: readFileSync(`${folder}${name}`, "utf8") }));
const batchSize = 50;

describeWithClients("with documents", [], (suite) => {
  test("reads the pages of the corpus in both forms, and writes back what it has read", async () => {
    const { api, organizationId, clients, kind } = suite;
    // The database has no part in what is read from a text.
    const corpus = kind === "sqlite" ? pages : pages.filter((_, i) => i % 10 === 0);
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Corpus" });
    const send = async (changes: readonly object[]): Promise<{ changes: { page: { id: string } }[] }> => {
      const response = await clients.send("POST", `/spaces/${space.id}/content`, { changes });
      assert.equal(response.status, 200, await response.clone().text());
      return response.json() as Promise<{ changes: { page: { id: string } }[] }>;
    };
    const ids: string[] = [];
    for (let at = 0; at < corpus.length; at += batchSize) {
      const batch = corpus.slice(at, at + batchSize);
      const { changes } = await send(
        batch.map(({ name, markdown }) => ({
          operation: "insert_page",
          title: name,
          document: { markdown },
        })),
      );
      ids.push(...changes.map(({ page }) => page.id));
    }
    assert.equal(ids.length, corpus.length);
    const read = async (page: string) => {
      const { data } = await api.spaces.getPageById(space.id, page, { format: "document" });
      assert.ok("document" in data, data.title);
      return data.document;
    };
    for (const [i, { name, markdown }] of corpus.entries()) {
      const id = ids[i] ?? "";
      const { data: page } = await api.spaces.getPageById(space.id, id, { format: "markdown" });
      assert.equal("markdown" in page && page.markdown, markdown, name);
      const document = await read(id);
      const { revision } = (await api.spaces.getSpaceById(space.id)).data;
      const { data: alone } = await api.spaces.getPageDocumentInRevisionById(space.id, revision ?? "", id);
      assert.deepEqual(alone, document, name);
    }
    const documents = await Promise.all(ids.map(read));
    for (let at = 0; at < ids.length; at += batchSize) {
      const batch = ids.slice(at, at + batchSize);
      await send(
        batch.map((page, i) => ({
          operation: "update_page",
          page,
          document: { document: documents[at + i] },
        })),
      );
    }
    for (const [i, id] of ids.entries()) {
      const { nodes } = await read(id);
      assert.deepEqual(nodes, documents[i]?.nodes, corpus[i]?.name ?? "");
    }
  });
});
