import type { ComponentType } from "preact";

/** The module of a screen. It gets the parameters of its path as properties. */
export interface Screen {
  // biome-ignore lint/suspicious/noExplicitAny: each screen declares the parameters of its own pattern.
  readonly Screen: ComponentType<any>;
}

interface Route {
  /** The path below `/app`. The addresses in `urls.app` of the API are among them. */
  readonly pattern: string;
  load(): Promise<Screen>;
  /** Whether the screen fills the page, without the frame. */
  readonly isBare?: boolean;
}

/** All screens. The first pattern that matches decides. */
export const routes: readonly Route[] = [
  { pattern: "/", load: () => import("./screens/start/screen.tsx") },
  { pattern: "/orgs/:organization", load: () => import("./screens/home/screen.tsx") },
  { pattern: "/orgs/:organization/members", load: () => import("./screens/people/members/screen.tsx") },
  {
    pattern: "/orgs/:organization/members/:member",
    load: () => import("./screens/people/member/screen.tsx"),
  },
  { pattern: "/orgs/:organization/guests", load: () => import("./screens/people/guests/screen.tsx") },
  { pattern: "/orgs/:organization/teams", load: () => import("./screens/people/teams/screen.tsx") },
  { pattern: "/orgs/:organization/teams/:team", load: () => import("./screens/people/team/screen.tsx") },
  { pattern: "/orgs/:organization/invites", load: () => import("./screens/people/invites/screen.tsx") },
  { pattern: "/join/:organization/:invite", load: () => import("./screens/join/screen.tsx") },
];
