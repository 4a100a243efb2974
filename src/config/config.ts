import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseDuration, parseEmail, year } from "../platform/index.ts";
import { type EmbedPattern, parseEmbedPatterns } from "./embed-patterns.ts";
import { type ObjectStorageConfig, readObjectStorage } from "./object-storage.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** The public URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly sites: SitesConfig;
  readonly dataDir: string;
  /** The URL of PostgreSQL. Undefined: SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** The URL of a replica of it, for what may be a second old. */
  readonly databaseReadUrl: string | undefined;
  /** Where files are stored. Undefined: in the database. */
  readonly objectStorage: ObjectStorageConfig | undefined;
  /** Whether large files are downloaded from the object storage itself. */
  readonly redirectFiles: boolean;
  readonly adminToken: string | undefined;
  readonly adminEmail: string;
  /** Whether the first start creates the sample site. */
  readonly sampleSite: boolean;
  /** Whether open pages of the workspace reload when the server has restarted. */
  readonly watch: boolean;
  /** The key that encrypts secrets. Undefined: a key that is stored in the database. */
  readonly encryptionKey: string | undefined;
  readonly allowPrivateNetwork: boolean;
  /** Whether requests of readers to APIs are passed on, where a spec asks for it. */
  readonly apiProxy: boolean;
  /** Whether to trust the client IP addresses that a reverse proxy reports. */
  readonly trustProxy: boolean;
  /** Requests a minute for each token; 0 for no limit. */
  readonly rateLimit: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
  /** Statements of the database that take at least this many milliseconds are logged; 0 for none. */
  readonly slowStatement: number;
  /** Milliseconds between two scheduled backups. Undefined: no scheduled backups. */
  readonly backupEvery: number | undefined;
  readonly backupKeep: number;
  readonly backupDir: string;
  /** After how many days consecutive edits by one person become one revision for each day. Undefined: never. */
  readonly keepRevisionsDays: number | undefined;
  /** Whether scheduled backups contain the files of the object storage. */
  readonly backupFiles: boolean;
  readonly oidc: OidcConfig | undefined;
  /** URLs that pages show in a frame, in addition to those of well-known providers. */
  readonly embeds: readonly EmbedPattern[];
  /** Every setting as it was read. */
  readonly settings: readonly Setting[];
}

/** An environment variable, and whether it was set. */
export interface Setting {
  readonly name: string;
  readonly source: "environment" | "default";
  /** Its text, or that of the default. Undefined: it has no value, or it is secret. */
  readonly value: string | undefined;
  readonly isSecret: boolean;
}

/** The public addresses of published sites. */
export interface SitesConfig {
  /** The URL below which sites are, without a trailing slash. */
  readonly url: string;
  /** The protocol of sites with a host name of their own: `https:`. */
  readonly protocol: string;
  /** The port of sites with a host name of their own, or empty. */
  readonly port: string;
}

/** The OpenID Connect provider of the server. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
}

/** Settings whose values are not printed in error messages. */
const secretSettings = new Set([
  "LECTERN_ADMIN_TOKEN",
  "LECTERN_ENCRYPTION_KEY",
  "LECTERN_OIDC_CLIENT_SECRET",
  "DATABASE_URL",
  "DATABASE_READ_URL",
  "LECTERN_FILES_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
]);

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lists all invalid settings, one on each line. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}

export type Environment = Record<string, string | undefined>;

/** Reads the settings from environment variables. Throws a ConfigError with all mistakes. */
export function readConfig(environment: Environment): Config {
  const { config, mistakes } = readSettings(environment);
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

/** Reads the settings, with the default for each invalid one. */
export function readSettings(environment: Environment): { config: Config; mistakes: readonly string[] } {
  const mistakes: string[] = [];
  const settings: Setting[] = [];
  const read: ReadSetting = (name, fallback, parse, rule) => {
    const text = environment[name]?.trim();
    settings.push(settingOf(name, text, fallback));
    if (!text) return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    mistakes.push(`${name} must be ${rule}${secretSettings.has(name) ? "" : `, not "${text}"`}`);
    return fallback;
  };

  const host = read("LECTERN_HOST", "127.0.0.1", parseHost, "a host name or an IP address");
  const portName = environment.LECTERN_PORT?.trim() ? "LECTERN_PORT" : "PORT";
  const port = read(portName, 4400, parseInteger(1, 65_535), "a port number from 1 to 65535");
  const baseUrl = read(
    "LECTERN_BASE_URL",
    `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    parseBaseUrl,
    "an http or https URL such as https://docs.example.com",
  );
  const dataDir = resolve(read("LECTERN_DATA_DIR", "./data", parseText, "a folder"));
  const adminToken = read(
    "LECTERN_ADMIN_TOKEN",
    undefined,
    (text) => (/^[\x21-\x7e]{1,512}$/.test(text) ? text : undefined),
    "visible ASCII characters without spaces, 512 at most",
  );
  const config: Config = {
    host,
    port,
    baseUrl,
    sites: readSites(read, baseUrl),
    dataDir,
    databaseUrl: read("DATABASE_URL", undefined, parsePostgresUrl, "a postgres:// URL"),
    databaseReadUrl: read("DATABASE_READ_URL", undefined, parsePostgresUrl, "a postgres:// URL"),
    objectStorage: readObjectStorage(read, mistakes),
    redirectFiles: read("LECTERN_FILES_REDIRECT", false, parseBoolean, "true or false"),
    adminToken,
    // With a given token, a program installs the server rather than a newcomer.
    watch: read("LECTERN_WATCH", false, parseBoolean, "true or false"),
    sampleSite: read("LECTERN_SAMPLE_SITE", adminToken === undefined, parseBoolean, "true or false"),
    encryptionKey: read(
      "LECTERN_ENCRYPTION_KEY",
      undefined,
      (text) => (text.length >= 32 ? text : undefined),
      "at least 32 characters, such as those that `openssl rand -hex 32` prints",
    ),
    adminEmail: read("LECTERN_ADMIN_EMAIL", "admin@localhost", parseEmail, "an email address"),
    allowPrivateNetwork: read("LECTERN_ALLOW_PRIVATE_NETWORK", false, parseBoolean, "true or false"),
    apiProxy: read("LECTERN_API_PROXY", true, parseBoolean, "true or false"),
    trustProxy: read("LECTERN_TRUST_PROXY", false, parseBoolean, "true or false"),
    rateLimit: read(
      "LECTERN_RATE_LIMIT",
      1000,
      parseInteger(0, 1_000_000_000),
      "a whole number of requests a minute, or 0 for no limit",
    ),
    workers: read("LECTERN_WORKERS", 1, parseInteger(1, 256), "a whole number from 1 to 256"),
    logLevel: read(
      "LECTERN_LOG_LEVEL",
      "info",
      (text) => logLevels.find((level) => level === text),
      `one of ${logLevels.join(", ")}`,
    ),
    slowStatement: read(
      "LECTERN_SLOW_STATEMENT_MS",
      500,
      parseInteger(0, 3_600_000),
      "a whole number of milliseconds, or 0 for none",
    ),
    backupEvery: read(
      "LECTERN_BACKUP_EVERY",
      undefined,
      (text) => parseDuration(text, year),
      "a duration such as 30m, 24h or 7d, at most 1y",
    ),
    backupKeep: read(
      "LECTERN_BACKUP_KEEP",
      7,
      parseInteger(1, 10_000),
      "a whole number of backups from 1 to 10000",
    ),
    backupDir: resolve(read("LECTERN_BACKUP_DIR", join(dataDir, "backups"), parseText, "a folder")),
    keepRevisionsDays: read(
      "LECTERN_KEEP_REVISIONS_DAYS",
      undefined,
      parseInteger(1, 36_500),
      "a whole number of days from 1 to 36500",
    ),
    backupFiles: read("LECTERN_BACKUP_FILES", true, parseBoolean, "true or false"),
    oidc: readOidc(read, mistakes),
    embeds: read(
      "LECTERN_EMBEDS",
      [],
      parseEmbedPatterns,
      "patterns of URLs such as demo.example.com/* or videos.example.com/{id}->https://videos.example.com/embed/{id}",
    ),
    settings,
  };
  return { config, mistakes };
}

function settingOf(name: string, text: string | undefined, fallback: unknown): Setting {
  const isSecret = secretSettings.has(name);
  const shown = text || (Array.isArray(fallback) ? fallback.join(" ") : (fallback ?? "")).toString();
  return {
    name,
    source: text ? "environment" : "default",
    value: isSecret || shown === "" ? undefined : shown,
    isSecret,
  };
}

export type ReadSetting = <T>(
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
  rule: string,
) => T;

/** The port of the base URL belongs to its host only. That of the sites' URL applies to all hosts of sites. */
function readSites(read: ReadSetting, baseUrl: string): SitesConfig {
  const rule = "an http or https URL such as https://sites.example.com";
  const sitesUrl = read("LECTERN_SITES_URL", undefined, parseBaseUrl, rule);
  const url = sitesUrl ?? baseUrl;
  const { protocol, port } = new URL(url);
  return { url, protocol, port: sitesUrl === undefined ? "" : port };
}

function readOidc(read: ReadSetting, mistakes: string[]): OidcConfig | undefined {
  const previousMistakes = mistakes.length;
  const issuer = read(
    "LECTERN_OIDC_ISSUER",
    "",
    parseIssuer,
    "an https URL such as https://accounts.example.com",
  );
  const clientId = read("LECTERN_OIDC_CLIENT_ID", "", parseText, "a text");
  const clientSecret = read("LECTERN_OIDC_CLIENT_SECRET", "", parseText, "a text");
  const label = read("LECTERN_OIDC_LABEL", "OpenID Connect", parseText, "a text");
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, label };
  if ((issuer || clientId || clientSecret) && mistakes.length === previousMistakes)
    mistakes.push(
      "LECTERN_OIDC_ISSUER, LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_CLIENT_SECRET must all be set, or none of them",
    );
  return undefined;
}

function parseText(text: string): string | undefined {
  return text;
}

function parseHost(text: string): string | undefined {
  return isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parseInteger(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    return value >= min && value <= max ? value : undefined;
  };
}

function parseBaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  if (url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, "");
}

/** Plain http is safe on the loopback interface only. */
function parseIssuer(text: string): string | undefined {
  const url = URL.parse(text);
  const isLoopback = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback) ? text : undefined;
}

function parsePostgresUrl(text: string): string | undefined {
  return ["postgres:", "postgresql:"].includes(URL.parse(text)?.protocol ?? "") ? text : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : undefined;
}

/** The path of the workspace. */
export const appPath = "/app";

/** Builds the URLs of objects in replies. */
export interface Urls {
  /** The URL of an object in the API. */
  api(path: string): string;
  /** The URL of an object in the workspace. */
  app(path: string): string;
}

export function createUrls(baseUrl: string): Urls {
  return {
    api: (path) => `${baseUrl}/v1${path}`,
    app: (path) => `${baseUrl}${appPath}${path}`,
  };
}
