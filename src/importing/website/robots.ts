import robotsParser from "robots-parser";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import { ImportError } from "../source/index.ts";
import type { Web } from "./web.ts";

/** What a site asks of those who crawl it. */
export interface Robots {
  allows(address: string): boolean;
  /** Milliseconds between two fetches. */
  readonly delay: number;
  readonly sitemaps: readonly string[];
}

const agent = "lectern";
const maxBytes = 500 * 1024;
const longestDelay = 1000;
const mostSitemaps = 20;
const mostRules = 2000;
/** Characters of all rules with a star: each is held against every address, star by star. */
const mostWildcards = 8000;

/**
 * Reads the robots.txt of an origin. A site without one allows everything; one that does not answer, nothing. Where the
 * site as a whole cannot be reached, that is still the FetchError that it was.
 */
export async function readRobots(origin: string, web: Web): Promise<Robots> {
  const address = URL.parse("/robots.txt", origin)?.href ?? origin;
  try {
    const { bytes } = await web.fetch(address, { maxBytes, accept: "text/plain, */*;q=0.5" });
    return parseRobots(address, bytes.toString());
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { reason, message } = error;
    if (/^answered with status 4\d\d$|^redirects more than/.test(message)) return parseRobots(address, "");
    if (reason === "refused" || reason === "unreachable") throw error;
    throw new ImportError(`${address}: ${message}, so it is not known what may be read there`, {
      cause: error,
    });
  }
}

/** What a robots.txt says to us. */
export function parseRobots(address: string, text: string): Robots {
  const { rules, sitemaps } = linesForUs(text);
  const wildcards = rules.reduce((sum, rule) => sum + (rule.includes("*") ? rule.length : 0), 0);
  if (rules.length > mostRules || wildcards > mostWildcards)
    throw new ImportError(`${address}: has more rules than can be followed`);
  const parsed = robotsParser(address, ["User-agent: *", ...rules].join("\n"));
  const delay = 1000 * (parsed.getCrawlDelay() ?? 0);
  return {
    allows: (page) => parsed.isAllowed(page) !== false,
    delay: delay > 0 ? Math.min(delay, longestDelay) : 0,
    sitemaps,
  };
}

/**
 * The rules for this agent, or else for all, and sitemaps. The parser would keep every rule once for each agent that
 * it is for, which are many where somebody wants that.
 */
function linesForUs(text: string): { rules: readonly string[]; sitemaps: readonly string[] } {
  const rules = new Map<string, string[]>();
  const sitemaps = new Set<string>();
  let agents = new Set<string>();
  let isNaming = false;
  for (const line of text.split(/[\r\n]+/)) {
    const [, field = "", value = ""] = /^\ufeff?[ \t]*([a-z-]+)[ \t]*:([^#]*)/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (!isNaming) agents = new Set();
      const [product = ""] = value.trim().toLowerCase().split(/[/\s]/);
      if (product === agent || product === "*") agents.add(product);
      isNaming = true;
    } else if (name === "sitemap") {
      if (sitemaps.size < mostSitemaps) sitemaps.add(value.trim());
    } else if (/^(?:allow|disallow|crawl-delay)$/.test(name)) {
      isNaming = false;
      for (const each of agents)
        rules.getOrInsertComputed(each, () => []).push(`${name}:${value.replace(/\*{2,}/g, "*")}`);
    }
  }
  return { rules: rules.get(agent) ?? rules.get("*") ?? [], sitemaps: [...sitemaps] };
}
