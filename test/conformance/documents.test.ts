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
  test("reads the pages of the corpus in both formats, and writes back the documents unchanged", async () => {
    const { api, organizationId, clients, kind } = suite;
    // Parsing does not depend on the database, so PostgreSQL gets a sample.
    const corpus = kind === "sqlite" ? pages : pages.filter((_, i) => i % 10 === 0);
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Corpus" });
    const sendBatches = async (changes: readonly object[]): Promise<string[]> => {
      const ids: string[] = [];
      for (let start = 0; start < changes.length; start += batchSize)
        ids.push(
          ...(await clients.change(`/spaces/${space.id}`, ...changes.slice(start, start + batchSize))),
        );
      return ids;
    };
    const inserts = corpus.map(({ name, markdown }) => ({
      operation: "insert_page",
      title: name,
      document: { markdown },
    }));
    const ids = await sendBatches(inserts);
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
      const { data: separate } = await api.spaces.getPageDocumentInRevisionById(space.id, revision ?? "", id);
      assert.deepEqual(separate, document, name);
    }
    const documents = await Promise.all(ids.map(read));
    await sendBatches(
      ids.map((page, i) => ({ operation: "update_page", page, document: { document: documents[i] } })),
    );
    for (const [i, id] of ids.entries()) {
      const { nodes } = await read(id);
      assert.deepEqual(nodes, documents[i]?.nodes, corpus[i]?.name ?? "");
    }
  });
});
