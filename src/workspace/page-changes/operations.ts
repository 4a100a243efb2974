import { randomUUID } from "node:crypto";
import { type Static, Type } from "@sinclair/typebox";
import { onChangeRequest } from "../../api/change-requests/index.ts";
import { openSpaceContent, readRevision } from "../../api/content/index.ts";
import {
  type Access,
  type Call,
  type Context,
  type Operation,
  type OperationGroup,
  operation,
  type ReplyVersion,
  refineAccess,
  StreamedJson,
  StringEnum,
} from "../../api/http/index.ts";
import { type OnSpace, onSpace } from "../../api/spaces/index.ts";
import { emptyContent, type FileRecord, getRecord, type PageRecord } from "../../content/index.ts";
import { findPage } from "../../content/pages/index.ts";
import { notFound } from "../../platform/index.ts";
import { parentsOf } from "../../storage/repositories/index.ts";
import { conflictsUrlOf, hideConflicts, type ReadContent } from "../page-html/index.ts";
import { diffMarkdown } from "./lines.ts";
import { presentBlocks } from "./present-blocks.ts";
import { renderDiff } from "./render.ts";
import { PageChanges, ReusableContentChanges } from "./schema.ts";
import { diffDocuments, diffFields, diffPageFields } from "./versions.ts";

/** Two contents that are compared. */
interface OnVersions {
  readonly before: ReadContent;
  readonly after: ReadContent;
  /** Names both contents. */
  readonly pair: string;
}

const ComparisonQuery = Type.Object({
  format: StringEnum(["document", "html", "columns", "markdown"], {
    default: "document",
    description:
      "`document`: the difference as data; `html`: both versions in one; `columns`: HTML side by side; `markdown`: lines.",
  }),
  unchanged: Type.Boolean({
    default: false,
    description:
      "Whether HTML and Markdown contain everything that did not change. Some of it is always there.",
  }),
});
type ComparisonQuery = Static<typeof ComparisonQuery>;

const RevisionComparisonQuery = Type.Composite([
  ComparisonQuery,
  Type.Object({
    since: Type.Optional(
      Type.String({ description: "The id of the revision to compare with. By default it is the parent." }),
    ),
  }),
]);

function onChangeRequestVersions(): Access<OnVersions, { spaceId: string; changeRequestId: string }> {
  return refineAccess(onChangeRequest("read"), (found, { context }) => {
    const { id, base_root, root, revision_id, merged_ancestor_id } = found.changeRequest;
    return toCompare(context, found, `/spaces/${found.space.id}/change-requests/${id}`, {
      before: base_root,
      after: root,
      pair: `${revision_id} ${merged_ancestor_id}`,
    });
  });
}

function onRevisionVersions(): Access<OnVersions, { spaceId: string; revisionId: string }> {
  return refineAccess(onSpace("read"), async (found, { context, params, query }) => {
    const revision = await readRevision(context, found.space, params.revisionId);
    const since = (query as { since?: string }).since ?? parentsOf(revision)[0];
    const base = since === undefined ? undefined : await readRevision(context, found.space, since);
    return toCompare(context, found, `/spaces/${found.space.id}/revisions/${revision.id}`, {
      before: base?.root,
      after: revision.root,
      pair: `${base?.id} ${revision.id}`,
    });
  });
}

interface Roots {
  readonly before: string | undefined;
  readonly after: string;
  readonly pair: string;
}

function toCompare(context: Context, { space, member }: OnSpace, path: string, roots: Roots): OnVersions {
  const content = openSpaceContent(context, space, roots.after);
  const before =
    roots.before === undefined ? emptyContent(content.nodes) : openSpaceContent(context, space, roots.before);
  return {
    pair: roots.pair,
    before: { space, member, content: before, path },
    after: { space, member, content, path },
  };
}

/** The version of the database means something only in the process that has read it. */
const processId = randomUUID();

/** Titles of other spaces and names of people are shown, as in pages as HTML. */
async function versionOf({ context, caller, pair }: Call & OnVersions): Promise<ReplyVersion> {
  const details = [processId, await context.database.readVersion(), caller.userId].join(" ");
  return { content: `${context.config.baseUrl} ${pair}`, details };
}

type ComparisonCall = Call<unknown, ComparisonQuery> & OnVersions;

interface Compared {
  readonly origin: string | undefined;
  readonly title: string;
  readonly before: { readonly document?: string } | undefined;
  readonly after: { readonly document?: string } | undefined;
}

/** The difference of two versions of a document in the requested format. */
async function presentDocument(
  { context, before, after, query }: ComparisonCall,
  { origin, title, before: old, after: current }: Compared,
) {
  const { format, unchanged } = query;
  if (format === "markdown") {
    const sources = [
      { content: before.content, hash: old?.document },
      { content: after.content, hash: current?.document },
    ] as const;
    return { lines: await diffMarkdown(...sources, origin, unchanged) };
  }
  const conflictsUrl = conflictsUrlOf(context.urls, after.path);
  const { diffs, frontMatter } = await diffDocuments(
    before.content,
    after.content,
    old,
    current,
    // As data, markers are what they are.
    format === "document" ? undefined : (blocks) => hideConflicts(blocks, conflictsUrl),
  );
  if (format === "document") return { ...(frontMatter && { frontMatter }), blocks: presentBlocks(diffs) };
  const isSideBySide = format === "columns";
  const input = { before, after, origin, title, diffs, isSideBySide, isWhole: unchanged };
  return { ...(frontMatter && { frontMatter }), ...(await renderDiff(context, input)) };
}

function kindOf(before: object | undefined, after: object | undefined, isEdited: boolean) {
  if (before === undefined) return "created";
  if (after === undefined) return "deleted";
  return isEdited ? "edited" : "unchanged";
}

async function comparePage(call: ComparisonCall, id: string) {
  const { before, after } = call;
  const [old, current] = [await findPage(before.content, id), await findPage(after.content, id)];
  const page = current ?? old;
  if (page === undefined) throw notFound("Page");
  const fields = await diffPageFields(
    { content: before.content, record: old },
    { content: after.content, record: current },
  );
  const isEdited = Object.keys(fields).length > 0 || old?.document !== current?.document;
  return new StreamedJson({
    object: "page-changes",
    id,
    type: page.type,
    title: page.title,
    change: kindOf(old, current, isEdited),
    attributes: fields,
    ...(fields.cover && { covers: await coversOf(call, old, current) }),
    ...(await presentDocument(call, { origin: id, title: page.title, before: old, after: current })),
  });
}

/** The images of the cover before and after, if they are files. */
async function coversOf(
  { context, before, after }: ComparisonCall,
  old: PageRecord | undefined,
  current: PageRecord | undefined,
) {
  const urlIn = async ({ content, space }: ReadContent, page: PageRecord | undefined) => {
    const ref = page?.cover?.ref;
    const file: FileRecord | undefined =
      ref?.kind === "file" ? await getRecord(content, "files", ref.file) : undefined;
    return file && context.fileLinks.urlOf(space.id, file);
  };
  const [from, to] = [await urlIn(before, old), await urlIn(after, current)];
  return { ...(from && { before: from }), ...(to && { after: to }) };
}

async function compareReusableContent(call: ComparisonCall, id: string) {
  const { before, after } = call;
  const [old, current] = [
    await getRecord(before.content, "reusableContents", id),
    await getRecord(after.content, "reusableContents", id),
  ];
  const found = current ?? old;
  if (found === undefined) throw notFound("Reusable content");
  const fields = diffFields(old, current, ["title"]);
  const isEdited = Object.keys(fields).length > 0 || old?.document !== current?.document;
  const compared = { origin: undefined, title: found.title, before: old, after: current };
  return new StreamedJson({
    object: "reusable-content-changes",
    id,
    title: found.title,
    change: kindOf(old, current, isEdited),
    attributes: fields,
    ...(await presentDocument(call, compared)),
  });
}

interface ComparedPlace {
  readonly infix: "InChangeRequest" | "InRevision";
  readonly path: string;
  readonly name: string;
  readonly access: Access<OnVersions, unknown>;
  readonly query: typeof ComparisonQuery;
}

function comparisons({ infix, path, name, access, query }: ComparedPlace): Operation[] {
  return [
    operation(`getPageChanges${infix}`, `GET ${path}/changes/page/:pageId`, {
      summary: `Compare the versions of a page before and after ${name}`,
      access: access as Access<OnVersions, { pageId: string }>,
      version: versionOf,
      query,
      reply: { 200: PageChanges },
      handle: (call) => comparePage(call, call.params.pageId),
    }),
    operation(
      `getReusableContentChanges${infix}`,
      `GET ${path}/changes/reusable-contents/:reusableContentId`,
      {
        summary: `Compare the versions of a reusable content before and after ${name}`,
        access: access as Access<OnVersions, { reusableContentId: string }>,
        version: versionOf,
        query,
        reply: { 200: ReusableContentChanges },
        handle: (call) => compareReusableContent(call, call.params.reusableContentId),
      },
    ),
  ];
}

export const pageChanges: OperationGroup = {
  title: "Changes of pages",
  operations: [
    ...comparisons({
      infix: "InChangeRequest",
      path: "/spaces/:spaceId/change-requests/:changeRequestId",
      name: "a change request",
      access: onChangeRequestVersions(),
      query: ComparisonQuery,
    }),
    ...comparisons({
      infix: "InRevision",
      path: "/spaces/:spaceId/revisions/:revisionId",
      name: "a revision",
      access: onRevisionVersions(),
      query: RevisionComparisonQuery,
    }),
  ],
};
