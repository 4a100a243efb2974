import type { FastifyRequest } from "fastify";
import { replyToMalformedRequest } from "../api/http/index.ts";

/** For how long a request may arrive, in milliseconds. */
export interface RequestTimeouts {
  /** Of a file. It takes long on a slow line, and waits while other files of the same user are received. */
  readonly upload: number;
  readonly others: number;
}

/** URLs for uploads are valid for half an hour. */
export const requestTimeouts: RequestTimeouts = { upload: 30 * 60_000, others: 120_000 };

/** Ends the connection of a request whose body does not arrive in time. Node has one timeout for all requests, which is that of uploads. */
export function limitArrival({ raw, routeOptions }: FastifyRequest, { others }: RequestTimeouts): void {
  if (routeOptions.config.receivesUpload) return;
  const timer = setTimeout(
    () => replyToMalformedRequest({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, raw.socket),
    others,
  ).unref();
  for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
}
