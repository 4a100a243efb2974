import assert from "node:assert/strict";
import { test } from "node:test";
import { readPdf } from "../support/pdf/books.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with PDFs", parts.pdf, (suite) => {
  async function readDownload({ data }: { data: { url: string } }) {
    const response = await fetch(data.url);
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/pdf"]);
    return readPdf(await response.bytes());
  }

  test("downloads spaces, change requests and single pages as PDF", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Book" });
    const insert = (title: string, markdown: string) => ({
      operation: "insert_page",
      title,
      document: { markdown },
    });
    const path = `/spaces/${space.id}`;
    const [page = ""] = await suite.clients.change(path, insert("First", "The text.\n\n## Inside\n"));
    await suite.clients.change(path, insert("Second", `See [the first](/pages/${page}).\n`));

    const book = await readDownload(await api.spaces.getSpacePdf(space.id));
    assert.equal(book.title, "Book");
    assert.deepEqual(book.outline, ["Contents 2", "First 3", "  Inside 3", "Second 4"]);
    assert.match(book.pages[2] ?? "", /First.*The text\./s);
    assert.ok(book.links.some(({ from, to }) => from === 4 && to === 3));
    const singlePage = await readDownload(await api.spaces.getSpacePdf(space.id, { page, only: true }));
    assert.deepEqual(singlePage.outline, ["First 1", "  Inside 1"]);

    const { data: opened } = await api.spaces.createChangeRequest(space.id, { subject: "Plan" });
    await suite.clients.change(`${path}/change-requests/${opened.id}`, insert("Third", "New words."));
    const draft = await readDownload(await api.spaces.getChangeRequestPdf(space.id, opened.id));
    assert.match(draft.pages[0] ?? "", new RegExp(`Change request #${opened.number}: Plan`));
    assert.equal(draft.outline.at(-1), "Third 5");
    const pageOfDraft = await readDownload(
      await api.spaces.getChangeRequestPdf(space.id, String(opened.number), { page, only: true }),
    );
    assert.deepEqual(pageOfDraft.outline, singlePage.outline);
    assert.deepEqual((await readDownload(await api.spaces.getSpacePdf(space.id))).outline, book.outline);

    await assert.rejects(api.spaces.getSpacePdf(space.id, { only: true }), isError(400));
    await assert.rejects(api.spaces.getChangeRequestPdf(space.id, opened.id, { page: "x" }), isError(404));
  });
});
