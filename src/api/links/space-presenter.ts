import type { Static } from "@sinclair/typebox";
import { type Content, type FileRecord, findReusableContent } from "../../content/index.ts";
import { getValues } from "../../content/map/index.ts";
import { type LocatedPage, locatePages } from "../../content/pages/index.ts";
import { PagePresenter, presentFile, presentReusableContent } from "../content/index.ts";
import type { Context } from "../http/index.ts";
import type { ContentLocation } from "./schema.ts";

export type Location = Static<typeof ContentLocation>;

/** A space as it is shown around everything in it, and the content in which that is looked up. */
export interface PresentedSpace {
  readonly shown: Required<Pick<Location, "organization" | "space">> & Pick<Location, "versionContext">;
  readonly content: Content;
}

/** Presents pages, files and reusable contents of one space, each where it is found. */
export class SpacePresenter {
  readonly #context: Context;
  readonly #surroundings: PresentedSpace;
  readonly #pages: PagePresenter;
  #located: ReadonlyMap<string, LocatedPage> = new Map();
  #files: ReadonlyMap<string, FileRecord> = new Map();

  constructor(context: Context, surroundings: PresentedSpace) {
    this.#context = context;
    this.#surroundings = surroundings;
    this.#pages = new PagePresenter(context, surroundings.shown.space.id);
  }

  /** Reads all that is going to be shown, in one go. */
  async load(pages: readonly string[], files: readonly string[]): Promise<void> {
    const { content } = this.#surroundings;
    this.#located = await locatePages(content, [...new Set(pages)]);
    this.#files = await getValues<FileRecord>(content.nodes, content.roots.files, [...new Set(files)]);
  }

  space(): Location {
    const { organization, space } = this.#surroundings.shown;
    return { kind: "space", organization, space };
  }

  page(id: string, internalLocation?: Location["internalLocation"]): Location | undefined {
    const located = this.#located.get(id);
    if (located === undefined) return undefined;
    const page = this.#pages.present({ id, ...located, children: [] });
    return { kind: "page", ...this.#surroundings.shown, page, ...(internalLocation && { internalLocation }) };
  }

  file(id: string): Location | undefined {
    const record = this.#files.get(id);
    if (record === undefined) return undefined;
    const { shown } = this.#surroundings;
    return { kind: "file", ...shown, file: presentFile(id, record, this.#context, shown.space.id) };
  }

  async reusableContent(id: string): Promise<Location | undefined> {
    const { shown, content } = this.#surroundings;
    const found = await findReusableContent(content, id);
    if (found === undefined) return undefined;
    const reusableContent = presentReusableContent(found.key, found.value);
    return { kind: "reusable-content", ...shown, reusableContent };
  }
}
