import type { FileRecord, PageRecord, ReusableContentRecord } from "../../content/index.ts";
import type { PageBranch } from "../../content/pages/index.ts";
import type { Context } from "../http/index.ts";
import { DocumentIds } from "./document-ids.ts";
import type { File, Page } from "./page-schema.ts";

/** The deprecated `kind` of each page type, which existing clients still read. */
const kinds = { document: "sheet", group: "group", link: "link" } as const;

const defaultLayout = {
  width: "default",
  cover: true,
  coverSize: "hero",
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
} as const;

export class ContentPresenter {
  readonly #appUrl: string;
  readonly #documentIds: DocumentIds;
  constructor(context: Context, spaceId: string) {
    this.#appUrl = context.urls.app(`/spaces/${spaceId}`);
    this.#documentIds = new DocumentIds(context, spaceId);
  }

  present({ id, record, path, children }: PageBranch): Page {
    const common = {
      id,
      title: record.title,
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
      pages: children.map((child) => this.present(child)),
    };
    if (record.type === "group") return withPath;
    return {
      ...withPath,
      urls: { app: `${this.#appUrl}/pages/${id}` },
      description: record.description,
      documentId: this.#documentIds.idOf(record.document),
      layout: { ...defaultLayout, ...record.layout },
      cover: record.cover,
      variables: record.variables,
    };
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
