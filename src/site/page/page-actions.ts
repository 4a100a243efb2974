import { joinUrl } from "../../publishing/index.ts";
import { attributes, type Html, html } from "../html/index.ts";
import type { FrameContext } from "./frame-context.ts";
import { type SitePage, slugSegments } from "./site-page.ts";
import { mcpPath } from "./site-urls.ts";

/** A menu of what can be done with a page, as the customization and the layout of the page say. */
export function writePageActions(page: SitePage, frame: FrameContext): Html | false {
  const { words, icon, settings, lang } = frame;
  const isForAgents = page.site.agents_context === "included" && !frame.isStatic;
  const { externalAI, markdown, mcp } = settings.pageActions;
  const items = [
    ...(isForAgents && markdown ? markdownItems(page, frame) : []),
    ...(isForAgents && externalAI ? assistantItems(page, frame) : []),
    ...(isForAgents && mcp ? mcpItems(page, frame) : []),
    ...(settings.pdf.enabled
      ? [item("file-arrow-down", words.saveAsPdf, { "data-print": true }, frame)]
      : []),
  ];
  if (items.length === 0 || page.record.layout?.actions === false) return false;
  return html`<details class="menu page-actions"${attributes({ lang })}><summary class="button">${words.pageActions}${icon("chevron-down")}</summary><ul>${items}</ul></details>`;
}

type Attributes = Parameters<typeof attributes>[0];

/** A link, or a button for what needs a script. */
function item(name: string, title: string, data: Attributes, { icon }: FrameContext): Html {
  const inner = html`${icon(name)}<span>${title}</span>`;
  return "href" in data
    ? html`<li><a class="menu-link"${attributes(data)}>${inner}</a></li>`
    : html`<li class="script-only"><button type="button" class="menu-link"${attributes(data)}>${inner}</button></li>`;
}

function markdownItems(page: SitePage, frame: FrameContext): Html[] {
  const { words, urls } = frame;
  const href = `${urls.page(slugSegments(page))}.md`;
  return [
    item("copy", words.copyMarkdown, { "data-copy-from": href, "data-copied": words.copied }, frame),
    item("file-lines", words.viewMarkdown, { href, rel: "nofollow" }, frame),
  ];
}

/** Assistants with the address of a new conversation that begins with a prompt. */
const assistants = [
  ["ChatGPT", "https://chatgpt.com/?hints=search&q="],
  ["Claude", "https://claude.ai/new?q="],
] as const;

/** Links to assistants. They can only read pages that everyone can read. */
function assistantItems(page: SitePage, frame: FrameContext): Html[] {
  const { words, rootUrl } = frame;
  if (rootUrl === undefined || !page.isForEveryone) return [];
  const prompt = words.assistantPrompt.replace("%", `${joinUrl(rootUrl, slugSegments(page))}.md`);
  return assistants.map(([name, address]) => {
    const href = address + encodeURIComponent(prompt);
    const title = words.openIn.replace("%", name);
    return item("comment", title, { href, target: "_blank", rel: "noopener nofollow" }, frame);
  });
}

/** The MCP server of the site: its URL to copy, and links that add it to editors. */
function mcpItems(page: SitePage, frame: FrameContext): Html[] {
  const { words, rootUrl, siteTitle } = frame;
  if (rootUrl === undefined || !page.isForEveryone) return [];
  const url = joinUrl(rootUrl, mcpPath.split("/"));
  const name = siteTitle.slice(0, 60);
  const config = Buffer.from(JSON.stringify({ url })).toString("base64");
  const cursor = `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`;
  const vsCode = `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: "http", url }))}`;
  const rel = "nofollow";
  return [
    item("plug", words.copyMcpUrl, { "data-copy-text": url, "data-copied": words.copied }, frame),
    item("plug", words.addMcpTo.replace("%", "Cursor"), { href: cursor, rel }, frame),
    item("plug", words.addMcpTo.replace("%", "VS Code"), { href: vsCode, rel }, frame),
  ];
}
