/** Where the time comes from; tests hold it still. */
export interface Clock {
  /** ISO 8601 with milliseconds, in UTC. */
  now(): string;
  /** The same in milliseconds, for comparing. */
  time(): number;
}

export const systemClock: Clock = { now: () => new Date().toISOString(), time: () => Date.now() };

/** The moment that lies some milliseconds after another. */
export function addMilliseconds(moment: string, milliseconds: number): string {
  return new Date(Date.parse(moment) + milliseconds).toISOString();
}
