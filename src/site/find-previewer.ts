import type { FastifyRequest } from "fastify";
import { type Context, findSessionCaller, requireWithinSession } from "../api/http/index.ts";
import { type Preview, readPreviewToken } from "../identity/tokens/index.ts";
import { LecternError } from "../platform/index.ts";
import type { SiteRow } from "../publishing/index.ts";

/**
 * Finds the user who opens a site that is not published: by the token of a preview link, or by their session if the request
 * has the origin of the API. Whether they are a member of the organization is not checked here.
 */
export async function findPreviewer(
  context: Context,
  request: FastifyRequest,
  site: SiteRow,
  { token, usesSession }: { readonly token: string | undefined; readonly usesSession: boolean },
): Promise<Preview | undefined> {
  const { secrets, clock } = context;
  const byToken = token && readPreviewToken(secrets, site.id, token, clock.time());
  if (byToken || !usesSession) return byToken || undefined;
  const caller = await findSessionCaller(context, request);
  if (caller === undefined) return undefined;
  try {
    await requireWithinSession({ context, caller }, site.organization_id, "Site");
    return { userId: caller.userId };
  } catch (error) {
    if (error instanceof LecternError) return undefined;
    throw error;
  }
}
