import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { addMilliseconds, LecternError } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

/** How long a login at an identity provider may take, in milliseconds. */
export const ticketLifetime = 30 * 60_000;

/** The login that a ticket belongs to. */
export interface TicketScope {
  readonly secret: string;
  readonly purpose: string;
  /** The id in the browser's cookie. Empty for a form post without https, with which browsers send no cookie. */
  readonly browser: string;
}

/**
 * Issues a ticket, which is sent to the provider with a login request and returned with the response: it proves that the
 * response belongs to a request of this server. It is signed and not stored until it is redeemed. It is a valid XML id.
 */
export function newTicket(scope: TicketScope, now: number): string {
  const body = `_${now.toString(36)}.${randomBytes(12).toString("base64url")}`;
  return `${body}.${sign(scope, body)}`;
}

/** When a ticket was issued; undefined if it is forged, expired or of another scope. */
export function readTicket(scope: TicketScope, ticket: string, now: number): number | undefined {
  const [, body = "", time = "", signature = ""] =
    /^(_([0-9a-z]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(ticket) ?? [];
  const expected = Buffer.from(sign(scope, body));
  const actual = Buffer.from(signature);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  const issuedAt = Number.parseInt(time, 36);
  return now - issuedAt < ticketLifetime ? issuedAt : undefined;
}

function sign({ secret, purpose, browser }: TicketScope, body: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([purpose, browser, body]))
    .digest("base64url");
}

/** Derives another secret of a login, such as a nonce, from its ticket. So it need not be stored. */
export function deriveFromTicket(scope: TicketScope, ticket: string, label: string): string {
  return sign({ ...scope, purpose: `${scope.purpose} ${label}` }, ticket);
}

/** Marks a ticket as used; a second use is refused. */
export async function redeemTicket(trx: Writer, ticket: string, now: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("used_tickets")
    .values({ ticket, until: addMilliseconds(now, ticketLifetime) })
    .onConflict((existing) => existing.column("ticket").doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows)
    throw new LecternError(401, "This login response was already used; sign in again");
}
