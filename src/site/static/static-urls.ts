import type { FileRecord } from "../../content/index.ts";
import { safeFileName } from "../../exporting/index.ts";
import { encodePath } from "../../publishing/index.ts";
import type { FileLinks } from "../../storage/files/index.ts";
import { assetsPath, filesPath, SiteUrls } from "../page/index.ts";

interface UsedFile {
  readonly spaceId: string;
  readonly file: FileRecord;
}

/** What the pages of a copy refer to beside each other, by path. */
export class UsedResources {
  readonly assets = new Set<string>();
  readonly files = new Map<string, UsedFile>();
  /** Paths below the segments of a site space. */
  readonly others = new Set<string>();
}

/**
 * The URLs in one page of a copy. They are relative, so that the copy can be served under any path. A page is the index of
 * a folder: `install/index.html`.
 */
export class StaticUrls extends SiteUrls {
  readonly #from: readonly string[];
  readonly #used: UsedResources;

  /** `from` has the segments of the folder that the page is in. */
  constructor(fileLinks: FileLinks, from: readonly string[], used: UsedResources) {
    super([], fileLinks);
    this.#from = from;
    this.#used = used;
  }

  override page(segments: readonly string[]): string {
    return `${this.#relative(segments)}/`;
  }

  override resource(segments: readonly string[], path: string): string {
    this.#used.others.add([...segments, path].join("/"));
    return this.#relative([...segments, ...path.split("/")]);
  }

  override asset(name: string): string {
    this.#used.assets.add(name);
    return this.#relative([...assetsPath.split("/"), ...name.split("/")]);
  }

  override file(spaceId: string, file: FileRecord): string {
    const segments = [...filesPath.split("/"), file.blob, safeFileName(file.name)];
    this.#used.files.set(segments.join("/"), { spaceId, file });
    return this.#relative(segments);
  }

  #relative(segments: readonly string[]): string {
    const shared = segments.findIndex((segment, i) => segment !== this.#from[i]);
    const common = shared === -1 ? segments.length : shared;
    const up = this.#from.slice(common).map(() => "..");
    const [, ...down] = encodePath(segments.slice(common)).split("/");
    const path = [...up, ...down].filter((part) => part !== "").join("/");
    return path === "" ? "." : path;
  }
}
