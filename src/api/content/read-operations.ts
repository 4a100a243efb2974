import { Type } from "@sinclair/typebox";
import {
  type Content,
  type PageRecord,
  type ReusableContentRecord,
  readDocumentMarkdown,
  readEvaluatedBlocks,
  readEvaluatedMarkdown,
} from "../../content/index.ts";
import { getValue, readEntries } from "../../content/map/index.ts";
import { findByPath, findPage, readBranch } from "../../content/pages/index.ts";
import { notFound, requireFound } from "../../platform/index.ts";
import { isPageVisible, pageVisibility, readPageView, visibleSiblings } from "../../publishing/index.ts";
import { parentsOf } from "../../storage/repositories/index.ts";
import {
  type Access,
  type Call,
  jsonArray,
  ListOf,
  ListQuery,
  type Operation,
  operation,
  StreamedJson,
} from "../http/index.ts";
import { onSpace } from "../spaces/index.ts";
import { contentVersion, type OnContent, readRevision } from "./access.ts";
import { DocumentBlocks } from "./document-schema.ts";
import { readMergedFrom, revisionVersion } from "./merged-from.ts";
import { listPages, PageList, PageListQuery } from "./page-list.ts";
import {
  DocumentQuery,
  File,
  FileListQuery,
  Page,
  PageQuery,
  Pages,
  ReusableContent,
  Revision,
} from "./page-schema.ts";
import { presentTree } from "./page-tree.ts";
import { ContentPresenter, presentFile } from "./present.ts";
import {
  type ContentCall,
  contentOf,
  linkedContentOf,
  listFiles,
  listReusableContents,
  readFile,
  readFiles,
  shownReferences,
} from "./read-files.ts";

/** The primary content, a revision or a change request. All have the same read operations. */
interface ReadableContent {
  readonly path: string;
  readonly access: Access<OnContent, unknown>;
  /** Its name in summaries. */
  readonly name: string;
  /** Its name in most operation ids. */
  readonly infix: "" | "InRevision" | "InChangeRequest";
  /** The operation ids that are formed differently. */
  readonly ids: Record<"revision" | "pages" | "files", string>;
}

export function readOperations({ path, access, name, infix, ids }: ReadableContent): Operation[] {
  // Visitors read reusable contents only as parts of documents.
  const membersOnly = { ...access, allowsVisitors: false, rule: onSpace("read").rule };
  const version = ({ context, revision, claims }: ContentCall) =>
    contentVersion(context, revision.id, claims);
  const shared = { access, version, isRepeatable: true };
  return [
    operation(ids.revision, `GET ${path}`, {
      ...shared,
      version: revisionVersion,
      summary: `Read ${name}: its pages, files, reusable contents and variables`,
      reply: { 200: Revision },
      handle: presentRevision,
    }),

    operation(ids.pages, `GET ${path}/pages`, {
      ...shared,
      summary: `Read the tree of pages of ${name}`,
      reply: { 200: Pages },
      handle: async (call) => new StreamedJson({ pages: (await presentTree(call)).pages }),
    }),

    operation(`listPageTitles${infix}`, `GET ${path}/page-titles`, {
      ...shared,
      access: membersOnly,
      summary: `List all pages of ${name} in the order of the tree, with little of each`,
      query: PageListQuery,
      reply: { 200: PageList },
      handle: listPages,
    }),

    operation(`getPage${infix}ById`, `GET ${path}/page/:pageId`, {
      ...shared,
      summary: `Read a page of ${name}`,
      query: PageQuery,
      reply: { 200: Page },
      handle: (call) => presentPage(call, call.params.pageId),
    }),

    operation(`getPage${infix}ByPath`, `GET ${path}/path/*pagePath`, {
      ...shared,
      summary: `Read the page of ${name} at this path`,
      query: PageQuery,
      reply: { 200: Page },
      handle: async (call) => {
        const pagePath = call.params.pagePath.replace(/^\/|\/$/g, "");
        return presentPage(call, (await findByPath(contentOf(call), pagePath)) ?? "");
      },
    }),

    operation(ids.files, `GET ${path}/files`, {
      ...shared,
      summary: `List the files of ${name}`,
      query: FileListQuery,
      reply: { 200: ListOf(File) },
      handle: listFiles,
    }),

    operation(`getFile${infix}ById`, `GET ${path}/files/:fileId`, {
      ...shared,
      summary: `Read the metadata of a file of ${name}`,
      reply: { 200: File },
      handle: (call) => readFile(call, call.params.fileId),
    }),

    operation(`listReusableContents${infix}`, `GET ${path}/reusable-contents`, {
      ...shared,
      summary: `List the reusable contents of ${name}`,
      access: membersOnly,
      query: Type.Object(ListQuery),
      reply: { 200: ListOf(ReusableContent) },
      handle: listReusableContents,
    }),

    operation(`getReusableContent${infix}ById`, `GET ${path}/reusable-contents/:reusableContentId`, {
      ...shared,
      summary: `Read a reusable content of ${name}`,
      access: membersOnly,
      reply: { 200: ReusableContent },
      handle: async (call) => {
        const content = contentOf(call);
        const { reusableContentId: id } = call.params;
        const record = await findReusableContent(content, id);
        const markdown = await readDocumentMarkdown(content, undefined, record.document);
        const presenter = new ContentPresenter(call.context, call.space.id);
        return { ...presenter.presentReusableContent(id, record), markdown };
      },
    }),

    operation(`getPageDocument${infix}ById`, `GET ${path}/page/:pageId/document`, {
      ...shared,
      summary: `Read the document of a page of ${name}, as blocks`,
      query: DocumentQuery,
      reply: { 200: DocumentBlocks },
      handle: readPageDocument,
    }),

    operation(
      `getReusableContentDocument${infix}ById`,
      `GET ${path}/reusable-contents/:reusableContentId/document`,
      {
        ...shared,
        summary: `Read the document of a reusable content of ${name}, as blocks`,
        access: membersOnly,
        query: DocumentQuery,
        reply: { 200: DocumentBlocks },
        handle: async (call) => {
          const content = contentOf(call);
          const { document: hash } = await findReusableContent(content, call.params.reusableContentId);
          const source = { content, origin: undefined, hash };
          return new StreamedJson(await readEvaluatedBlocks(source, call.query.evaluated));
        },
      },
    ),
  ];
}

async function presentRevision(call: ContentCall): Promise<StreamedJson> {
  const { context, space } = call;
  const revision = await readRevision(context, space, call.revision.id);
  const content = contentOf(call);
  const { nodes, roots } = content;
  const presenter = new ContentPresenter(context, space.id);
  const shown = await shownReferences(call);
  const [mergedFrom, { pages, tags }, files, reusableContents, variables] = await Promise.all([
    call.claims ? undefined : readMergedFrom(context, space, revision),
    presentTree(call),
    readFiles(content, shown),
    readEntries<ReusableContentRecord>(nodes, roots.reusableContents),
    readEntries<string>(nodes, roots.variables),
  ]);
  return new StreamedJson({
    object: "revision",
    id: revision.id,
    parents: parentsOf(revision),
    pages,
    files: jsonArray(files.values().map(({ key, value }) => presentFile(key, value, context, space.id))),
    reusableContents: call.claims
      ? []
      : reusableContents.map(({ key, value }) => presenter.presentReusableContent(key, value)),
    tags,
    variables: Object.fromEntries(
      variables.filter(({ key }) => shown?.variables.has(key) ?? true).map(({ key, value }) => [key, value]),
    ),
    createdAt: revision.created_at,
    // Clients require the change request of a merge, which visitors do not see.
    type: revision.type === "merge" && mergedFrom === undefined ? "edits" : revision.type,
    mergedFrom,
    urls: { app: context.urls.app(`/spaces/${space.id}/revisions/${revision.id}`) },
  });
}

async function presentPage(call: ContentCall & { query: PageQuery }, id: string): Promise<StreamedJson> {
  const { context, space, query, claims } = call;
  const content = contentOf(call);
  const branch = requireFound(await readBranch(content, id), "Page");
  const { record } = branch;
  if (!(await isPageVisible(content, record, claims))) throw notFound("Page");
  const view = await readPageView(linkedContentOf(call), [branch], claims);
  const presenter = new ContentPresenter(context, space.id, view);
  const [visible] = visibleSiblings([branch], view);
  const page = presenter.presentBranch(requireFound(visible, "Page"), branch.path);
  if (record.type !== "document") return new StreamedJson(page);
  const source = evaluationInput(call, id, record);
  const document =
    query.format === "document"
      ? { document: await readEvaluatedBlocks(source, query.evaluated) }
      : { markdown: await readEvaluatedMarkdown(source, query.evaluated) };
  return new StreamedJson({ ...page, ...document });
}

async function readPageDocument(call: ContentCall & Call<{ pageId: string }, DocumentQuery>) {
  const content = contentOf(call);
  const { claims } = call;
  const { pageId } = call.params;
  const page = await findPage(content, pageId);
  if (page === undefined || !(await isPageVisible(content, page, claims))) throw notFound("Page");
  if (page.type !== "document") throw notFound("Document");
  const input = evaluationInput(call, pageId, page);
  return new StreamedJson(await readEvaluatedBlocks(input, call.query.evaluated));
}

function evaluationInput(call: ContentCall, id: string, page: PageRecord) {
  const { claims } = call;
  const content = contentOf(call);
  const visitor = claims && { claims, isPageVisible: pageVisibility(content, claims) };
  return { content, origin: id, page, hash: page.document, ...visitor };
}

async function findReusableContent({ nodes, roots }: Content, id: string): Promise<ReusableContentRecord> {
  const record = await getValue<ReusableContentRecord>(nodes, roots.reusableContents, id);
  if (record === undefined) throw notFound("Reusable content");
  return record;
}
