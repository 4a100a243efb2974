import type { FastifyRequest } from "fastify";
import type { Context } from "../../api/http/index.ts";
import type { TrackedEvent, TrackedLocation } from "../../insights/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";
import { countRequest } from "../resource/index.ts";
import { locationOf, referrerOf, refusesTracking } from "./location.ts";

/** What programs request: Markdown, `llms.txt`, feeds, and messages to the MCP server. */
export type RequestEvent =
  | { readonly type: "page_markdown_request" | "rss_request" | "mcp_request" }
  | { readonly type: "llms_request"; readonly llmsVariant: "standard" | "full" };

/** Where the requests of programs are counted. */
export interface RequestTarget {
  readonly siteId: string;
  readonly location: TrackedLocation;
  readonly authenticated: boolean;
}

interface RequestCall {
  readonly context: Context;
  readonly request: FastifyRequest;
  readonly url: URL;
  readonly place: ResolvedUrl;
}

/** Undefined for previews, which are not counted. */
export function requestTarget(place: ResolvedUrl, url: URL): RequestTarget | undefined {
  const { site, visit } = place;
  if (visit.previewer !== undefined) return undefined;
  const authenticated = visit.visitor.authKeyFingerprint !== undefined;
  return { siteId: site.id, location: locationOf(place, url), authenticated };
}

/** Counts a request that was answered. */
export function recordRequest({ context, request, place, url }: RequestCall, event: RequestEvent): void {
  recordRequestFor(context, request, requestTarget(place, url), event);
}

/**
 * Counts a request for a known target. The reply does not wait for it. Robots are counted too, by their names; programs are
 * not told apart as visitors.
 */
export function recordRequestFor(
  context: Context,
  request: FastifyRequest,
  target: RequestTarget | undefined,
  event: RequestEvent,
): void {
  const { method, headers } = request;
  const isPrefetch = headers["sec-purpose"] !== undefined;
  if (target === undefined || method === "HEAD" || isPrefetch || refusesTracking(headers)) return;
  const { siteId, location, authenticated } = target;
  const tracked: TrackedEvent = {
    ...event,
    session: {
      userAgent: headers["user-agent"] ?? "",
      language: headers["accept-language"] ?? null,
      referrer: referrerOf(headers.referer ?? null, headers.host, location),
      authenticated,
    },
    location: { ...location, displayContext: event.type === "mcp_request" ? "mcp" : "server" },
    // Only the actions of a page lead a browser to its Markdown.
    ...(event.type === "page_markdown_request" &&
      headers["sec-fetch-site"] === "same-origin" && { markdownSource: "page-action" }),
  };
  // A client with too many events is answered, but not counted.
  countRequest(context, request, "events").then(
    () => context.events.record(siteId, tracked),
    () => {},
  );
}
