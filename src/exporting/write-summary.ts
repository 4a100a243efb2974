import { addressOf } from "../content/document/index.ts";
import type { PageRecord, Reference } from "../content/index.ts";
import type { PageBranch } from "../content/pages/index.ts";
import { defaultSummary } from "../importing/markdown-tree/index.ts";
import { type ExportPaths, relativeAddress } from "./export-paths.ts";
import { writeTitle } from "./titles.ts";

/** The table of contents: nested lists of links, with groups as headings where possible. */
export function writeSummary(tree: readonly PageBranch[], paths: ExportPaths): string {
  // Everything after a heading belongs to its group, so only trailing groups can be headings.
  const last = tree.findLastIndex(({ record }) => record.type !== "group");
  const lines = ["# Table of contents", ""];
  for (const page of tree.slice(0, last + 1)) lines.push(...linesOf(page, paths, ""));
  for (const { record, children } of tree.slice(last + 1)) {
    if (lines.at(-1) !== "") lines.push("");
    lines.push(`## ${groupEntry(record)}`, "");
    for (const child of children) lines.push(...linesOf(child, paths, ""));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

function* linesOf(
  { id, record, children }: PageBranch,
  paths: ExportPaths,
  indent: string,
): Generator<string> {
  yield `${indent}* ${entryOf(id, record, paths)}`;
  for (const child of children) yield* linesOf(child, paths, `${indent}  `);
}

function entryOf(id: string, record: PageRecord, paths: ExportPaths): string {
  if (record.type === "group") return groupEntry(record);
  const title = titleOf(record);
  if (record.type === "document")
    return `[${title}](${relativeAddress(defaultSummary, paths.pages.get(id) ?? "")})`;
  const { target } = record;
  const link = `[${title}](<${target === undefined ? "" : hrefOf(target, paths)}>)`;
  // The attribute distinguishes a link from the entry of a page.
  return withTag(link, target?.kind === "url" ? {} : { "data-link": true }, record);
}

function groupEntry(record: PageRecord): string {
  return withTag(titleOf(record), { href: `#${record.slug}`, id: record.slug }, record);
}

function titleOf(record: PageRecord): string {
  const title = record.title.trim();
  return writeTitle(title) ?? title;
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

/** The link target in a file. Targets in other spaces are written with their ids. */
function hrefOf(target: Reference, paths: ExportPaths): string {
  const address = pathOfTarget(target, paths) ?? addressOf(target);
  return address.replace(/[<>\\\s]/g, encodeURIComponent);
}

function pathOfTarget(target: Reference, { pages, files }: ExportPaths): string | undefined {
  const linkTo = (path: string | undefined) => path && relativeAddress(defaultSummary, path);
  if (target.kind === "file") return linkTo(files.get(target.file));
  if (target.kind !== "page" && target.kind !== "anchor") return undefined;
  if (target.space !== undefined || target.page === undefined) return undefined;
  const page = linkTo(pages.get(target.page));
  return page && page + (target.kind === "anchor" ? `#${target.anchor}` : "");
}
