import type { FastifyReply, FastifyRequest } from "fastify";
import {
  browserCookie,
  newBrowserId,
  newTicket,
  readBrowserId,
  type TicketScope,
  usesHttps,
} from "../../identity/sessions/index.ts";
import type { Context } from "../http/index.ts";

/** A login at an identity provider, which answers by a redirect or by a form that the browser posts. */
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

/** The scope that the ticket in a provider's answer must have. */
export function ticketScope(context: Context, method: LoginMethod, { headers }: FastifyRequest): TicketScope {
  return scopeOf(context, method, readBrowserId(headers.cookie, context.config) ?? "");
}

function scopeOf({ config, secrets }: Context, method: LoginMethod, browserId: string): TicketScope {
  // Without https, browsers send no cookie with a form that another site posts.
  const hasCookie = !method.usesFormPost || usesHttps(config);
  return { secret: secrets.tickets, purpose: method.purpose, browser: hasCookie ? browserId : "" };
}
