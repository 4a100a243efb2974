import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Context } from "../api/http/index.ts";
import { decodeSegments, locateSite } from "../publishing/index.ts";
import { mcpPath } from "./page/index.ts";

/** How long it is remembered which sites a host has, in milliseconds. */
const maxAge = 1_000;

/** `site`: the host of a site. `proxy`: some paths of the host are proxied to sites. */
type HostUse = "site" | "proxy" | "none";

/** A URL that a visitor has opened. */
export interface SiteAddress {
  readonly url: string;
  /** The path segments that all paths of sites on this host begin with. Others may be answered by another server. */
  readonly root: readonly string[];
}

/** Decides by the host of a request whether it is for a site or for the API. */
export class SiteHosts {
  readonly #context: Context;
  readonly #apiHost: string;
  readonly #sitesHost: string;
  /** The protocol of the URLs that visitors open. A proxy may use another one for its requests to this server. */
  readonly #protocol: string;
  readonly #uses = new LRUCache<string, HostUse>({ max: 1_000, ttl: maxAge });

  constructor(context: Context) {
    this.#context = context;
    this.#apiHost = new URL(context.config.baseUrl).host;
    this.#sitesHost = new URL(context.config.sites.url).host;
    this.#protocol = context.config.sites.protocol;
  }

  /** Whether sites are on the host of the API, below paths of their own. */
  get sharesOrigin(): boolean {
    return this.#sitesHost === this.#apiHost;
  }

  /** The address of a request for a site; undefined if the request is for the API. */
  async find(request: FastifyRequest): Promise<SiteAddress | undefined> {
    const host = hostOf(request, this.#protocol);
    if (host === "" || host === this.#apiHost) return undefined;
    const url = `${this.#protocol}//${host}${request.url}`;
    if (host === this.#sitesHost) return { url, root: pathSegments(this.#context.config.sites.url) };
    // A site cannot take over a name of this server that it does not know: only clients of the API send tokens.
    // Its MCP server, which the API does not have, takes tokens of visitors.
    const hasToken = /^bearer /i.test(request.headers.authorization ?? "");
    if (hasToken && !request.url.includes(`/${mcpPath}`)) return undefined;
    const use = await this.#useOf(new URL(`http://${host}`).hostname);
    if (use === "site") return { url, root: [] };
    const parsed = use === "proxy" ? URL.parse(url) : null;
    const location = parsed === null ? undefined : await locateSite(this.#context, parsed);
    return location && { url, root: location.base };
  }

  /** The address of a request that the API's host has received. */
  belowBase({ url }: FastifyRequest): SiteAddress {
    const { baseUrl } = this.#context.config;
    return { url: baseUrl + url, root: pathSegments(baseUrl) };
  }

  async #useOf(hostname: string): Promise<HostUse> {
    const known = this.#uses.get(hostname);
    if (known !== undefined) return known;
    const use = await this.#findUse(hostname);
    this.#uses.set(hostname, use);
    return use;
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
}

function pathSegments(url: string): string[] {
  return decodeSegments(new URL(url).pathname) ?? [];
}

const knownHosts = new LRUCache<string, string>({ max: 1_000 });

/**
 * The host of a request as URLs have it: in lower case, without the default port. Empty if it is missing or not valid. Only `Host` counts:
 * clients could choose `X-Forwarded-Host`, which proxies pass on and leave out of the keys of their caches.
 */
function hostOf({ headers }: FastifyRequest, protocol: string): string {
  const written = `${protocol}//${headers.host ?? ""}`;
  const known = knownHosts.get(written);
  if (known !== undefined) return known;
  const parsed = URL.parse(written)?.host ?? "";
  knownHosts.set(written, parsed);
  return parsed;
}
