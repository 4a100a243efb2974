export const checkAreas = [
  "settings",
  "process",
  "database",
  "files",
  "disk",
  "clock",
  "address",
  "mail",
  "backups",
  "jobs",
  "admins",
] as const;
type CheckArea = (typeof checkAreas)[number];

/** What one look at an installation has found, and what to do about it. */
export interface Check {
  readonly area: CheckArea;
  /** `warning`: it works, but the operator should know. `failed`: something is broken. */
  readonly status: "ok" | "warning" | "failed";
  readonly finding: string;
  readonly advice?: string;
}

/** Creates the checks of an area. */
export function checksOf(area: CheckArea) {
  return {
    ok: (finding: string): Check => ({ area, status: "ok", finding }),
    warning: (finding: string, advice: string): Check => ({ area, status: "warning", finding, advice }),
    failed: (finding: string, advice: string): Check => ({ area, status: "failed", finding, advice }),
  };
}

/** The worst status of all checks. */
export function worstStatus(checks: readonly Check[]): Check["status"] {
  const has = (status: Check["status"]) => checks.some((check) => check.status === status);
  return has("failed") ? "failed" : has("warning") ? "warning" : "ok";
}

/** A size for people: `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** A duration for people, in its largest unit: `3 hours`. */
export function formatDuration(milliseconds: number): string {
  const units = [
    ["day", 86_400_000],
    ["hour", 3_600_000],
    ["minute", 60_000],
    ["second", 1000],
  ] as const;
  const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? ["second", 1000];
  const count = Math.floor(milliseconds / length);
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
