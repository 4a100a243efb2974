import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { findSpecVersions } from "../../api/openapi-specs/index.ts";
import { ConcurrencyLimiter, notFound } from "../../platform/index.ts";
import { siteSpacesOf } from "../../publishing/index.ts";
import { recordRequest } from "../events/index.ts";
import { type ListedSpace, listSpaces, requireAgentAccess } from "../markdown/index.ts";
import { llmsPath, readHeads } from "../page/index.ts";
import {
  named,
  type ResourceCall,
  type SiteResource,
  sendSharedText,
  sendStream,
} from "../resource/index.ts";
import { writeFullText } from "./full-text.ts";
import { writePageList } from "./page-list.ts";

const type = "text/plain";

/** `llms.txt` of a site or of one of its spaces: its pages as a list. */
export const llmsResource: SiteResource = {
  match: named(llmsPath),
  reply: (call) =>
    replyWith(call, "standard", (spaces, version) =>
      sendSharedText(call, { type, version, write: () => writePageList(call, spaces) }),
    ),
};

/** `llms-full.txt` of a site or of one of its spaces: the text of its pages. */
export const llmsFullResource: SiteResource = {
  match: named("llms-full.txt"),
  reply: (call) =>
    replyWith(call, "full", (spaces, version) =>
      sendStream(call, { type, version, write: () => writeLimited(call, spaces) }),
    ),
};

const limiter = new ConcurrencyLimiter({
  names: ["text of a site", "texts of sites"],
  owner: "client",
  concurrent: 4,
  perOwner: 1,
  retryAfter: 10,
});

/** A client that reads more slowly than this loses the connection, so that others are not kept from reading. */
const maxConnectionTime = 300_000;

/** Starts to write the text of pages, if not too many are being written. */
async function writeLimited(call: ResourceCall, spaces: readonly ListedSpace[]) {
  const { request, reply } = call;
  const { socket } = request.raw;
  const closed = Promise.withResolvers<void>();
  const timer = setTimeout(() => reply.raw.destroy(), maxConnectionTime).unref();
  const close = () => {
    clearTimeout(timer);
    socket.off("close", close);
    closed.resolve();
  };
  // With pipelined requests, a reply that has not begun does not emit `close` when the connection ends.
  for (const emitter of [reply.raw, socket]) emitter.once("close", close);
  // The client may have left while the site was looked up.
  if (reply.raw.destroyed || socket.destroyed) close();
  await new Promise<void>((resolve, reject) => {
    const untilClosed = () => {
      resolve();
      return closed.promise;
    };
    limiter.run(request.ip, untilClosed).catch((error) => {
      close();
      reject(error);
    });
  });
  return writeFullText(call, spaces);
}

async function replyWith(
  call: ResourceCall,
  llmsVariant: "standard" | "full",
  send: (spaces: readonly ListedSpace[], version: string) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { context, place, reply } = call;
  requireAgentAccess(place.site);
  if (place.rest.length > 0) throw notFound("Page");
  const all = await listSpaces(context, place);
  const isOfSite = place.visit.rest.length === 0;
  const spaces = isOfSite ? all : all.filter(({ siteSpace }) => siteSpace.id === place.siteSpace.id);
  reply.header("x-robots-tag", "noindex");
  const sent = await send(spaces, await versionOf(call, llmsVariant));
  recordRequest(call, { type: "llms_request", llmsVariant });
  return sent;
}

/** A hash of everything that the texts depend on. */
async function versionOf(
  { context, place, settings, url }: ResourceCall,
  variant: "standard" | "full",
): Promise<string> {
  const ids = siteSpacesOf(place.view.visible).map(({ siteSpace }) => siteSpace.spaceId);
  const { site, view, visit } = place;
  const heads = await readHeads(context.database.read, site.organization_id, [...new Set(ids)].sort());
  const title = settings.title ?? site.title;
  const specs = variant === "full" && (await findSpecVersions(context.database.read, site.organization_id));
  const { locale } = settings.internationalization;
  // The open space was read before its head. Others are read after it: a later revision belongs to a later version.
  const revisions = [heads, place.space.revisionId, specs];
  const { claims } = visit.visitor;
  const parts = [locale, url.origin, url.pathname, title, view.visible, view.all, claims, revisions];
  return hash("sha256", JSON.stringify(parts), "base64url");
}
