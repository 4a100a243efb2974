import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { ImportContentSource } from "@gitbook/api";
import { listen } from "../support/server.ts";
import { zipOfTree } from "../support/zip.ts";
import { describeWithClients, isError } from "./client.ts";
import { parts } from "./parts.ts";

const tree = zipOfTree({
  "README.md": "# Welcome\n\nRead [on](next.md).\n",
  "next.md": "# Next\n\nThe end.\n",
});

describeWithClients("with imports", parts.imports, (suite) => {
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/tree.zip" ? 200 : 404;
    response.end(tree);
  });
  let url: string;
  before(async () => {
    url = `${await listen(server)}/tree.zip`;
  });
  after(() => server.close());

  test("imports into spaces, change requests and pages", async () => {
    const { api, organizationId } = suite;
    const { data: space } = await api.orgs.createSpace(organizationId, { title: "Imported" });
    const from = { url, source: ImportContentSource.Zip };
    const { data: first } = await api.spaces.importContent(space.id, from);
    assert.deepEqual([first.importedResources, first.totalResources], [2, 2]);
    const { data: list } = await api.spaces.listPages(space.id);
    const [page] = list.pages;
    assert.deepEqual([page?.title, list.pages.length], ["Welcome", 2]);
    await api.spaces.importContentInPageById(space.id, page?.id ?? "", from);
    const { data: request } = await api.spaces.createChangeRequest(space.id, { subject: "Import" });
    const { data: second } = await api.spaces.importContentInChangeRequest(space.id, request.id, from);
    assert.equal(second.importedResources, 2);
    await api.spaces.importContentInChangeRequestPageById(space.id, request.id, page?.id ?? "", from);
    const missing = { ...from, url: url.replace("tree", "missing") };
    await assert.rejects(api.spaces.importContent(space.id, missing), isError(400));
  });
});
