/** A boolean, stored as a number because the two databases read booleans differently. */
export type Flag = 0 | 1;
/** ISO 8601 with milliseconds, in UTC: sorts as text. */
export type Timestamp = string;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}
