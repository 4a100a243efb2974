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
  /** Files of documents, and folders of groups. */
  readonly pages: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, string>;
  readonly reusableContents: ReadonlyMap<string, string>;
}

export interface ExportItems {
  readonly tree: readonly PageBranch[];
  readonly files: readonly (readonly [id: string, record: FileRecord])[];
  readonly reusableContents: readonly (readonly [id: string, record: ReusableContentRecord])[];
}

/** In bytes, as the length of paths is limited. Deeper pages go into another folder. */
const maxFolderLength = 600;
const overflowFolder = "more/";

export function assignPaths({ tree, files, reusableContents }: ExportItems): ExportPaths {
  const takeAsset = uniqueNames();
  const takeInclude = uniqueNames();
  const includes = reusableContents.map(([id, { title }]) => {
    const name = includesFolder + safePageName(slugOf(title));
    return [id, takeInclude((number) => `${numbered(name, number)}.md`)] as const;
  });
  const assets = files.map(([id, record]) => {
    const name = safeFileName(record.name);
    return [id, takeAsset((number) => assetsFolder + numberedFileName(name, number))] as const;
  });
  return { pages: pathsOfPages(tree), files: new Map(assets), reusableContents: new Map(includes) };
}

function numbered(name: string, number: number | undefined): string {
  return number === undefined ? name : `${name}-${number}`;
}

/** A document with children is the README of its folder, and the first document that of the root. Links have no path. */
function pathsOfPages(tree: readonly PageBranch[]): Map<string, string> {
  const paths = new Map<string, string>();
  const first = firstDocument(tree);
  const take = uniqueNames((name) => [name, `${name}.md`]);

  const visit = (pages: readonly PageBranch[], folder: string): void => {
    for (const { id, record, children } of pages) {
      if (record.type === "link") continue;
      const path = folder + safePageName(record.slug);
      const name = take((number) => numbered(path, number));
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
    const below = record.type === "group" ? firstDocument(children) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

/** The relative link from a file to the target of a reference; undefined if the target is not exported. */
export async function addressOfReference(
  { resolver, paths }: ExportTree,
  reference: ContentRef,
  origin: Origin,
  from: string,
): Promise<string | undefined> {
  const { ref } = await resolver.resolve(reference, origin);
  const path =
    ref.kind === "file"
      ? paths.files.get(ref.file)
      : ref.kind === "reusable-content"
        ? paths.reusableContents.get(ref.reusableContent)
        : "page" in ref && paths.pages.get(ref.page ?? "");
  return path ? relativeAddress(from, path) : undefined;
}

export function relativeAddress(from: string, to: string): string {
  const folders = folderOfPath(from).split("/").slice(0, -1);
  const segments = to.split("/");
  let shared = 0;
  while (shared < folders.length && shared < segments.length - 1 && folders[shared] === segments[shared])
    shared++;
  const path = [...folders.slice(shared).map(() => ".."), ...segments.slice(shared)].join("/");
  // Parentheses would end a link, and quotes an attribute.
  return encodePath(path).replace(/[()']/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}
