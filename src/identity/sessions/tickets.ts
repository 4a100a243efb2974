import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LecternError, later } from "../../platform/index.ts";
import type { Writer } from "../../storage/database/index.ts";

/** How long somebody may take to sign in at a provider. */
export const ticketLength = 30 * 60_000;

/** What a ticket is for, and whose. */
export interface TicketScope {
  /** The key that it is signed with. */
  readonly secret: string;
  readonly purpose: string;
  /** The browser that it was given to, if that can be known. */
  readonly browser: string;
}

/**
 * Goes along with somebody who signs in at a provider, and comes back with its answer: which shows that the answer is
 * to a question of ours. Nothing of it is stored before it is used. It can stand where XML wants an id.
 */
export function newTicket(scope: TicketScope, now: number): string {
  const body = `_${now.toString(36)}.${randomBytes(12).toString("base64url")}`;
  return `${body}.${sign(scope, body)}`;
}

/** When it was made; undefined for what is none, or is too old, or was made for something or somebody else. */
export function readTicket(scope: TicketScope, ticket: string, now: number): number | undefined {
  const [, body = "", time = "", given = ""] =
    /^(_([0-9a-z]{1,11})\.[\w-]{16})\.([\w-]{43})$/.exec(ticket) ?? [];
  const expected = Buffer.from(sign(scope, body));
  const found = Buffer.from(given);
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
  const made = Number.parseInt(time, 36);
  return now - made < ticketLength ? made : undefined;
}

function sign({ secret, purpose, browser }: TicketScope, body: string): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([purpose, browser, body]))
    .digest("base64url");
}

/** More that can be known only by who knows the secret, and stays the same for a ticket. */
export function derive(scope: TicketScope, ticket: string, about: string): string {
  return sign({ ...scope, purpose: `${scope.purpose} ${about}` }, ticket);
}

/** Takes a ticket, once. */
export async function useTicket(trx: Writer, ticket: string, now: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("used_tickets")
    .values({ ticket, until: later(now, ticketLength) })
    .onConflict((existing) => existing.column("ticket").doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows)
    throw new LecternError(401, "Somebody has signed in by this answer already; begin again");
}
