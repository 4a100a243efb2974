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
  /** The paths of the files of own fonts. */
  readonly fonts = new Set<string>();
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
  readonly #used: UsedResources;
  readonly #urlOf: (segments: readonly string[]) => string;

  /** `from` has the segments of the folder that the page is in. */
  static relative(fileLinks: FileLinks, used: UsedResources, from: readonly string[]): StaticUrls {
    return new StaticUrls(fileLinks, used, (segments) => relativePath(from, segments));
  }

  /** The URLs on the host of the copy. `base` has the segments of the path that it is served under. */
  static absolute(fileLinks: FileLinks, used: UsedResources, base: readonly string[]): StaticUrls {
    return new StaticUrls(fileLinks, used, (segments) => encodePath([...base, ...segments]));
  }

  private constructor(
    fileLinks: FileLinks,
    used: UsedResources,
    urlOf: (segments: readonly string[]) => string,
  ) {
    super([], fileLinks);
    this.#used = used;
    this.#urlOf = urlOf;
  }

  override page(segments: readonly string[]): string {
    return this.#urlOf(segments).replace(/\/?$/, "/");
  }

  override resource(segments: readonly string[], path: string): string {
    this.#used.others.add([...segments, path].join("/"));
    return this.#urlOf([...segments, ...path.split("/")]);
  }

  override served(): undefined {
    return undefined;
  }

  override asset(name: string): string {
    this.#used.assets.add(name);
    return this.#urlOf([...assetsPath.split("/"), ...name.split("/")]);
  }

  override font(url: string): string {
    const name = super.fontPath(url);
    if (name === undefined) return url;
    const segments = [...filesPath.split("/"), ...name.split("/")];
    this.#used.fonts.add(segments.join("/"));
    return this.#urlOf(segments);
  }

  override file(spaceId: string, file: FileRecord): string {
    const segments = [...filesPath.split("/"), file.blob, safeFileName(file.name)];
    this.#used.files.set(segments.join("/"), { spaceId, file });
    return this.#urlOf(segments);
  }
}

function relativePath(from: readonly string[], to: readonly string[]): string {
  const different = to.findIndex((segment, i) => segment !== from[i]);
  const shared = different === -1 ? to.length : different;
  const up = from.slice(shared).map(() => "..");
  const [, ...down] = encodePath(to.slice(shared)).split("/");
  const path = [...up, ...down].filter((part) => part !== "").join("/");
  return path === "" ? "." : path;
}
