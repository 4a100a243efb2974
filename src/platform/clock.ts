/** The source of the current time. Tests substitute their own. */
export interface Clock {
  /** ISO 8601 in UTC with milliseconds. */
  now(): string;
  /** Milliseconds since the epoch. */
  time(): number;
}

export const systemClock: Clock = { now: () => new Date().toISOString(), time: () => Date.now() };

export function addMilliseconds(timestamp: string, milliseconds: number): string {
  return new Date(Date.parse(timestamp) + milliseconds).toISOString();
}

export const year = 31_536_000_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, y: year };

/** Parses a duration such as `30m`, `12h`, `30d` or `1y` to milliseconds. Undefined if malformed, zero or above `max`. */
export function parseDuration(text: string, max: number): number | undefined {
  const [, amount, unit] = /^(\d{1,5})([mhdy])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit ?? ""] ?? 0);
  return milliseconds > 0 && milliseconds <= max ? milliseconds : undefined;
}
