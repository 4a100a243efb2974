import type { ContentRef } from "../../content/document/index.ts";
import type { ApiOperationLink, ApiUrls } from "../document/index.ts";
import type { ApiIndex } from "./api-index.ts";
import type { FrameContext } from "./frame-context.ts";
import type { SitePage } from "./site-page.ts";
import { type SiteUrls, specPath, tryPath } from "./site-urls.ts";
import type { PageTargets } from "./targets.ts";

/** The URLs by which readers of a page use the APIs that it describes. */
export class PageApiUrls implements ApiUrls {
  readonly #page: SitePage;
  readonly #urls: SiteUrls;
  readonly #targets: PageTargets;
  readonly #index: ApiIndex;
  readonly #locale: string;
  readonly #downloads = new Set<string>();
  /** Whether the page opens the client for requests in a frame. */
  hasClient = false;

  constructor(page: SitePage, { urls, targets, locale }: FrameContext, index: ApiIndex) {
    this.#page = page;
    this.#urls = urls;
    this.#targets = targets;
    this.#locale = locale;
    this.#index = index;
  }

  schema(ref: ContentRef, name: string): string | undefined {
    return this.#index.schema(ref, name);
  }

  operations(ref: ContentRef, path: string): readonly ApiOperationLink[] {
    return this.#index.operations(ref, path);
  }

  tryRequest(ref: ContentRef, path: string, method: string): string | undefined {
    const url = this.#urls.served(this.#page.segments, tryPath);
    const spec = queryOf(ref);
    if (url === undefined || spec === undefined) return undefined;
    this.hasClient = true;
    return `${url}?${new URLSearchParams({ ...spec, path, method, locale: this.#locale })}`;
  }

  /** Undefined if the page has a link to the spec already. */
  download(ref: ContentRef): string | undefined {
    const key = JSON.stringify(ref);
    if (this.#downloads.has(key)) return undefined;
    this.#downloads.add(key);
    if (ref.kind === "file" || ref.kind === "url") return this.#targets.targetOf(ref).href;
    const url = this.#urls.served(this.#page.segments, specPath);
    const spec = queryOf(ref);
    return url === undefined || spec === undefined ? undefined : `${url}?${new URLSearchParams(spec)}`;
  }
}

function queryOf(ref: ContentRef): Record<string, string> | undefined {
  if (ref.kind === "openapi") return { spec: ref.spec };
  return ref.kind === "file" ? { file: ref.file } : undefined;
}
