import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readSession } from "../../identity/sessions/index.ts";
import { LecternError } from "../../platform/index.ts";
import { type Context, refuseNullIn, refuseUnstorableText } from "../http/index.ts";

/** Takes what a page's form sends, and tells people what is wrong in words on a page. */
export function talkToBrowsers(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => {
      const fields = Object.fromEntries(new URLSearchParams(text));
      refuseUnstorableText(fields);
      return fields;
    },
  );
  app.addHook("onRequest", async ({ url }) => refuseNullIn(url));
  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof LecternError) || !wantsPage(request)) throw error;
    const { failurePage } = await loadPages();
    reply.code(error.status).headers(error.headers);
    return sendPage(reply, failurePage(error.message));
  });
}

export function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.toLowerCase().includes("text/html") ?? false;
}

export async function sendPage(reply: FastifyReply, html: string): Promise<FastifyReply> {
  const { pagePolicy } = await loadPages();
  return reply
    .headers({
      "content-security-policy": pagePolicy,
      "cache-control": "no-store",
      // Else a form would not say where it comes from.
      "referrer-policy": "same-origin",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}

/** Signs the browser in by this session, and out of the one that it had. */
export async function changeSession(
  { config, database }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: string,
): Promise<void> {
  const { endSession } = await import("../../identity/sessions/sessions.ts");
  const former = readSession(request.headers.cookie, config);
  if (former !== undefined) await database.write((trx) => endSession(trx, former));
  reply.header("set-cookie", cookie).header("cache-control", "no-store");
}

export const loadPages = () => import("./pages.ts");
