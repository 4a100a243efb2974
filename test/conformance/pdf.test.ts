import assert from "node:assert/strict";
import { test } from "node:test";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

describeWithClients("with PDFs", parts.pdf, (suite) => {
  test("gets spaces and change requests as PDFs, and parts of them", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Book" });
    const insert = { operation: "insert_page", title: "Page", document: { markdown: "Text\n" } };
    const response = await suite.clients.send("POST", `/spaces/${space.id}/content`, { changes: [insert] });
    const { changes } = (await response.json()) as { changes: { page: { id: string } }[] };
    const page = changes[0]?.page.id ?? "";
    const { data: opened } = await api.spaces.createChangeRequest(space.id, { subject: "Plan" });
    const answers = [
      await api.spaces.getSpacePdf(space.id),
      await api.spaces.getSpacePdf(space.id, { page, only: true }),
      await api.spaces.getChangeRequestPdf(space.id, opened.id),
      await api.spaces.getChangeRequestPdf(space.id, String(opened.number), { page, only: true }),
    ];
    for (const { data } of answers) {
      const pdf = await fetch(data.url);
      assert.deepEqual([pdf.status, pdf.headers.get("content-type")], [200, "application/pdf"]);
      assert.match(await pdf.text(), /^%PDF-/);
    }
    await assert.rejects(api.spaces.getSpacePdf(space.id, { only: true }), isError(400));
    await assert.rejects(api.spaces.getChangeRequestPdf(space.id, opened.id, { page: "x" }), isError(404));
  });
});
