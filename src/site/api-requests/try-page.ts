import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Context } from "../../api/http/index.ts";
import { describeRequest, type OperationRequest } from "../../openapi/description/index.ts";
import { badInput, notFound } from "../../platform/index.ts";
import type { ResolvedUrl } from "../../publishing/index.ts";
import { loadAssets } from "../assets/index.ts";
import { attributes, html, trustedHtml } from "../html/index.ts";
import { isRightToLeft, readSpecFile, readSpecs, tryPath } from "../page/index.ts";
import { below, countRendering, type ResourceCall, type SiteResource } from "../resource/index.ts";
import { wordsOf } from "../words/index.ts";
import { clientAssetName } from "./client-asset.ts";
import { createProxyUrl } from "./proxy.ts";
import { findShownSpec, type ShownSpec } from "./shown-spec.ts";

/** In characters of JSON. A client shows a larger document too slowly. */
const maxDocumentLength = 3_000_000;

/** A page with Scalar's client, filled with an operation. Pages of the site show it in a frame. */
export const tryPage: SiteResource = {
  isPreviewed: true,
  match: below(tryPath),
  reply: async (call) => {
    const { context, request: httpRequest, place, url } = call;
    await countRendering(context, httpRequest);
    const found = await findShownSpec(context, place, url.searchParams);
    const document = found && (await readDocumentOf(context, place, found));
    const parameter = (name: string) => url.searchParams.get(name) ?? "";
    const request = describeRequest(document, parameter("path"), parameter("method"));
    if (request === undefined) throw notFound("Operation");
    return sendClient(call, request);
  },
};

async function readDocumentOf(
  context: Context,
  { site, space }: ResolvedUrl,
  found: ShownSpec,
): Promise<unknown> {
  if (found.kind === "file") return readSpecFile(context, space, found.file);
  const { spec } = found;
  return (await readSpecs(context, site.organization_id, new Map([[spec.slug, spec]]))).get(spec.slug);
}

/**
 * The policy of the page. It runs text of authors, so it is sandboxed: it has an origin of its own, and no access to the site,
 * its cookies or its storage. It can only connect to the servers of the operation, or to the proxy.
 */
function policyOf(nonce: string, connections: readonly string[]): string {
  return [
    "sandbox allow-scripts allow-forms allow-popups allow-downloads",
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Scalar and the editor in it write style elements and attributes.
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "media-src blob: data:",
    `connect-src ${connections.join(" ")}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Extensions with scripts of Scalar's, and those that change how it works. */
const scalarExtension = /^x-(?:scalar|plugin|pre-request|post-response)/;

function writeData(data: object): string {
  const text = JSON.stringify(data, (key, value) => (scalarExtension.test(key) ? undefined : value));
  if (text.length > maxDocumentLength)
    throw badInput("path", "names an operation that is too large to be tried");
  return text.replaceAll("<", "\\u003c");
}

let script: string | undefined;

/** The script that opens the client. It is part of the page: a frame of another origin may not load assets. */
function readScript(): string {
  if (script === undefined) {
    const { names, files } = loadAssets();
    script = files.get(names.apiClient)?.bytes.identity.toString() ?? "";
  }
  return script;
}

function localeIn({ searchParams }: URL): string | undefined {
  return /^[a-z]{2}(?:-[a-z]{2})?$/.exec(searchParams.get("locale") ?? "")?.[0];
}

async function sendClient(
  { context, reply, url, urls, settings, place }: ResourceCall,
  { document, servers, usesProxy }: OperationRequest,
): Promise<FastifyReply> {
  // The page of the operation may be in another language than its site.
  const locale = localeIn(url) ?? settings.internationalization.locale;
  const words = wordsOf(locale);
  const nonce = randomBytes(16).toString("base64");
  const proxy =
    usesProxy && context.config.apiProxy ? createProxyUrl(context, place, urls, servers) : undefined;
  const data = writeData({
    script: urls.asset(await clientAssetName()),
    document,
    ...(proxy !== undefined && { proxy }),
    isDark: url.searchParams.get("theme") === "dark",
  });
  const origins = servers.flatMap((server) => URL.parse(server)?.origin ?? []);
  const connections = proxy === undefined ? [...new Set(origins)] : [new URL(proxy, url).origin];
  const page = html`<!doctype html><html${attributes({ lang: locale, dir: isRightToLeft(locale) && "rtl" })}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${words.tryIt}</title><style>html{overflow:hidden}.references-rendered{visibility:hidden}.scalar-client .scalar-sidebar-toggle{display:none}</style></head><body><noscript>${words.needsScripts}</noscript><div id="app" lang="en" dir="ltr"></div><script type="application/json" id="request">${trustedHtml(data)}</script><script type="module" nonce="${nonce}">${trustedHtml(readScript())}</script></body></html>`;
  return (
    reply
      // A sandboxed frame has an origin of its own already. Browsers warn that they cannot do what this header asks for.
      .removeHeader("origin-agent-cluster")
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policyOf(nonce, connections),
        "cache-control": "no-store",
        "x-robots-tag": "noindex",
      })
      .send(page.text)
  );
}
