import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../api/http/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";
import type { AssetNames } from "../assets/index.ts";
import type { SiteSettings } from "../customization/index.ts";
import type { SiteUrls } from "../page/index.ts";

/** Something that a site answers beside its pages, for example its search. */
export interface SiteResource {
  /** GET and HEAD if it is omitted. */
  readonly methods?: readonly string[];
  /** Whether visitors may send their JWT in the header `Authorization`. */
  readonly acceptsBearer?: boolean;
  /** Whether it is for visitors without credentials only: tokens, keys and claims are ignored. */
  readonly isAnonymous?: boolean;
  /** Whether previews of change requests have it too. */
  readonly isPreviewed?: boolean;
  /** Finds the resource in the path of a URL. */
  match(path: string, request: FastifyRequest): ResourceMatch | undefined;
  reply(call: ResourceCall): Promise<FastifyReply>;
}

export interface ResourceMatch {
  /** The path of the site, the site space or the page that the resource belongs to. */
  readonly parent: string;
  /** What follows the name of the resource, without a slash at the beginning; encoded. */
  readonly rest: string;
}

export interface ResourceCall {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The URL of the resource. */
  readonly url: URL;
  /** What follows the name of the resource in the path. */
  readonly rest: string;
  /** What the visitor sees at the parent of the resource. */
  readonly place: ResolvedUrl;
  /** The customization as the visitor sees it. */
  readonly settings: SiteSettings;
  readonly urls: SiteUrls;
  readonly assets: AssetNames;
  /** Whether the reply is the same for all visitors. */
  readonly isPublic: boolean;
}

/** Matches a name at the end of a path, for example `sitemap.xml`. */
export function named(name: string): SiteResource["match"] {
  const end = `/${name}`;
  return (path) => (path.endsWith(end) ? { parent: path.slice(0, -end.length), rest: "" } : undefined);
}

/** Matches a name in a path, and everything below it. */
export function below(name: string): SiteResource["match"] {
  const [part, end] = [`/${name}/`, named(name)];
  return (path, request) => {
    const start = path.indexOf(part);
    if (start === -1) return end(path, request);
    return { parent: path.slice(0, start), rest: path.slice(start + part.length) };
  };
}
