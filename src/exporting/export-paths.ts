import type { ContentRef } from "../content/document/index.ts";
import type { Content, FileRecord, ReusableContentRecord } from "../content/index.ts";
import type { Origin, ReferenceResolver } from "../content/links/index.ts";
import { type PageBranch, slugOf } from "../content/pages/index.ts";
import { assetsFolder, defaultReadme, includesFolder } from "../importing/markdown-tree/index.ts";
import { folderOfPath } from "../importing/source/index.ts";
import { encodePath } from "../platform/index.ts";
import { numberedFileName, safeFileName, safePageName, uniqueNames } from "./file-names.ts";

/** A content to export, with the paths of its items. */
export interface ExportTree {
  readonly content: Content;
  readonly resolver: ReferenceResolver;
  readonly paths: ExportPaths;
}

interface ExportPaths {
  /** The files of documents and the folders of groups. */
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusableContents: ReadonlyMap<string, string>;
}

export interface ExportItems {
  readonly tree: readonly PageBranch[];
  readonly files: readonly (readonly [id: string, record: FileRecord])[];
  readonly reusableContents: readonly (readonly [id: string, record: ReusableContentRecord])[];
}

/** The maximum length of a folder path in bytes. Deeper pages are written to `overflowFolder`. */
const maxFolderLength = 600;
const overflowFolder = "more/";

export function assignPaths({ tree, files, reusableContents }: ExportItems): ExportPaths {
  const uniqueAsset = uniqueNames();
  const uniqueInclude = uniqueNames();
  const includes = reusableContents.map(([id, { title }]) => {
    const name = includesFolder + safePageName(slugOf(title));
    return [id, uniqueInclude((number) => `${numbered(name, number)}.md`)] as const;
  });
  const assets = files.map(([id, record]) => {
    const name = safeFileName(record.name);
    return [id, uniqueAsset((number) => assetsFolder + numberedFileName(name, number))] as const;
  });
  return { pages: pathsOfPages(tree), files: new Map(assets), reusableContents: new Map(includes) };
}

function numbered(name: string, number: number | undefined): string {
  return number === undefined ? name : `${name}-${number}`;
}

/** A document with children is the README of its folder; the first document is the README of the root. Links have no path. */
function pathsOfPages(tree: readonly PageBranch[]): Map<string, string> {
  const paths = new Map<string, string>();
  const first = firstDocument(tree);
  const uniquePath = uniqueNames((name) => [name, `${name}.md`]);

  const visit = (pages: readonly PageBranch[], folder: string): void => {
    for (const { id, record, children } of pages) {
      if (record.type === "link") continue;
      const path = folder + safePageName(record.slug);
      const name = uniquePath((number) => numbered(path, number));
      if (record.type === "group") paths.set(id, name);
      else if (id === first) paths.set(id, defaultReadme);
      else paths.set(id, children.length > 0 ? `${name}/${defaultReadme}` : `${name}.md`);
      visit(children, Buffer.byteLength(name) > maxFolderLength ? overflowFolder : `${name}/`);
    }
  };
  visit(tree, "");
  return paths;
}

function firstDocument(pages: readonly PageBranch[]): string | undefined {
  for (const { id, record, children } of pages) {
    if (record.type === "document") return id;
    const inGroup = record.type === "group" ? firstDocument(children) : undefined;
    if (inGroup !== undefined) return inGroup;
  }
  return undefined;
}

/** The relative link from a file to a referenced target; undefined if the target is not exported. */
export async function exportedPath(
  { resolver, paths }: ExportTree,
  reference: ContentRef,
  origin: Origin,
  from: string,
): Promise<string | undefined> {
  const { ref, status } = await resolver.resolve(reference, origin);
  if (status === "external") return undefined;
  const path =
    ref.kind === "file"
      ? paths.files.get(ref.file)
      : ref.kind === "reusable-content"
        ? paths.reusableContents.get(ref.reusableContent)
        : "page" in ref && paths.pages.get(ref.page ?? "");
  return path ? relativeUrl(from, path) : undefined;
}

export function relativeUrl(from: string, to: string): string {
  const folders = folderOfPath(from).split("/").slice(0, -1);
  const segments = to.split("/");
  let shared = 0;
  while (shared < folders.length && shared < segments.length - 1 && folders[shared] === segments[shared])
    shared++;
  const path = [...folders.slice(shared).map(() => ".."), ...segments.slice(shared)].join("/");
  // Parentheses would end a link, and quotes an attribute.
  return encodePath(path).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
