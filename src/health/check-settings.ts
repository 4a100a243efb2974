import type { Config } from "../config/index.ts";
import { type Check, checksOf } from "./check.ts";

const { ok, warning, failed } = checksOf("settings");

/** Variables that other programs use: examples in the documentation, and tests. */
const otherVariables = new Set(["LECTERN_TOKEN"]);

/** How many characters a token needs so that nobody guesses it. */
const minTokenLength = 24;

interface SettingsInput {
  readonly config: Config;
  /** Rules that settings violate. */
  readonly mistakes: readonly string[];
  /** The names of all environment variables that are set. */
  readonly variables: readonly string[];
}

/** Finds invalid, unknown, contradictory and unsafe settings. */
export function checkSettings({ config, mistakes, variables }: SettingsInput): Check[] {
  const isSet = (name: string) =>
    config.settings.some((setting) => setting.name === name && setting.source === "environment");
  const problems = [
    ...mistakes.map((mistake) => failed(mistake, "Correct the variable: the server does not start with it")),
    ...findUnknown(config, variables),
    ...findContradictions(config, isSet, variables),
    ...findUnsafe(config, isSet),
  ];
  const count = config.settings.filter(({ source }) => source === "environment").length;
  return [...problems, ...(mistakes.length === 0 ? [ok(`${count} settings are set, and valid`)] : [])];
}

function findUnknown({ settings }: Config, variables: readonly string[]): Check[] {
  // Variables that are read only if others are set are known as well.
  const known = new Set([...settings.map(({ name }) => name), "LECTERN_PORT", "PORT"]);
  return variables
    .filter((name) => name.startsWith("LECTERN_") && !known.has(name) && !otherVariables.has(name))
    .map((name) => {
      const similar = nearest(name, known);
      return warning(
        `${name} is not a setting of Lectern`,
        similar === undefined ? "Remove it" : `Did you mean ${similar}?`,
      );
    });
}

function findContradictions(
  config: Config,
  isSet: (name: string) => boolean,
  variables: readonly string[],
): Check[] {
  const found: Check[] = [];
  if (isSet("LECTERN_PORT") && variables.includes("PORT"))
    found.push(warning("LECTERN_PORT and PORT are both set", "Remove one: LECTERN_PORT is used"));
  if (isSet("LECTERN_BACKUP_KEEP") && config.backupEvery === undefined)
    found.push(
      warning("LECTERN_BACKUP_KEEP has no effect", "Set LECTERN_BACKUP_EVERY too, for example to 24h"),
    );
  if (isSet("LECTERN_OIDC_LABEL") && config.oidc === undefined)
    found.push(warning("LECTERN_OIDC_LABEL has no effect", "Set the provider too, or remove the label"));
  if (isSet("DATABASE_READ_URL") && config.databaseUrl === undefined)
    found.push(warning("DATABASE_READ_URL has no effect", "Set DATABASE_URL too, or remove it"));
  if (config.baseUrl.startsWith("https:") && !config.trustProxy)
    found.push(
      warning(
        "LECTERN_BASE_URL is https, so a proxy is in front of Lectern, but LECTERN_TRUST_PROXY is not set",
        "Set LECTERN_TRUST_PROXY=true, or all wrong passwords count for the address of the proxy",
      ),
    );
  return found;
}

function findUnsafe(config: Config, isSet: (name: string) => boolean): Check[] {
  const found: Check[] = [];
  if (config.adminToken !== undefined && config.adminToken.length < minTokenLength)
    found.push(
      warning(
        `LECTERN_ADMIN_TOKEN has fewer than ${minTokenLength} characters`,
        "Create a token with `token create` and revoke this one",
      ),
    );
  if (!isSet("LECTERN_ENCRYPTION_KEY"))
    found.push(
      warning(
        "LECTERN_ENCRYPTION_KEY is not set: the key of stored secrets is in the database, and in every backup",
        "Set it to the output of `openssl rand -hex 32`, and keep it apart from backups",
      ),
    );
  if (config.allowPrivateNetwork)
    found.push(
      warning(
        "LECTERN_ALLOW_PRIVATE_NETWORK is true: editors can reach the network of the server",
        "Unset it unless all editors may do that",
      ),
    );
  if (config.rateLimit === 0)
    found.push(
      warning("LECTERN_RATE_LIMIT is 0: a single token can use up the server", "Unset it for the default"),
    );
  return found;
}

/** How many letters of a mistyped name may differ. */
const maxDistance = 3;

function nearest(name: string, known: ReadonlySet<string>): string | undefined {
  const candidates = [...known].map((candidate) => ({ candidate, letters: distance(name, candidate) }));
  const [first] = candidates.toSorted((one, other) => one.letters - other.letters);
  return first !== undefined && first.letters <= maxDistance ? first.candidate : undefined;
}

/** The number of characters to insert, delete or replace, for short texts. */
function distance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}
