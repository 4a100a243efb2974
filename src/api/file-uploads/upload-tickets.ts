import type { FastifyRequest } from "fastify";
import { addMilliseconds, forbidden, newSecretId, notFound } from "../../platform/index.ts";
import type { Call, Context } from "../http/index.ts";

/** How long an upload URL is valid, in milliseconds. */
const lifetime = 30 * 60_000;

/** What the signature of an upload URL covers. Without a change request, the file is added to the primary content. */
const ticketFields = ["id", "space", "request", "user", "name", "type", "size", "expires"] as const;
export type UploadTicket = Readonly<Record<(typeof ticketFields)[number], string>>;

function partsOf(ticket: UploadTicket): string[] {
  return ["file upload", ...ticketFields.map((field) => ticket[field])];
}

/** Creates the URL at which the caller can upload one file. */
export function createUploadUrl(
  { context: { config, fileLinks, clock }, caller }: Call,
  upload: Pick<UploadTicket, "space" | "request" | "name" | "type" | "size">,
) {
  const expiresAt = addMilliseconds(clock.now(), lifetime);
  const ticket: UploadTicket = { ...upload, id: newSecretId(), user: caller.userId, expires: expiresAt };
  const query = new URLSearchParams({ ...ticket, signature: fileLinks.sign(...partsOf(ticket)) });
  return { object: "file-upload" as const, url: `${config.baseUrl}/files/uploads?${query}`, expiresAt };
}

export function readTicket(
  { query }: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  { fileLinks, clock }: Context,
): UploadTicket {
  const text = (name: string) => (typeof query[name] === "string" ? query[name] : "");
  const ticket = Object.fromEntries(ticketFields.map((field) => [field, text(field)])) as UploadTicket;
  if (!fileLinks.verify(text("signature"), ...partsOf(ticket))) throw notFound("Upload URL");
  if (ticket.expires <= clock.now()) throw forbidden("The upload URL has expired");
  return ticket;
}
