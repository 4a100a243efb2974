/** What is known of where a link leads. */
export const linkStatuses = ["ok", "broken", "in-app"] as const;
export type LinkStatus = (typeof linkStatuses)[number];
