import { addMilliseconds, forbidden, newSecretId, notFound } from "../../platform/index.ts";
import type { Call, Context } from "../http/index.ts";

/** How long an upload URL is valid, in milliseconds. */
const lifetime = 30 * 60_000;

type Ticket<Field extends string> = Readonly<Record<Field | "id" | "expires", string>>;

/** Signed permissions to upload one file each: the fields in the query of a URL, all of which the signature covers. */
export function uploadTickets<Field extends string>(purpose: string, fields: readonly Field[]) {
  const allFields = ["id", ...fields, "expires"] as const;
  const partsOf = (ticket: Ticket<Field>) => [purpose, ...allFields.map((field) => ticket[field])];
  return {
    create({ fileLinks, clock }: Context, values: Readonly<Record<Field, string>>) {
      const expiresAt = addMilliseconds(clock.now(), lifetime);
      const ticket: Ticket<Field> = { ...values, id: newSecretId(), expires: expiresAt };
      const query = new URLSearchParams({ ...ticket, signature: fileLinks.sign(...partsOf(ticket)) });
      return { id: ticket.id, query, expiresAt };
    },
    read({ fileLinks, clock }: Context, query: Readonly<Record<string, unknown>>): Ticket<Field> {
      const text = (name: string) => (typeof query[name] === "string" ? query[name] : "");
      const ticket = Object.fromEntries(allFields.map((field) => [field, text(field)])) as Ticket<Field>;
      if (!fileLinks.verify(text("signature"), ...partsOf(ticket))) throw notFound("Upload URL");
      if (ticket.expires <= clock.now()) throw forbidden("The upload URL has expired");
      return ticket;
    },
  };
}

/** A call by the user of a ticket, for checking access again when the file arrives. */
export function callOfTicket<Params>(
  context: Context,
  operationId: string,
  params: Params,
  userId: string,
): Call<Params> {
  const caller = { tokenId: "", kind: "session" as const, userId, email: "" };
  return {
    ...{ context, caller, operationId, params },
    ...{ query: {}, body: undefined, ifMatch: undefined, onDisconnect: () => {} },
  };
}
