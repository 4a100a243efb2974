export const year = 31_536_000_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, y: year };

/** Milliseconds of a time such as `30m`, `12h`, `30d` or `1y`, if it is not longer than this. */
export function parseDuration(text: string, longest: number): number | undefined {
  const [, amount, unit] = /^(\d{1,5})([mhdy])$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (units[unit ?? ""] ?? 0);
  return milliseconds > 0 && milliseconds <= longest ? milliseconds : undefined;
}
