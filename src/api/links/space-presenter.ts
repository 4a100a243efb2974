import type { Static } from "@sinclair/typebox";
import { type Content, type FileRecord, findReusableContent } from "../../content/index.ts";
import { getValues } from "../../content/map/index.ts";
import { type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { PagePresenter, presentFile, presentReusableContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { ContentLocation } from "./schema.ts";

export type Location = Static<typeof ContentLocation>;

/** The properties of every location in a space. */
type PresentedSpace = Required<Pick<Location, "organization" | "space">> & Pick<Location, "versionContext">;

/** Presents pages, files and reusable contents of one space as locations. */
export class SpacePresenter {
  readonly presented: PresentedSpace;
  readonly #context: Context;
  readonly #content: Content;
  readonly #pages: PagePresenter;
  #located: ReadonlyMap<string, LocatedPage> = new Map();
  #files: ReadonlyMap<string, FileRecord> = new Map();

  constructor(context: Context, presented: PresentedSpace, content: Content) {
    this.presented = presented;
    this.#context = context;
    this.#content = content;
    this.#pages = new PagePresenter(context, presented.space.id);
  }

  /** Reads the pages and files that will be presented. */
  async load(pages: readonly string[], files: readonly string[]): Promise<void> {
    const { nodes, roots } = this.#content;
    this.#located = await locatePages(this.#content, [...new Set(pages)]);
    this.#files = await getValues<FileRecord>(nodes, roots.files, [...new Set(files)]);
  }

  space(): Location {
    const { organization, space } = this.presented;
    return { kind: "space", organization, space };
  }

  page(id: string, internalLocation?: Location["internalLocation"]): Location | undefined {
    const located = this.#located.get(id);
    if (located === undefined) return undefined;
    const page = this.#pages.present({ id, ...located, children: [] });
    return { kind: "page", ...this.presented, page, ...(internalLocation && { internalLocation }) };
  }

  file(id: string): Location | undefined {
    const record = this.#files.get(id);
    if (record === undefined) return undefined;
    const file = presentFile(id, record, this.#context, this.presented.space.id);
    return { kind: "file", ...this.presented, file };
  }

  async reusableContent(id: string): Promise<Location | undefined> {
    const found = await findReusableContent(this.#content, id);
    if (found === undefined) return undefined;
    const reusableContent = presentReusableContent(found.key, found.value);
    return { kind: "reusable-content", ...this.presented, reusableContent };
  }
}
