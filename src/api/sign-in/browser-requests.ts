import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  browserCookie,
  deleteSession,
  expiredSessionCookie,
  newBrowserId,
  newTicket,
  readBrowserId,
  readSessionToken,
  sessionCookie,
  type TicketScope,
  usesHttps,
} from "../../identity/sessions/index.ts";
import { LecternError } from "../../platform/index.ts";
import { type Context, rejectNullInUrl, rejectUnstorableText } from "../http/index.ts";
import { pagePolicy } from "./page-frame.ts";
import { errorPage } from "./pages.ts";

/** Parses submitted forms, and returns errors as HTML pages to clients that accept HTML. */
export function handleBrowserRequests(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: FastifyRequest, text: string) => {
      const fields = Object.fromEntries(new URLSearchParams(text));
      rejectUnstorableText(fields);
      return fields;
    },
  );
  app.addHook("onRequest", async ({ url }) => rejectNullInUrl(url));
  app.setErrorHandler(async (error, { headers }, reply) => {
    const acceptsHtml = headers.accept?.toLowerCase().includes("text/html");
    if (!(error instanceof LecternError) || !acceptsHtml) throw error;
    reply.code(error.status).headers(error.headers);
    return sendPage(reply, errorPage(error.message));
  });
}

export function isForm({ headers }: FastifyRequest): boolean {
  return headers["content-type"]?.toLowerCase().startsWith("application/x-www-form-urlencoded") ?? false;
}

export function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      "content-security-policy": pagePolicy,
      "cache-control": "no-store",
      // With no-referrer, browsers would send forms with `Origin: null`.
      "referrer-policy": "same-origin",
    })
    .type("text/html; charset=utf-8")
    .send(html);
}

/** Ends the browser's session and sets the cookie of the new one. Without a secret, deletes the cookie. */
export async function setSession(
  { config, database }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  secret?: string,
): Promise<void> {
  const previous = readSessionToken(request.headers.cookie, config);
  if (previous !== undefined) await database.write((trx) => deleteSession(trx, previous));
  const cookie = secret === undefined ? expiredSessionCookie(config) : sessionCookie(secret, config);
  reply.header("set-cookie", cookie).header("cache-control", "no-store");
}

/** A login at an identity provider, which responds by a redirect or by a form that the browser posts. */
interface LoginMethod {
  readonly purpose: string;
  readonly usesFormPost: boolean;
}

/** Issues the ticket of a new login and binds it to the browser by a cookie. */
export function startLogin(
  context: Context,
  method: LoginMethod,
  request: FastifyRequest,
  reply: FastifyReply,
): { ticket: string; scope: TicketScope } {
  const { config, clock } = context;
  const browserId = readBrowserId(request.headers.cookie, config) ?? newBrowserId();
  reply.header("set-cookie", browserCookie(browserId, config)).header("cache-control", "no-store");
  const scope = scopeOf(context, method, browserId);
  return { ticket: newTicket(scope, clock.time()), scope };
}

/** The scope that the ticket in a provider's response must have. */
export function ticketScope(context: Context, method: LoginMethod, { headers }: FastifyRequest): TicketScope {
  return scopeOf(context, method, readBrowserId(headers.cookie, context.config) ?? "");
}

function scopeOf({ config, secrets }: Context, method: LoginMethod, browserId: string): TicketScope {
  // Without https, browsers send no cookie with a form that another site posts.
  const hasCookie = !method.usesFormPost || usesHttps(config);
  return { secret: secrets.tickets, purpose: method.purpose, browser: hasCookie ? browserId : "" };
}
