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
  { pattern: "/welcome", load: () => import("./screens/welcome/screen.tsx"), isBare: true },
  { pattern: "/orgs/:organization", load: () => import("./screens/home/screen.tsx") },
  { pattern: "/orgs/:organization/inbox", load: () => import("./screens/inbox/screen.tsx") },
  { pattern: "/orgs/:organization/imports", load: () => import("./screens/imports/screen.tsx") },
  { pattern: "/orgs/:organization/imports/:run", load: () => import("./screens/import-run/screen.tsx") },
  { pattern: "/orgs/:organization/trash", load: () => import("./screens/trash/screen.tsx") },
  { pattern: "/orgs/:organization/sites", load: () => import("./screens/sites/screen.tsx") },
  { pattern: "/orgs/:organization/sites/new", load: () => import("./screens/new-site/screen.tsx") },
  { pattern: "/orgs/:organization/sites/:site", load: () => import("./screens/site/overview/screen.tsx") },
  {
    pattern: "/orgs/:organization/sites/:site/structure",
    load: () => import("./screens/site/structure/screen.tsx"),
  },
  { pattern: "/orgs/:organization/sites/:site/look", load: () => import("./screens/site/look/screen.tsx") },
  {
    pattern: "/orgs/:organization/sites/:site/audience",
    load: () => import("./screens/site/audience/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/audience/claims",
    load: () => import("./screens/site/audience/claims/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/audience/visitor",
    load: () => import("./screens/site/audience/visitor/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/redirects",
    load: () => import("./screens/site/redirects/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/redirects/import",
    load: () => import("./screens/site/redirects/import/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/settings",
    load: () => import("./screens/site/settings/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/sites/:site/insights",
    load: () => import("./screens/site/insights/screen.tsx"),
  },
  { pattern: "/collections/:collection", load: () => import("./screens/collection/screen.tsx") },
  { pattern: "/orgs/:organization/members", load: () => import("./screens/people/members/screen.tsx") },
  {
    pattern: "/orgs/:organization/members/:member",
    load: () => import("./screens/people/member/screen.tsx"),
  },
  { pattern: "/orgs/:organization/guests", load: () => import("./screens/people/guests/screen.tsx") },
  { pattern: "/orgs/:organization/teams", load: () => import("./screens/people/teams/screen.tsx") },
  { pattern: "/orgs/:organization/teams/:team", load: () => import("./screens/people/team/screen.tsx") },
  { pattern: "/orgs/:organization/invites", load: () => import("./screens/people/invites/screen.tsx") },
  { pattern: "/orgs/:organization/settings", load: () => import("./screens/settings/general/screen.tsx") },
  { pattern: "/orgs/:organization/settings/sso", load: () => import("./screens/settings/sso/screen.tsx") },
  {
    pattern: "/orgs/:organization/settings/sso/:provider",
    load: () => import("./screens/settings/provider/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/settings/tokens",
    load: () => import("./screens/settings/tokens/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/settings/rules",
    load: () => import("./screens/settings/rules/screen.tsx"),
  },
  { pattern: "/spaces/:space/rules", load: () => import("./screens/merge-rules/space/screen.tsx") },
  { pattern: "/spaces/:space/permissions", load: () => import("./screens/permissions/space/screen.tsx") },
  {
    pattern: "/collections/:collection/permissions",
    load: () => import("./screens/permissions/collection/screen.tsx"),
  },
  { pattern: "/account", load: () => import("./screens/account/profile/screen.tsx") },
  { pattern: "/account/password", load: () => import("./screens/account/password/screen.tsx") },
  { pattern: "/account/sessions", load: () => import("./screens/account/sessions/screen.tsx") },
  { pattern: "/account/inbox", load: () => import("./screens/account/inbox/screen.tsx") },
  { pattern: "/account/tokens", load: () => import("./screens/account/tokens/screen.tsx") },
  { pattern: "/server", load: () => import("./screens/server/overview/screen.tsx") },
  { pattern: "/server/jobs", load: () => import("./screens/server/jobs/screen.tsx") },
  { pattern: "/server/backups", load: () => import("./screens/server/backups/screen.tsx") },
  { pattern: "/server/organizations", load: () => import("./screens/server/organizations/screen.tsx") },
  { pattern: "/server/settings", load: () => import("./screens/server/settings/screen.tsx") },
  { pattern: "/join/:organization/:invite", load: () => import("./screens/join/screen.tsx") },
  ...[
    "/spaces/:space",
    "/spaces/:space/pages/:page",
    "/spaces/:space/revisions/:revision",
    "/spaces/:space/revisions/:revision/pages/:page",
    "/spaces/:space/change-requests/:changeRequest/content",
    "/spaces/:space/change-requests/:changeRequest/pages/:page",
  ].map((pattern) => ({ pattern, load: () => import("./screens/space/screen.tsx") })),
  {
    pattern: "/spaces/:space/change-requests",
    load: () => import("./screens/change-requests/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/change-requests",
    load: () => import("./screens/change-requests/organization/screen.tsx"),
  },
  {
    pattern: "/spaces/:space/change-requests/:changeRequest",
    load: () => import("./screens/change-request/overview/screen.tsx"),
  },
  {
    pattern: "/spaces/:space/change-requests/:changeRequest/conflicts",
    load: () => import("./screens/change-request/conflicts/screen.tsx"),
  },
  {
    pattern: "/spaces/:space/change-requests/:changeRequest/changes",
    load: () => import("./screens/change-request/changes/screen.tsx"),
  },
  {
    pattern: "/spaces/:space/revisions/:revision/changes",
    load: () => import("./screens/revision-changes/screen.tsx"),
  },
  { pattern: "/spaces/:space/history", load: () => import("./screens/history/screen.tsx") },
  { pattern: "/spaces/:space/history/deleted", load: () => import("./screens/history/deleted/screen.tsx") },
  { pattern: "/spaces/:space/comments", load: () => import("./screens/comments/screen.tsx") },
  { pattern: "/spaces/:space/files", load: () => import("./screens/files/screen.tsx") },
  { pattern: "/spaces/:space/variables", load: () => import("./screens/variables/screen.tsx") },
  ...["/spaces/:space", "/spaces/:space/change-requests/:changeRequest"].flatMap((content) => [
    {
      pattern: `${content}/reusable-contents`,
      load: () => import("./screens/reusable-contents/screen.tsx"),
    },
    {
      pattern: `${content}/reusable-contents/:reusableContent`,
      load: () => import("./screens/reusable-content/screen.tsx"),
    },
  ]),
  { pattern: "/orgs/:organization/openapi", load: () => import("./screens/openapi-specs/screen.tsx") },
  {
    pattern: "/orgs/:organization/openapi/:spec",
    load: () => import("./screens/openapi-spec/versions/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/openapi/:spec/changes",
    load: () => import("./screens/openapi-spec/changes/screen.tsx"),
  },
  {
    pattern: "/orgs/:organization/openapi/:spec/pages",
    load: () => import("./screens/openapi-spec/pages/screen.tsx"),
  },
  { pattern: "/orgs/:organization/integrations", load: () => import("./screens/integrations/screen.tsx") },
  {
    pattern: "/orgs/:organization/integrations/own",
    load: () => import("./screens/integrations/own/screen.tsx"),
  },
  { pattern: "/spaces/:space/integrations", load: () => import("./screens/integrations/space/screen.tsx") },
  {
    pattern: "/orgs/:organization/settings/translations",
    load: () => import("./screens/settings/translations/screen.tsx"),
  },
  {
    pattern: "/integrations/:integration",
    load: () => import("./screens/integrations/integration/screen.tsx"),
  },
  {
    pattern: "/integrations/:integration/installations/:installation",
    load: () => import("./screens/integrations/installation/screen.tsx"),
  },
];
