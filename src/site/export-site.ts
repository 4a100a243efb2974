import { findFontFile } from "../api/fonts/index.ts";
import type { Context } from "../api/http/index.ts";
import { countRecords, type PageRecord, readRecords } from "../content/index.ts";
import { hasChildren, isReservedSlug } from "../content/pages/index.ts";
import type { ExportTarget } from "../exporting/index.ts";
import {
  decodeSegments,
  destinationOf,
  destinationSegments,
  findPublishedSpace,
  isPageShown,
  noClaims,
  type ResolvedUrl,
  readStructureView,
  reservedPaths,
  type SiteRow,
  sectionsOf,
  selectRedirects,
  siteSpaceSegments,
  siteSpacesOf,
} from "../publishing/index.ts";
import { readBlob } from "../storage/files/index.ts";
import { loadAssets, readFontAsset } from "./assets/index.ts";
import { listSitemaps, writeSitemap, writeSitemapIndex } from "./discovery/index.ts";
import { type CopiedSpace, listFormerRedirects } from "./former-redirects.ts";
import { markdownUrl, renderMarkdown } from "./markdown/index.ts";
import {
  assetsPath,
  type FrameInput,
  findFirstPage,
  parsePart,
  readSitePage,
  renderNotFound,
  renderPage,
  renderTreePage,
  type SitePage,
  SiteUrls,
  sitemapPath,
  slugSegments,
  treePath,
} from "./page/index.ts";
import { readSettings } from "./settings.ts";
import { redirectPage, StaticUrls, UsedResources, withPolicy, writeSearchTexts } from "./static/index.ts";

export interface SiteExport {
  readonly site: SiteRow;
  readonly target: ExportTarget;
  /** The URL that the copy will have. */
  readonly url: string;
  /** Called with the number of pages that are done, and of all. */
  onProgress(done: number, all: number): void;
}

export interface SiteExportResult {
  readonly pages: number;
  readonly files: number;
  /** The paths of pages that no file can have. */
  readonly skipped: readonly string[];
}

/** Writes a copy of a site as visitors without a token see it. */
export function exportSite(context: Context, request: SiteExport): Promise<SiteExportResult> {
  return new SiteCopy(context, request).write();
}

/** The page of each folder. */
const pageFile = "index.html";

/** The longest name that common file systems allow, in bytes. */
const maxNameBytes = 255;

/** Whether a segment of a URL can be the name of a folder. An encoded slash is a part of a segment. */
function isFolderName(name: string): boolean {
  return name !== "." && name !== ".." && !/[\\/\0]/.test(name) && Buffer.byteLength(name) <= maxNameBytes;
}

class SiteCopy {
  readonly #context: Context;
  readonly #request: SiteExport;
  readonly #used = new UsedResources();
  readonly #assets = loadAssets();
  readonly #skipped: string[] = [];
  /** The folders that have a page. A redirect does not replace it. */
  readonly #written = new Set<string>();
  /** The files beside pages, which no folder can have the name of. */
  readonly #files = new Set(["404.html", ".nojekyll"]);
  /** The URLs on the host of the copy. */
  readonly #absoluteUrls: SiteUrls;
  /** The pages that are written, by site space. */
  readonly #pageIds = new Map<string, string[]>();

  constructor(context: Context, request: SiteExport) {
    this.#context = context;
    this.#request = request;
    const base = decodeSegments(new URL(request.url).pathname) ?? [];
    this.#absoluteUrls = StaticUrls.absolute(context.fileLinks, this.#used, base);
  }

  async write(): Promise<SiteExportResult> {
    const { target } = this.#request;
    const spaces = await this.#readSpaces();
    let [done, all] = [0, 0];
    for (const { place } of spaces) all += await countRecords(place.space.content, "pages");
    for (const space of spaces)
      for (const { key: id, value: record } of await readRecords(space.place.space.content, "pages")) {
        await this.#writePage(space, id, record);
        this.#request.onProgress(++done, all);
      }
    await this.#writeTreeParts(spaces);
    await this.#writeSiteRedirects(spaces);
    for await (const { from, to, title } of listFormerRedirects(this.#context.database.read, spaces))
      await this.#writeRedirect(from, to, title);
    if (this.#request.site.visibility === "public") await this.#writeSitemaps(spaces);
    await this.#writeNotFound(spaces);
    await this.#writeSearchTexts(spaces);
    await this.#writeAssets();
    await this.#writeFiles(spaces);
    // GitHub Pages would omit names that begin with a tilde.
    await target.write(".nojekyll", "");
    const pages = this.#pageIds.values().reduce((sum, ids) => sum + ids.length, 0);
    return { pages, files: this.#used.files.size, skipped: this.#skipped };
  }

  async #readSpaces(): Promise<CopiedSpace[]> {
    const { site, url } = this.#request;
    const view = await readStructureView(this.#context.database.read, site, noClaims);
    const visitor = {
      ...{ organizationId: site.organization_id, siteId: site.id },
      ...{ claims: noClaims, admittedAt: this.#context.clock.time() },
    };
    const visit = { visitor, base: [], rest: [] };
    const spaces: CopiedSpace[] = [];
    for (const location of siteSpacesOf(view.visible)) {
      const space = await findPublishedSpace(this.#context, site, location.siteSpace.spaceId);
      if (space === undefined) continue;
      const segments = siteSpaceSegments(location, reservedPaths(view.all));
      const place = {
        ...{ ...location, site, view, visit, space, rest: [], complete: true },
        ...{ pageId: undefined, isPublic: true, isForEveryone: true, canonicalUrl: url },
      };
      spaces.push({ place, segments, pages: new Map() });
    }
    return spaces;
  }

  async #writePage(space: CopiedSpace, pageId: string, record: PageRecord): Promise<void> {
    const { place, segments, pages } = space;
    const { content } = place.space;
    if (record.type === "link" || !(await isPageShown(content, pageId, record, noClaims))) return;
    const page = await readSitePage({ ...place, pageId });
    if (page === undefined) return;
    const path = slugSegments(page);
    const first = await findFirstPage(page);
    const slugs = path.slice(segments.length);
    const target = first ?? page.segments;
    if (first !== undefined || (await this.#writeDocument(page)))
      pages.set(pageId, { title: record.title, slugs, target });
    if (path.length !== target.length || first !== undefined)
      await this.#writeRedirect(path, target, record.title);
    if (await hasChildren(content, pageId)) this.#used.others.add([...segments, treePath, pageId].join("/"));
  }

  /** Returns false if the name of the page is not possible. */
  async #writeDocument(page: SitePage): Promise<boolean> {
    const input = await this.#inputFor(page, page.segments);
    const written = await renderPage(this.#context, input);
    if (!(await this.#writeFolder(page.segments, withPolicy(written)))) return false;
    this.#pageIds.getOrInsertComputed(page.siteSpace.id, () => []).push(page.pageId);
    if (page.site.agents_context !== "excluded") await this.#writeMarkdown({ ...input, place: page });
    return true;
  }

  /** Writes a page as Markdown, with absolute links: it may be read apart from the copy. */
  async #writeMarkdown(input: FrameInput & { readonly place: SitePage }): Promise<void> {
    const { origin } = new URL(this.#request.url);
    const written = await renderMarkdown(this.#context, { ...input, urls: this.#absoluteUrls }, origin);
    const url = markdownUrl(input.place, new SiteUrls([], this.#context.fileLinks));
    const path = decodeURIComponent(url).slice(1);
    this.#files.add(path);
    await this.#request.target.write(path, written.html.join(""));
  }

  async #inputFor<Place extends ResolvedUrl>(place: Place, from: readonly string[]) {
    return {
      place,
      settings: await readSettings(this.#context, place),
      urls: StaticUrls.relative(this.#context.fileLinks, this.#used, from),
      assets: this.#assets.names,
      rootUrl: this.#request.url,
      isStatic: true,
    };
  }

  /** Writes the page of a folder. Returns false if its name is not possible. */
  async #writeFolder(segments: readonly string[], text: string): Promise<boolean> {
    const path = [...segments, pageFile].join("/");
    if (!segments.every(isFolderName)) {
      this.#skipped.push(path);
      return false;
    }
    this.#written.add(segments.join("/"));
    await this.#request.target.write(path, text);
    return true;
  }

  async #writeRedirect(from: readonly string[], to: readonly string[], title: string): Promise<void> {
    if (this.#written.has(from.join("/"))) return;
    const isFile = (name: string, i: number) =>
      name === pageFile || isReservedSlug(name) || this.#files.has(from.slice(0, i + 1).join("/"));
    if (from.some(isFile)) return;
    const url = StaticUrls.relative(this.#context.fileLinks, this.#used, from).page(to);
    await this.#writeFolder(from, redirectPage(url, title));
  }

  /** Writes the parts of the page trees that pages link to or load. Parts may link to other parts. */
  async #writeTreeParts(spaces: readonly CopiedSpace[]): Promise<void> {
    for (const path of this.#used.others)
      for (const { place, segments } of spaces) {
        const folder = `${[...segments, treePath].join("/")}/`;
        const part = path.startsWith(folder) ? parsePart(path.slice(folder.length)) : undefined;
        if (part === undefined) continue;
        const from = path.split("/");
        const input = await this.#inputFor({ ...place, trail: new Map() }, from);
        const written = await renderTreePage(this.#context, input, part);
        if (written !== undefined) await this.#writeFolder(from, withPolicy(written));
      }
  }

  async #writeSiteRedirects([first]: readonly CopiedSpace[]): Promise<void> {
    if (first === undefined) return;
    const { site, view } = first.place;
    const redirects = await selectRedirects(this.#context.database.read, site).selectAll().execute();
    for (const redirect of redirects) {
      const to = await destinationSegments(this.#context, site, view, destinationOf(redirect));
      const from = decodeSegments(redirect.source);
      if (to !== undefined && from !== undefined) await this.#writeRedirect(from, to, site.title);
    }
  }

  async #writeSitemaps(spaces: readonly CopiedSpace[]): Promise<void> {
    const { target, url } = this.#request;
    const index: { path: string; updatedAt: string }[] = [];
    for (const { place, segments } of spaces) {
      if (place.siteSpace.isHidden) continue;
      for (const { pages, ...sitemap } of await listSitemaps(place.space.content, noClaims)) {
        const path = [...segments, sitemap.path].join("/");
        await target.write(path, await writeSitemap(url, pages, segments));
        index.push({ ...sitemap, path });
      }
    }
    await target.write(sitemapPath, await writeSitemapIndex(url, index));
  }

  async #writeSearchTexts(spaces: readonly CopiedSpace[]): Promise<void> {
    const folders = spaces.map(({ place, segments }) => ({
      url: this.#pathOf(segments),
      section: place.section?.id ?? "",
      isDefault: place.siteSpace.isDefault || place.siteSpace.actsAsDefault === true,
    }));
    await this.#request.target.write(
      "~lectern/search.json",
      writeSearchTexts(folders, this.#searched(spaces)),
    );
  }

  /** The pages that were written, with what a result of the search shows beside their texts. */
  async *#searched(spaces: readonly CopiedSpace[]) {
    for (const [space, { place }] of spaces.entries()) {
      const hasSections = sectionsOf(place.view.visible).length > 1;
      const titles = hasSections && place.section !== undefined ? [place.section.title] : [];
      for (const pageId of this.#pageIds.get(place.siteSpace.id) ?? []) {
        const page = await readSitePage({ ...place, pageId });
        if (page === undefined) continue;
        const ancestors = Array.from(page.trail.values(), ({ title }) => title).slice(0, -1);
        yield { page, space, url: this.#pathOf(page.segments), trail: [...titles, ...ancestors] };
      }
    }
  }

  /** The path of a page below the copy. */
  #pathOf(segments: readonly string[]): string {
    return StaticUrls.relative(this.#context.fileLinks, this.#used, []).page(segments);
  }

  /** Writes the page that static hosts send for unknown paths. It has absolute paths, since it is sent at any of them. */
  async #writeNotFound([first]: readonly CopiedSpace[]): Promise<void> {
    if (first === undefined) return;
    const input = await this.#inputFor({ ...first.place, trail: new Map() }, []);
    const written = await renderNotFound(this.#context, { ...input, urls: this.#absoluteUrls }, [], "");
    await this.#request.target.write("404.html", withPolicy(written));
  }

  /** Writes all scripts and style sheets, since they load each other, and the fonts that pages use. */
  async #writeAssets(): Promise<void> {
    const write = (name: string, bytes: Uint8Array) =>
      this.#request.target.write(`${assetsPath}/${name}`, bytes);
    for (const [name, { bytes }] of this.#assets.files) await write(name, bytes.identity);
    for (const name of this.#used.assets) {
      const font = await readFontAsset(name);
      if (font === undefined) continue;
      await write(name, font.bytes.identity);
      if (!name.endsWith(".css")) continue;
      for (const [, file = ""] of font.bytes.identity.toString().matchAll(/url\(([\w.-]+)\)/g))
        this.#used.assets.add(`fonts/${file}`);
    }
  }

  async #writeFiles(spaces: readonly CopiedSpace[]): Promise<void> {
    const { database } = this.#context;
    for (const path of this.#used.fonts) {
      const font = await findFontFile(database.read, path.slice(path.lastIndexOf("/") + 1));
      if (font === undefined) continue;
      const range = { start: 0, end: font.size };
      await this.#request.target.write(path, readBlob(this.#context, font.repository_id, font.blob, range));
    }
    const repositories = new Map(spaces.map(({ place: { space } }) => [space.id, space.repositoryId]));
    for (const [path, { spaceId, file }] of this.#used.files) {
      const repositoryId = repositories.get(spaceId) ?? "";
      await this.#request.target.write(
        path,
        readBlob(this.#context, repositoryId, file.blob, { start: 0, end: file.size }),
      );
    }
  }
}
