import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { locateSite } from "../publishing/index.ts";

/** How long it is remembered which sites a host has, in milliseconds. */
const maxAge = 1_000;

/** `site`: the host of a site. `proxy`: some paths of the host are proxied to sites. */
type HostUse = "site" | "proxy" | "none";

/** Decides by the host of a request whether it is for a site or for the API. */
export class SiteHosts {
  readonly #context: Context;
  readonly #apiHost: string;
  readonly #sitesHost: string;
  readonly #uses = new LRUCache<string, HostUse>({ max: 1_000, ttl: maxAge });

  constructor(context: Context) {
    this.#context = context;
    this.#apiHost = new URL(context.config.baseUrl).host;
    this.#sitesHost = new URL(context.config.sites.url).host;
  }

  /** Whether sites are on the host of the API, below paths of their own. */
  get sharesOrigin(): boolean {
    return this.#sitesHost === this.#apiHost;
  }

  async isForSite(request: FastifyRequest): Promise<boolean> {
    const host = hostOf(request);
    const { headers } = request;
    const { hostname } = new URL(`http://${host}`);
    if (host === this.#apiHost || host === "") return false;
    if (host === this.#sitesHost) return true;
    // A site cannot take over a name of this server that it does not know: only programs send this header.
    if (headers.authorization !== undefined) return false;
    const use = this.#uses.get(hostname) ?? (await this.#findUse(hostname));
    this.#uses.set(hostname, use);
    if (use !== "proxy") return use === "site";
    const url = URL.parse(this.urlOf(request));
    return url !== null && (await locateSite(this.#context, url)) !== undefined;
  }

  async #findUse(hostname: string): Promise<HostUse> {
    const sites = await this.#context.database.read
      .selectFrom("sites")
      .where("published", "=", 1)
      .where(({ or, and, eb }) =>
        // A slash is before, and `0` is after all characters of a path in the order of bytes.
        or([
          eb("hostname", "=", hostname),
          and([eb("proxy", ">", `${hostname}/`), eb("proxy", "<", `${hostname}0`)]),
        ]),
      )
      .select("hostname")
      .limit(100)
      .execute();
    if (sites.some((site) => site.hostname === hostname)) return "site";
    return sites.length > 0 ? "proxy" : "none";
  }

  /** The URL that the visitor has opened. */
  urlOf(request: FastifyRequest): string {
    return `${request.protocol}://${hostOf(request)}${request.url}`;
  }

  /** The URL of a request that the API's host has received. */
  urlBelowBase({ url }: FastifyRequest): string {
    return this.#context.config.baseUrl + url;
  }
}

/** The host of a request as URLs have it: in lower case, without the default port. */
function hostOf({ host, protocol }: FastifyRequest): string {
  return URL.parse(`${protocol}://${host}`)?.host ?? "";
}
