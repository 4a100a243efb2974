import type { TrackedEvent } from "../../src/insights/event.ts";

export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
export const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

/** An event as a client sends it. */
export function siteEvent(
  type: TrackedEvent["type"],
  {
    session = {},
    location = {},
    ...fields
  }: { readonly session?: object; readonly location?: object; readonly [field: string]: unknown } = {},
) {
  return {
    type,
    session: {
      visitorId: "visitor-1",
      sessionId: "session-1",
      cookies: {},
      userAgent: firefox,
      language: "de-AT",
      referrer: null,
      ...session,
    },
    location: {
      url: "https://docs.example.com/guide",
      siteSection: null,
      siteSpace: "site-space-1",
      siteShareKey: null,
      space: "space-1",
      revision: null,
      page: "page-1",
      ...location,
    },
    ...fields,
  };
}
