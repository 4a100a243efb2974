import { LRUCache } from "lru-cache";
import { words } from "../platform/index.ts";
import type { browsers, devices, operatingSystems } from "./event.ts";

/** The programs that clients can tell apart, with a part of their user agent. The first one that matches counts. */
const knownBots = {
  "meta-webindexer": /meta-webindexer/,
  "meta-ads": /meta-externalads/,
  "meta-fetcher": /meta-externalfetcher/,
  meta: /meta-externalagent/,
  facebookbot: /facebookexternalhit|facebookbot|facebookcatalog/,
  googlebot: /googlebot|google-inspectiontool|storebot-google|adsbot-google|googleother/,
  gemini: /google-extended|gemini/,
  bingbot: /bingbot|bingpreview|msnbot|adidxbot/,
  duckassist: /duckassistbot/,
  duckduckbot: /duckduckbot|duckduckgo-favicons/,
  applebot: /applebot/,
  gptbot: /gptbot/,
  chatgpt: /chatgpt/,
  openai: /oai-searchbot|openai/,
  claudebot: /claudebot/,
  "claude-code": /claude-code|claude-cli/,
  claude: /claude-user|claude-searchbot|claude-web/,
  anthropic: /anthropic/,
  perplexity: /perplexity/,
  cohere: /cohere/,
  mistral: /mistral/,
  deepseek: /deepseek/,
  grok: /grok|xai-/,
  bytespider: /bytespider/,
  ccbot: /ccbot/,
  "amzn-searchbot": /amzn-searchbot/,
  "amzn-user": /amzn-user/,
  amazonbot: /amazonbot/,
  youbot: /youbot/,
  "github-copilot": /github-?copilot|copilot-/,
  codex: /codex/,
  opencode: /opencode/,
  cursor: /cursor/,
  vscode: /vscode|visual studio code/,
} as const;

export const bots = ["unknown", ...(Object.keys(knownBots) as (keyof typeof knownBots)[])] as const;

/** Words in the user agents of crawlers, link previews, monitors, libraries and automated browsers. */
const botWords = [
  ...words("bot crawl spider slurp scrap fetch headless lighthouse pagespeed preview monitor uptime pingdom"),
  ...words("curl/ wget python java/ go-http node-fetch undici axios okhttp http-client libwww httpx"),
  ...words("phantom selenium puppeteer playwright cypress electron archiver archive.org validator checker"),
  ...words("feed rss reader/ whatsapp telegram slack discord embedly mediapartners yandex baidu"),
];
const anyBot = new RegExp(botWords.join("|").replaceAll(".", "\\."));

export interface UserAgent {
  readonly device: (typeof devices)[number];
  readonly browser: (typeof browsers)[number];
  readonly os: (typeof operatingSystems)[number];
  /** Undefined for people. */
  readonly bot: (typeof bots)[number] | undefined;
}

/** No browser has a longer user agent. */
const maxLength = 1_000;

/** Readers have few different user agents, and each is compared with many patterns. */
const parsed = new LRUCache<string, UserAgent>({
  max: 1_000,
  memoMethod: (text) => {
    const agent = text.toLowerCase();
    return { device: deviceOf(agent), browser: browserOf(agent), os: osOf(agent), bot: botOf(agent) };
  },
});

export function parseUserAgent(text: string): UserAgent {
  return parsed.memo(text.slice(0, maxLength));
}

function botOf(agent: string): UserAgent["bot"] {
  for (const [name, pattern] of Object.entries(knownBots))
    if (pattern.test(agent)) return name as keyof typeof knownBots;
  return anyBot.test(agent) ? "unknown" : undefined;
}

function browserOf(agent: string): UserAgent["browser"] {
  if (/\bedg(?:e|a|ios)?\//.test(agent)) return "edge";
  if (/\bopr\/|\bopera\b|\bopios\//.test(agent)) return "opera";
  if (/\bfirefox\/|\bfxios\//.test(agent)) return "firefox";
  if (/\b(?:headless)?chrome\/|\bcrios\/|\bchromium\//.test(agent)) return "chrome";
  if (/\bmsie |\btrident\//.test(agent)) return "ie";
  return agent.includes("safari/") ? "safari" : "unknown";
}

function osOf(agent: string): UserAgent["os"] {
  if (/iphone|ipad|ipod/.test(agent)) return "ios";
  if (agent.includes("android")) return "android";
  if (agent.includes("windows")) return "windows";
  if (/macintosh|mac os x/.test(agent)) return "macos";
  return /linux|cros|x11/.test(agent) ? "linux" : "unknown";
}

function deviceOf(agent: string): UserAgent["device"] {
  const isAndroid = agent.includes("android");
  const isMobile = agent.includes("mobile");
  if (/ipad|tablet/.test(agent) || (isAndroid && !isMobile)) return "tablet";
  if (isMobile || /iphone|ipod/.test(agent)) return "mobile";
  return /windows|macintosh|linux|cros|x11/.test(agent) ? "desktop" : "unknown";
}
