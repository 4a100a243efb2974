import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { parseDuration, parseEmail, year } from "../platform/index.ts";

export interface Config {
  readonly host: string;
  readonly port: number;
  /** Public origin, without a slash at its end. */
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Unset: the embedded database in `dataDir`. */
  readonly databaseUrl?: string;
  readonly adminToken?: string;
  readonly adminEmail: string;
  /** What secrets are encrypted with. Unset: a key that is kept in the database. */
  readonly encryptionKey?: string;
  readonly allowPrivateNetwork: boolean;
  /** Whether requests come through a proxy of ours, which says from where. */
  readonly trustProxy: boolean;
  /** Requests a minute for each token; 0 is no limit. */
  readonly rateLimit: number;
  readonly workers: number;
  readonly logLevel: LogLevel;
  /** Milliseconds between two backups of the schedule. Unset: this server writes none. */
  readonly backupEvery?: number;
  /** How many of them are kept. */
  readonly backupKeep: number;
  readonly backupDir: string;
  /** Unset: nobody signs in by OpenID Connect. */
  readonly oidc?: OidcConfig;
}

/** The server's own provider of identities. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people see on the button. */
  readonly label: string;
}

const secretSettings = new Set([
  "LECTERN_ADMIN_TOKEN",
  "LECTERN_ENCRYPTION_KEY",
  "LECTERN_OIDC_CLIENT_SECRET",
  "DATABASE_URL",
]);

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** What is wrong with the settings, one sentence for each mistake. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join("\n"));
    this.mistakes = mistakes;
  }
}

export type Environment = Record<string, string | undefined>;

/** Reads and checks every setting, and reports all mistakes at once. */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const check = <T>(
    names: readonly string[],
    fallback: T,
    parse: (text: string) => T | undefined,
    rule: string,
  ): T => {
    const name = names.find((candidate) => environment[candidate]?.trim());
    if (name === undefined) return fallback;
    const text = environment[name]?.trim() ?? "";
    const value = parse(text);
    if (value !== undefined) return value;
    // What was given for a secret stays out of the output.
    const given = secretSettings.has(name) ? "" : `, not "${text}"`;
    mistakes.push(`${name} must be ${rule}${given}`);
    return fallback;
  };

  const host = check(["LECTERN_HOST"], "127.0.0.1", parseHost, "a host name or an IP address");
  const port = check(
    ["LECTERN_PORT", "PORT"],
    4400,
    parseInteger(1, 65_535),
    "a port number from 1 to 65535",
  );
  const dataDir = resolve(check(["LECTERN_DATA_DIR"], "./data", parseText, "a folder"));
  const config: Config = {
    host,
    port,
    baseUrl: check(
      ["LECTERN_BASE_URL"],
      originOf(host, port),
      parseOrigin,
      "an http or https address such as https://docs.example.com",
    ),
    dataDir,
    ...optional("databaseUrl", check(["DATABASE_URL"], undefined, parsePostgresUrl, "a postgres:// address")),
    ...optional(
      "adminToken",
      check(
        ["LECTERN_ADMIN_TOKEN"],
        undefined,
        parseToken,
        "visible ASCII characters without spaces, 512 at most",
      ),
    ),
    ...optional(
      "encryptionKey",
      check(
        ["LECTERN_ENCRYPTION_KEY"],
        undefined,
        parseKey,
        "at least 32 characters, such as those that `openssl rand -hex 32` prints",
      ),
    ),
    adminEmail: check(["LECTERN_ADMIN_EMAIL"], "admin@localhost", parseEmail, "an e-mail address"),
    allowPrivateNetwork: check(["LECTERN_ALLOW_PRIVATE_NETWORK"], false, parseBoolean, "true or false"),
    trustProxy: check(["LECTERN_TRUST_PROXY"], false, parseBoolean, "true or false"),
    rateLimit: check(
      ["LECTERN_RATE_LIMIT"],
      1000,
      parseInteger(0, 1_000_000_000),
      "a whole number of requests a minute, or 0 for no limit",
    ),
    workers: check(["LECTERN_WORKERS"], 1, parseInteger(1, 256), "a whole number from 1 to 256"),
    logLevel: check(["LECTERN_LOG_LEVEL"], "info", parseLogLevel, `one of ${logLevels.join(", ")}`),
    ...optional(
      "backupEvery",
      check(
        ["LECTERN_BACKUP_EVERY"],
        undefined,
        parseInterval,
        "a time such as 30m, 24h or 7d, of 1y at most",
      ),
    ),
    backupKeep: check(
      ["LECTERN_BACKUP_KEEP"],
      7,
      parseInteger(1, 10_000),
      "a whole number of backups from 1 to 10000",
    ),
    backupDir: resolve(check(["LECTERN_BACKUP_DIR"], join(dataDir, "backups"), parseText, "a folder")),
    ...readOidc(check, mistakes),
  };
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return config;
}

type Check = <T>(
  names: readonly string[],
  fallback: T,
  parse: (text: string) => T | undefined,
  rule: string,
) => T;

/** Three settings that are of no use without each other. */
function readOidc(check: Check, mistakes: string[]): { oidc?: OidcConfig } {
  const readText = (name: string, fallback = "") => check([name], fallback, parseText, "a text");
  const before = mistakes.length;
  const issuer = check(
    ["LECTERN_OIDC_ISSUER"],
    "",
    parseIssuer,
    "an https address such as https://accounts.example.com",
  );
  const clientId = readText("LECTERN_OIDC_CLIENT_ID");
  const clientSecret = readText("LECTERN_OIDC_CLIENT_SECRET");
  const label = readText("LECTERN_OIDC_LABEL", "OpenID Connect");
  if (issuer && clientId && clientSecret) return { oidc: { issuer, clientId, clientSecret, label } };
  if ((issuer || clientId || clientSecret) && mistakes.length === before)
    mistakes.push(
      "LECTERN_OIDC_ISSUER, LECTERN_OIDC_CLIENT_ID and LECTERN_OIDC_CLIENT_SECRET must all be set, or none of them",
    );
  return {};
}

function originOf(host: string, port: number): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

function parseText(text: string): string | undefined {
  return text;
}

function parseHost(text: string): string | undefined {
  return isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined;
}

function parseInteger(least: number, most: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
    return value >= least && value <= most ? value : undefined;
  };
}

function parseInterval(text: string): number | undefined {
  return parseDuration(text, year);
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !["http:", "https:"].includes(url.protocol)) return undefined;
  if (url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, "");
}

/** Nobody listens in on what this machine says to itself. */
function parseIssuer(text: string): string | undefined {
  const url = URL.parse(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url?.hostname ?? "");
  return url?.protocol === "https:" || (url?.protocol === "http:" && isHere) ? text : undefined;
}

function parsePostgresUrl(text: string): string | undefined {
  return ["postgres:", "postgresql:"].includes(URL.parse(text)?.protocol ?? "") ? text : undefined;
}

function parseToken(text: string): string | undefined {
  return /^[\x21-\x7e]{1,512}$/.test(text) ? text : undefined;
}

function parseKey(text: string): string | undefined {
  return text.length >= 32 ? text : undefined;
}

function parseBoolean(text: string): boolean | undefined {
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : undefined;
}

function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text);
}
