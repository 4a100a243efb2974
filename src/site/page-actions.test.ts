import assert from "node:assert/strict";
import { test } from "node:test";
import { describeOnEachDatabase } from "../../test/support/app.ts";
import { openPage, publishSite } from "../../test/support/published-site.ts";

describeOnEachDatabase("the actions of a page", (suite) => {
  const publish = (customization?: object, page: object = {}) =>
    publishSite(suite.app, { pages: [["Home", { document: { markdown: "Text" }, ...page }]], customization });
  const menuOf = async (url: string) =>
    /<details class="menu page-actions">.*?<\/details>/s.exec((await openPage(suite.app, url)).text)?.[0] ??
    "";
  const allActions = { pageActions: { externalAI: true, markdown: true, mcp: true }, pdf: { enabled: true } };

  test("lead to the Markdown of the page, to assistants and to the MCP server, as the customization says", async () => {
    const site = await publish(allActions);
    const menu = await menuOf(site.url);
    const { pathname } = new URL(site.url);
    assert.ok(menu.includes(`href="${pathname}/home.md"`), menu);
    assert.ok(menu.includes(`data-copy-from="${pathname}/home.md"`));
    assert.ok(menu.includes(encodeURIComponent(`${site.url}/home.md`)));
    assert.match(menu, /href="https:\/\/chatgpt\.com\/[^"]*" target="_blank" rel="noopener nofollow"/);
    assert.ok(menu.includes(`data-copy-text="${site.url}/~gitbook/mcp"`));
    assert.match(menu, /href="cursor:.*href="vscode:.*data-print/s);
    const none = { externalAI: false, markdown: false, mcp: false };
    assert.equal(await menuOf((await publish({ pageActions: none, pdf: { enabled: false } })).url), "");
    const markdownOnly = await menuOf((await publish({ pageActions: { ...none, markdown: true } })).url);
    assert.doesNotMatch(markdownOnly, /chatgpt|mcp/);
  });

  test("are omitted by the layout of a page, and for agents where these cannot or may not read", async () => {
    const { app } = suite;
    const hidden = await publish(allActions, { layout: { actions: false } });
    assert.equal(await menuOf(hidden.url), "");
    const site = await publish(allActions);
    const body = { visibility: "share-link" };
    await app.ok(app.admin, `POST ${site.path}/share-links`, { body: { name: "Link" } });
    const { urls } = await app.ok(app.admin, `PATCH ${site.path}`, { body });
    const shared = await menuOf(urls.published);
    assert.match(shared, /home\.md/);
    assert.doesNotMatch(shared, /chatgpt|~gitbook/);
    const excluded = { visibility: "public", agentsContext: "excluded" };
    await app.ok(app.admin, `PATCH ${site.path}`, { body: excluded });
    assert.doesNotMatch(await menuOf(site.url), /home\.md|chatgpt|~gitbook/);
  });
});
