import type { FileRecord, PageRecord, ReusableContentRecord } from "../../content/index.ts";
import type { LocatedPage, PageBranch } from "../../content/pages/index.ts";
import { type PageView, visibleSiblings } from "../../publishing/index.ts";
import { type Context, type JsonPieces, jsonArray } from "../http/index.ts";
import { DocumentIds } from "./document-ids.ts";
import type { File, Page } from "./page-schema.ts";

/** The deprecated `kind` of each page type, which existing clients still read. */
const kinds = { document: "sheet", group: "group", link: "link" } as const;

const defaultLayout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  coverMask: "none",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
  tags: true,
  actions: true,
  anchors: true,
} as const;

export class ContentPresenter {
  readonly #appUrl: string;
  readonly #documentIds: DocumentIds;
  readonly #view: PageView | undefined;
  /** With the view of a visitor, only subpages that the visitor sees are presented. */
  constructor(context: Context, spaceId: string, view?: PageView) {
    this.#appUrl = context.urls.app(`/spaces/${spaceId}`);
    this.#documentIds = new DocumentIds(context, spaceId);
    this.#view = view;
  }

  /** The JSON of pages with their subpages. `prefix` is the path of their parent with a slash. */
  presentTree(branches: readonly PageBranch[], prefix = ""): JsonPieces {
    return jsonArray(this.#presentSiblings(branches, prefix));
  }

  *#presentSiblings(branches: readonly PageBranch[], prefix: string): Generator<object> {
    // The paths of a large tree would take much memory, so each is created when its page is written.
    for (const branch of visibleSiblings(branches, this.#view))
      yield this.presentBranch(branch, prefix + branch.record.slug);
  }

  /** A page with the JSON of its subpages. */
  presentBranch({ id, record, children }: PageBranch, path: string) {
    const page = this.present({ id, record, path });
    return children.length === 0 ? page : { ...page, pages: this.presentTree(children, `${path}/`) };
  }

  /** A page without subpages. */
  present({ id, record, path }: LocatedPage & { readonly id: string }): Page {
    const common = {
      id,
      title: record.title,
      linkTitle: record.linkTitle,
      emoji: record.emoji,
      icon: record.icon,
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
      kind: kinds[record.type],
      type: record.type,
      hidden: record.hidden,
      condition: record.condition,
    };
    if (record.type === "link") return { ...common, target: record.target, href: hrefOf(record) };
    const withPath = {
      ...common,
      slug: record.slug,
      path,
      noIndex: record.noIndex,
      noRobotsIndex: record.noRobotsIndex,
      pages: [],
    };
    if (record.type === "group") return withPath;
    return {
      ...withPath,
      urls: { app: `${this.#appUrl}/pages/${id}` },
      description: record.description,
      documentId: this.#documentId(record),
      layout: { ...defaultLayout, ...record.layout },
      tags: (record.tags ?? []).map(({ tag, primary }) => ({ tag: { kind: "tag" as const, tag }, primary })),
      cover: record.cover,
      variables: record.variables,
    };
  }

  #documentId({ document }: PageRecord): string | undefined {
    return this.#view === undefined
      ? this.#documentIds.idOf(document)
      : this.#documentIds.opaqueIdOf(document);
  }

  presentReusableContent(id: string, { title, document }: ReusableContentRecord) {
    return { id, title, document: this.#documentIds.idOf(document) };
  }
}

function hrefOf({ target }: PageRecord): string | undefined {
  return target?.kind === "url" ? target.url : undefined;
}

export function presentFile(id: string, record: FileRecord, { fileLinks }: Context, spaceId: string): File {
  return {
    id,
    name: record.name,
    contentType: record.contentType,
    downloadURL: fileLinks.urlOf(spaceId, record),
    size: record.size,
    dimensions: record.dimensions,
  };
}
