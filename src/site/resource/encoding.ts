import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

export type Encoding = "identity" | "gzip" | "br";

/** The encodings for the headers of requests, of which there are few different ones. */
const encodings = new LRUCache<string, Encoding>({ max: 100 });

export function encodingFor({ headers }: FastifyRequest): Encoding {
  const header = String(headers["accept-encoding"] ?? "");
  const encoding = encodings.get(header) ?? chooseEncoding(header);
  encodings.set(header, encoding);
  return encoding;
}

function chooseEncoding(header: string): Encoding {
  const accepted = header
    .split(",")
    .filter((choice) => !/;\s*q=0(?:\.0*)?\s*$/.test(choice))
    .map((choice) => choice.split(";", 1)[0]?.trim());
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}
