import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { locateSite, parseUrl } from "../publishing/index.ts";

/** How long it is remembered whether a host has a site, in milliseconds. */
const maxAge = 1_000;

/** Decides by the host of a request whether it is for a site or for the API. */
export class SiteHosts {
  readonly #context: Context;
  readonly #apiHost: string;
  readonly #sitesUrl: URL;
  readonly #known = new LRUCache<string, boolean>({ max: 1_000, ttl: maxAge });

  constructor(context: Context) {
    this.#context = context;
    this.#apiHost = new URL(context.config.baseUrl).host;
    this.#sitesUrl = new URL(context.config.sites.url);
  }

  /** Whether sites are on the host of the API, below paths of their own. */
  get sharesOrigin(): boolean {
    return this.#sitesUrl.host === this.#apiHost;
  }

  async isSiteHost(request: FastifyRequest): Promise<boolean> {
    const { host } = request;
    if (host === this.#apiHost || host === "" || request.url.startsWith("/files/")) return false;
    if (host === this.#sitesUrl.host) return true;
    const known = this.#known.get(request.hostname);
    if (known !== undefined) return known;
    const found = await locateSite(this.#context, parseUrl(this.urlOf(request))).catch(() => undefined);
    const isKnown = found !== undefined && found.site.hostname === request.hostname;
    this.#known.set(request.hostname, isKnown);
    return isKnown || found !== undefined;
  }

  /** The URL that the visitor has opened. */
  urlOf({ protocol, host, url }: FastifyRequest): string {
    return `${protocol}://${host}${url}`;
  }

  /** The URL of a request that the API's host has received, below the URL of all sites. */
  urlBelowBase({ url }: FastifyRequest): string {
    return this.#sitesUrl.href.replace(/\/$/, "") + url;
  }
}
