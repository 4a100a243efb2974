import type { FastifyReply, FastifyRequest } from "fastify";
import {
  browserCookie,
  isSecure,
  newBrowser,
  newTicket,
  readBrowser,
  type TicketScope,
} from "../../identity/sessions/index.ts";
import type { Context } from "../http/index.ts";

/** How a provider's answer comes back: by an address that the browser is sent to, or by a form that it posts. */
export interface Way {
  readonly purpose: string;
  readonly isPosted: boolean;
}

/** Begins to sign somebody in elsewhere: the ticket to send along, which only this browser can come back with. */
export function begin(
  context: Context,
  way: Way,
  request: FastifyRequest,
  reply: FastifyReply,
): { ticket: string; scope: TicketScope } {
  const { config, clock } = context;
  const browser = readBrowser(request.headers.cookie, config) ?? newBrowser();
  reply.header("set-cookie", browserCookie(browser, config)).header("cache-control", "no-store");
  const scope = scopeOf(context, way, browser);
  return { ticket: newTicket(scope, clock.time()), scope };
}

/** What a ticket must be for that a browser comes back with. */
export function returnScope(context: Context, way: Way, { headers }: FastifyRequest): TicketScope {
  return scopeOf(context, way, readBrowser(headers.cookie, context.config) ?? "");
}

function scopeOf({ config, secrets }: Context, { purpose, isPosted }: Way, browser: string): TicketScope {
  // Without https, no browser sends a cookie along with another site's form.
  const isKnown = !isPosted || isSecure(config);
  return { secret: secrets.tickets, purpose, browser: isKnown ? browser : "" };
}
