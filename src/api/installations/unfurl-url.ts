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

/** The number of integrations with patterns for the same domain that are compared with a URL. */
const maxIntegrations = 10;

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
  for (const row of rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    for (const block of parseDetails(row).blocks ?? [])
      if (block.urlUnfurl?.some((pattern) => matchesUrl(pattern, href)))
        return { integration: row.name, block };
  return undefined;
}

/** Longer patterns and URLs are not compared: the cost is the product of their lengths. */
const [maxPattern, maxUrl] = [300, 2048];

/** Whether a URL matches a pattern, in which `**` stands for any text and `*` for text without a slash. */
export function matchesUrl(pattern: string, url: string): boolean {
  if (pattern.length > maxPattern || url.length > maxUrl) return false;
  const tokens = pattern.match(/\*\*|[\s\S]/g) ?? [];
  /** Whether the tokens up to here match the beginning of the URL of each length. */
  let matches = Array.from({ length: url.length + 1 }, (_, length) => length === 0);
  for (const token of tokens) {
    const next = matches.map(() => false);
    for (let length = 0; length <= url.length; length++) {
      const last = url[length - 1];
      const isExtended = length > 0 && next[length - 1] === true;
      if (token === "**") next[length] = matches[length] === true || isExtended;
      else if (token === "*") next[length] = matches[length] === true || (isExtended && last !== "/");
      else next[length] = length > 0 && matches[length - 1] === true && last === token;
    }
    matches = next;
  }
  return matches[url.length] === true;
}
