/** A boolean, stored as a number so that both databases read it alike. */
export type Flag = 0 | 1;
/** ISO 8601 with milliseconds, in UTC: sorts as text. */
export type Timestamp = string;
