import robotsParser from "robots-parser";
import { FetchError } from "../../platform/safe-fetch/index.ts";
import { ImportError } from "../source/index.ts";
import type { WebClient } from "./web-client.ts";

export type Robots = ReturnType<typeof parseRobots>;

const userAgent = "lectern";
const maxBytes = 500 * 1024;
const maxDelay = 1000;
const maxSitemaps = 20;
const maxRules = 2000;
/** The maximum number of characters of all rules with wildcards, which are slow to match. */
const maxWildcardLength = 8000;

/** Reads robots.txt. A missing file allows everything. Throws a FetchError if the site is unreachable, otherwise an ImportError. */
export async function readRobots(origin: string, web: WebClient): Promise<Robots> {
  const url = URL.parse("/robots.txt", origin)?.href ?? origin;
  try {
    const { bytes } = await web.fetch(url, { maxBytes, accept: "text/plain, */*;q=0.5" });
    return parseRobots(url, bytes.toString());
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const { reason, message, httpStatus = 0 } = error;
    if (reason === "redirects" || (httpStatus >= 400 && httpStatus < 500)) return parseRobots(url, "");
    if (["refused", "unreachable", "certificate"].includes(reason)) throw error;
    throw new ImportError(`${url}: ${message}, so the rules for crawlers are unknown`, { cause: error });
  }
}

export function parseRobots(url: string, text: string) {
  const { rules, sitemaps } = relevantLines(text);
  const wildcardLength = rules.reduce((sum, rule) => sum + (rule.includes("*") ? rule.length : 0), 0);
  if (rules.length > maxRules || wildcardLength > maxWildcardLength)
    throw new ImportError(`${url}: has too many rules`);
  const parsed = robotsParser(url, ["User-agent: *", ...rules].join("\n"));
  const delay = 1000 * (parsed.getCrawlDelay() ?? 0);
  return {
    allows: (page: string) => parsed.isAllowed(page) !== false,
    delay: delay > 0 ? Math.min(delay, maxDelay) : 0,
    sitemaps,
  };
}

/** The rules for our user agent, or else for all. The parser would store each rule once per user agent, which can be exploited. */
function relevantLines(text: string): { rules: readonly string[]; sitemaps: readonly string[] } {
  const rules = new Map<string, string[]>();
  const sitemaps = new Set<string>();
  let agents = new Set<string>();
  let isAgentLine = false;
  for (const line of text.split(/[\r\n]+/)) {
    const [, field = "", value = ""] = /^\ufeff?[ \t]*([a-z-]+)[ \t]*:([^#]*)/i.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === "user-agent") {
      if (!isAgentLine) agents = new Set();
      const [product = ""] = value.trim().toLowerCase().split(/[/\s]/);
      if (product === userAgent || product === "*") agents.add(product);
      isAgentLine = true;
    } else if (name === "sitemap") {
      if (sitemaps.size < maxSitemaps) sitemaps.add(value.trim());
    } else if (/^(?:allow|disallow|crawl-delay)$/.test(name)) {
      isAgentLine = false;
      for (const agent of agents)
        rules.getOrInsertComputed(agent, () => []).push(`${name}:${value.replace(/\*{2,}/g, "*")}`);
    }
  }
  return { rules: rules.get(userAgent) ?? rules.get("*") ?? [], sitemaps: [...sitemaps] };
}
