import type { Context } from "../../api/http/index.ts";
import { diffBlockSteps } from "../../content/block-diff/index.ts";
import type { MarkedRecord, OpenConflict } from "../../content/conflicts/index.ts";
import type { Block } from "../../content/document/index.ts";
import { type Content, findReadableBlocks, type StoredDocument } from "../../content/index.ts";
import type { LinkedText } from "../../content/merge/index.ts";
import { finishYielding } from "../../platform/index.ts";
import { type RenderedPart, renderDiff } from "../page-changes/index.ts";
import type { ReadContent } from "../page-html/index.ts";
import { isText, type OpenConflicts } from "./read-conflicts.ts";
import type { Conflict, ConflictVersion } from "./schema.ts";

/** Adds the HTML of texts, as writers see them. */
export async function addHtml(
  context: Context,
  read: ReadContent,
  { marked }: OpenConflicts,
  conflicts: readonly OpenConflict[],
  presented: readonly Conflict[],
): Promise<Conflict[]> {
  const records = new Map(marked.map((record) => [`${record.map}/${record.key}`, record]));
  const rendered: Conflict[] = [];
  for (const [i, conflict] of presented.entries()) {
    const source = conflicts[i];
    const record = source && records.get(`${source.map}/${source.key}`);
    const isTextual = [source?.base, source?.ours, source?.theirs].some(isText);
    rendered.push(
      source !== undefined && record !== undefined && isTextual
        ? { ...conflict, ...(await renderVersions(context, read, record, source, conflict)) }
        : conflict,
    );
  }
  return rendered;
}

type RenderedVersions = { [V in "base" | "ours" | "theirs"]?: ConflictVersion };

async function renderVersions(
  context: Context,
  read: ReadContent,
  record: MarkedRecord,
  source: OpenConflict,
  conflict: Conflict,
): Promise<RenderedVersions> {
  const head = tableHead(record, source);
  const blocksOf = async (version: unknown) => (isText(version) ? readText(read.content, version, head) : []);
  const [base, ours, theirs] = [
    await blocksOf(source.base),
    await blocksOf(source.ours),
    await blocksOf(source.theirs),
  ];
  const origin = record.map === "pages" ? record.key : undefined;
  const common = { before: read, after: read, origin, title: conflict.subject.title, isWhole: true };
  // Each version is compared with the other one, so that what is only in it is marked in both.
  const compare = async (from: readonly Block[], to: readonly Block[]) =>
    renderDiff(context, {
      ...common,
      diffs: await finishYielding(diffBlockSteps(from, to)),
      isSideBySide: true,
    });
  const before = await renderDiff(context, {
    ...common,
    diffs: [{ change: "unchanged", blocks: base }],
    isSideBySide: false,
  });
  const version = (
    name: "base" | "ours" | "theirs",
    { parts, ...rest }: typeof before,
    side: keyof RenderedPart,
  ) => {
    const presented = conflict[name];
    if (presented?.markdown === undefined) return {};
    const html = parts.map((part) => part[side] ?? "").join("");
    return { [name]: { ...presented, document: { html, ...rest } } };
  };
  return {
    ...version("base", before, "html"),
    ...version("ours", await compare(theirs, ours), "after"),
    ...version("theirs", await compare(ours, theirs), "after"),
  };
}

async function readText(content: Content, { text, links }: LinkedText, head: string) {
  const shifted = links.map((link) => ({ ...link, at: link.at + head.length }));
  const document = { text: head + text, links: shifted } satisfies StoredDocument;
  return (await findReadableBlocks(content.nodes, content.nodes.write(document)))?.nodes ?? [];
}

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/;

/** The head of the table whose rows are in conflict, without which they would be text. */
function tableHead({ document, regions }: MarkedRecord, source: OpenConflict): string {
  const isRow = [source.ours, source.theirs].every(
    (version) => isText(version) && (version.text === "" || version.text.startsWith("|")),
  );
  const region = regions.find(({ conflict }) => conflict?.id === source.id);
  if (!isRow || region === undefined) return "";
  const start = document.text.lastIndexOf("\n\n", region.from) + 1;
  const lines = document.text.slice(start, region.from).split("\n");
  const index = lines.findLastIndex((line) => delimiterRow.test(line.trim()) && line.includes("|"));
  return index > 0 ? `${lines[index - 1]}\n${lines[index]}\n` : "";
}
