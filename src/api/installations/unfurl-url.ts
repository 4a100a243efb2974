import type { Reader } from "../../storage/database/index.ts";
import {
  findIntegrations,
  hasTrait,
  type IntegrationBlock,
  matchingDomains,
  parseDetails,
} from "../integrations/index.ts";
import { selectInstalledOn, type TargetWithRole } from "./store.ts";

export interface UnfurlingBlock {
  readonly integration: string;
  readonly block: IntegrationBlock;
}

/** The number of integrations with patterns for the same domain, and of their patterns, that are compared with a URL. */
const [maxIntegrations, maxPatterns] = [10, 10];

/** Finds the block of an integration on a space that shows this URL, by the patterns that the integration declares. */
export async function findUnfurlingBlock(
  db: Reader,
  space: TargetWithRole,
  { href, hostname }: URL,
): Promise<UnfurlingBlock | undefined> {
  const installed = await selectInstalledOn(db, "space", space)
    .where(hasTrait("domain", matchingDomains(hostname)))
    .orderBy("integrations.name")
    .select("integrations.name")
    .limit(maxIntegrations)
    .execute();
  if (installed.length === 0) return undefined;
  const rows = await findIntegrations(
    db,
    installed.map(({ name }) => name),
  );
  const candidates = rows
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((row) => (parseDetails(row).blocks ?? []).map((block) => ({ integration: row.name, block })))
    .flatMap((found) => (found.block.urlUnfurl ?? []).map((pattern) => ({ pattern, found })))
    .filter(({ pattern }) => href.startsWith(pattern.split("*", 1)[0] ?? ""));
  return candidates.slice(0, maxPatterns).find(({ pattern }) => matchesUrl(pattern, href))?.found;
}

/** Longer patterns and URLs are not compared: the cost is the product of their lengths. */
const [maxPattern, maxUrl] = [200, 2048];

/** Whether a URL matches a pattern, in which `**` stands for any text and `*` for text without a slash. */
export function matchesUrl(pattern: string, url: string): boolean {
  if (pattern.length > maxPattern || url.length > maxUrl) return false;
  const codes = Array.from(url, (_, i) => url.charCodeAt(i));
  /** Whether the parts of the pattern up to here match the beginning of the URL of each length. */
  let matches = new Uint8Array(url.length + 1).fill(1, 0, 1);
  for (const part of pattern.match(/\*\*|[\s\S]/g) ?? [])
    matches = part.startsWith("*")
      ? matchWildcard(matches, codes, part === "**")
      : matchCharacter(matches, codes, part.charCodeAt(0));
  return matches[url.length] === 1;
}

type Matches = Uint8Array<ArrayBuffer>;

function matchCharacter(matches: Matches, codes: readonly number[], code: number): Matches {
  const next = new Uint8Array(matches.length);
  for (let i = 0; i < codes.length; i++) if (matches[i] === 1 && codes[i] === code) next[i + 1] = 1;
  return next;
}

const slash = "/".charCodeAt(0);

function matchWildcard(matches: Matches, codes: readonly number[], includesSlash: boolean): Matches {
  const next = new Uint8Array(matches.length);
  let isMatch = false;
  for (let i = 0; i < matches.length; i++) {
    if (i > 0 && codes[i - 1] === slash && !includesSlash) isMatch = false;
    if (matches[i] === 1) isMatch = true;
    if (isMatch) next[i] = 1;
  }
  return next;
}
