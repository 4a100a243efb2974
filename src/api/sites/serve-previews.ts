import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/index.ts";
import { findMembership, includesRole } from "../../identity/roles/index.ts";
import { type Preview, signPreviewToken } from "../../identity/tokens/index.ts";
import { requireFound } from "../../platform/index.ts";
import { findSite, joinUrl, publishedUrl, type SiteRow, serverUrl } from "../../publishing/index.ts";
import { type Context, findSessionCaller, requireWithinSession } from "../http/index.ts";

/** The URL at which a user can open a site before it is published, on an origin that does not have their session. */
export function previewUrl(
  { config, secrets, clock }: Context,
  site: SiteRow,
  preview: Preview,
  segments: readonly string[] = [],
): string {
  const token = signPreviewToken(secrets, site.id, preview, clock.time());
  return `${joinUrl(serverUrl(config.sites, site), segments)}?preview_token=${token}`;
}

/** The URL on the origin of the API that leads signed-in members to the site, whether it is published or not. */
export function previewPage(
  { baseUrl }: Config,
  { id, organization_id }: Pick<SiteRow, "id" | "organization_id">,
): string {
  return `${baseUrl}/auth/preview/${organization_id}/${id}`;
}

interface PreviewRequest {
  Params: { organizationId: string; siteId: string };
}

/** Leads members from the origin of the API, which has their session, to a site. */
export function servePreviews(app: FastifyInstance, context: Context): void {
  app.get<PreviewRequest>("/auth/preview/:organizationId/:siteId", async (request, reply) => {
    const { organizationId, siteId } = request.params;
    reply.header("cache-control", "no-store");
    const caller = await findSessionCaller(context, request);
    if (caller === undefined) return reply.redirect("/auth/sign-in", 307);
    await requireWithinSession({ context, caller }, organizationId, "Site");
    const { read } = context.database;
    const member = await findMembership(read, organizationId, caller.userId);
    const isMember = member !== undefined && member.disabled === 0 && includesRole(member.role, "read");
    const site = requireFound(isMember ? await findSite(read, organizationId, siteId) : undefined, "Site");
    const published = publishedUrl(context.config.sites, site, site.share_key);
    return reply.redirect(published ?? previewUrl(context, site, { userId: caller.userId }), 307);
  });
}
