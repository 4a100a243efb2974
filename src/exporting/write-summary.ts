import { destinationOf } from "../content/document/index.ts";
import type { PageRecord } from "../content/index.ts";
import { escapeTitle, isHeadingTitle } from "../content/markdown/index.ts";
import type { PageBranch } from "../content/pages/index.ts";
import { defaultSummary } from "../importing/markdown-tree/index.ts";
import { type ExportTree, exportedPath } from "./export-paths.ts";

/** The table of contents: nested lists of links, with groups as headings. A thematic break ends a group. */
export async function writeSummary(pages: readonly PageBranch[], tree: ExportTree): Promise<string> {
  const lines = ["# Table of contents", ""];
  const startPart = (...part: string[]) => lines.push(...(lines.at(-1) === "" ? [] : [""]), ...part, "");
  let isInGroup = false;
  for (const page of pages) {
    const { record, children } = page;
    const isGroup = record.type === "group";
    if (isGroup) startPart(`## ${groupEntry(record)}`);
    else if (isInGroup) startPart("***");
    isInGroup = isGroup;
    for await (const line of linesOf(isGroup ? children : [page], tree, "")) lines.push(line);
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

async function* linesOf(
  pages: readonly PageBranch[],
  tree: ExportTree,
  indent: string,
): AsyncGenerator<string> {
  for (const page of pages) {
    yield `${indent}* ${await entryOf(page, tree)}`;
    yield* linesOf(page.children, tree, `${indent}  `);
  }
}

async function entryOf({ id, record }: PageBranch, tree: ExportTree): Promise<string> {
  const { type, target = { kind: "url", url: "" } } = record;
  if (type === "group") return groupEntry(record);
  const ref = type === "link" ? target : ({ kind: "page", page: id } as const);
  const path = ref.kind === "url" ? undefined : await exportedPath(tree, ref, id, defaultSummary);
  if (type === "document") return `[${titleOf(record)}](${path}${linkTitleOf(record)})`;
  const anchor = target.kind === "anchor" ? `#${target.anchor}` : "";
  // Targets in other spaces are written with their ids.
  const href = path === undefined ? destinationOf(target) : path + anchor;
  const link = `[${titleOf(record)}](<${href.replace(/[<>\\\s]/g, encodeURIComponent)}>${linkTitleOf(record)})`;
  // The attribute distinguishes a link from the entry of a page.
  return withTag(link, record.target?.kind === "url" ? {} : { "data-link": true }, record);
}

function groupEntry(record: PageRecord): string {
  return withTag(titleOf(record), { href: `#${record.slug}`, id: record.slug }, record);
}

function titleOf(record: PageRecord): string {
  return escaped(record.title.trim());
}

function escaped(title: string): string {
  return isHeadingTitle(title) ? escapeTitle(title) : title;
}

/** The link title in quotes, after a space. */
function linkTitleOf({ linkTitle = "" }: PageRecord): string {
  const title = linkTitle.trim();
  return title === ""
    ? ""
    : ` "${escaped(title).replace(/(\\.)|[()]/g, (match, pair?: string) => pair ?? `\\${match}`)}"`;
}

type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Appends an empty tag with the attributes of a group or a link. */
function withTag(text: string, attributes: Attributes, record: PageRecord): string {
  const all: Attributes = {
    ...attributes,
    "data-icon": record.icon,
    "data-emoji": record.emoji,
    "data-if": record.condition,
    "data-hidden": record.hidden,
    "data-no-index": record.noIndex,
    "data-no-robots-index": record.noRobotsIndex,
  };
  const written = Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}="${escapeAttribute(String(value))}"`));
  return written.length === 0 ? text : `${text} <a ${written.join(" ")}></a>`;
}

function escapeAttribute(value: string): string {
  return value.replace(/[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\s/g, " ");
}
