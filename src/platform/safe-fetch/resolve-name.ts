import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** Name servers that do not know a name, or are not there at all: the operating system may know of other ways. */
const unknown = ["ENOTFOUND", "ENODATA", "ECONNREFUSED"];

/**
 * Asks name servers directly, and the operating system only for what it knows without them, or better: it would have a
 * thread wait for a server that does not answer, and there are few of them for all.
 */
export async function resolveHostname(hostname: string): Promise<readonly LookupAddress[]> {
  if (await isKnownHere(hostname)) return lookup(hostname, { all: true });
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, i) =>
    answer.status === "fulfilled"
      ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 }))
      : [],
  );
  if (found.length > 0) return found;
  for (const answer of answers)
    if (answer.status === "rejected" && !unknown.includes(answer.reason.code)) throw answer.reason;
  return lookup(hostname, { all: true });
}

async function isKnownHere(hostname: string): Promise<boolean> {
  const name = hostname.toLowerCase();
  if (/(^|\.)localhost$/.test(name)) return true;
  const hosts = await readFile("/etc/hosts", "utf8").catch(() => "");
  return hosts
    .split("\n")
    .some((line) => line.replace(/#.*/, "").toLowerCase().split(/\s+/).slice(1).includes(name));
}
