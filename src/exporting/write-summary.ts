import { addressOf } from "../content/document/index.ts";
import type { PageRecord, Reference } from "../content/index.ts";
import type { PageBranch } from "../content/pages/index.ts";
import { usualSummary } from "../importing/markdown-tree/index.ts";
import { type Places, relativeAddress } from "./export-paths.ts";
import { writeTitle } from "./titles.ts";

/** The table of contents of a tree of files: nested lists, and groups as headings wherever that can be. */
export function writeSummary(tree: readonly PageBranch[], places: Places): string {
  // All that follows a heading is in its group: so only the last pages can have one.
  const last = tree.findLastIndex(({ record }) => record.type !== "group");
  const lines = ["# Table of contents", ""];
  for (const page of tree.slice(0, last + 1)) lines.push(...linesOf(page, places, ""));
  for (const { record, children } of tree.slice(last + 1)) {
    if (lines.at(-1) !== "") lines.push("");
    lines.push(`## ${nameOf(record)}`, "");
    for (const child of children) lines.push(...linesOf(child, places, ""));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function* linesOf({ id, record, children }: PageBranch, places: Places, indent: string): Generator<string> {
  yield `${indent}* ${entryOf(id, record, places)}`;
  for (const child of children) yield* linesOf(child, places, `${indent}  `);
}

function entryOf(id: string, record: PageRecord, places: Places): string {
  if (record.type === "group") return nameOf(record);
  const title = titleOf(record);
  if (record.type === "document")
    return `[${title}](${relativeAddress(usualSummary, places.pages.get(id) ?? "")})`;
  const { target } = record;
  const link = `[${title}](<${target === undefined ? "" : hrefOf(target, places)}>)`;
  // An address that is not of the web might be taken for that of a page.
  return withMarks(link, target?.kind === "url" ? {} : { "data-link": true }, record);
}

function nameOf(record: PageRecord): string {
  return withMarks(titleOf(record), { href: `#${record.slug}`, id: record.slug }, record);
}

function titleOf(record: PageRecord): string {
  const title = record.title.trim();
  return writeTitle(title) ?? title;
}

type Marks = Readonly<Record<string, string | boolean | undefined>>;

/** What there is to say about a group or a link stands in a tag that nobody sees. */
function withMarks(text: string, marks: Marks, record: PageRecord): string {
  const all: Marks = {
    ...marks,
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
  return value.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\s/g, " ");
}

/** Where a link leads. What is in another space is named by its id. */
function hrefOf(target: Reference, places: Places): string {
  const address = addressIn(target, places) ?? addressOf(target);
  return address.replace(/[<>\\\s]/g, encodeURIComponent);
}

function addressIn(target: Reference, { pages, files }: Places): string | undefined {
  if (target.kind === "file") return writtenPath(files.get(target.file));
  if (target.kind !== "page" && target.kind !== "anchor") return undefined;
  if (target.space !== undefined || target.page === undefined) return undefined;
  const page = writtenPath(pages.get(target.page));
  const anchor = target.kind === "anchor" ? `#${target.anchor}` : "";
  return page === undefined ? undefined : page + anchor;
}

function writtenPath(path: string | undefined): string | undefined {
  return path === undefined ? undefined : relativeAddress(usualSummary, path);
}
