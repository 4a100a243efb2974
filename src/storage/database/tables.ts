import type {
  BlobChunkTable,
  BlobTable,
  ChangeRequestContributorTable,
  ChangeRequestTable,
  CommentReactionTable,
  CommentTable,
  ContentTeamGrantTable,
  ContentUserGrantTable,
  DocumentFindingsTable,
  InstallationTable,
  IntegrationTable,
  IntegrationTraitTable,
  IntegrationVersionTable,
  JobTable,
  LibraryItemTable,
  LinkInviteTable,
  MemberTable,
  NodeTable,
  OpenAPISpecTable,
  OpenAPIVersionTable,
  OrganizationEmailDomainTable,
  OrganizationTable,
  PasswordLinkTable,
  PasswordTable,
  PdfTable,
  PlacedInstallationTable,
  RepositoryTable,
  RequestBudgetTable,
  RequestedReviewerTable,
  ReviewTable,
  RevisionTable,
  SamlProviderTable,
  SearchCounterTable,
  SearchPageTable,
  SearchSectionTable,
  SearchSpaceTable,
  SecretTable,
  SignInFailureTable,
  SiteRedirectTable,
  SiteSectionGroupTable,
  SiteSectionTable,
  SiteShareLinkTable,
  SiteSpaceTable,
  SiteTable,
  SpaceTable,
  TeamMemberTable,
  TeamTable,
  TokenTable,
  TranslationSettingsTable,
  UsedTicketTable,
  UserTable,
} from "./tables/index.ts";

export type * from "./tables/change-requests.ts";
export type * from "./tables/columns.ts";
export type * from "./tables/comments.ts";
export type * from "./tables/content.ts";
export type * from "./tables/integrations.ts";
export type * from "./tables/openapi.ts";
export type * from "./tables/pdfs.ts";
export type * from "./tables/people.ts";
export type * from "./tables/search.ts";
export type * from "./tables/server.ts";
export type * from "./tables/sites.ts";

export interface Tables {
  users: UserTable;
  tokens: TokenTable;
  passwords: PasswordTable;
  password_links: PasswordLinkTable;
  sign_in_failures: SignInFailureTable;
  used_tickets: UsedTicketTable;
  saml_providers: SamlProviderTable;
  organizations: OrganizationTable;
  organization_email_domains: OrganizationEmailDomainTable;
  members: MemberTable;
  teams: TeamTable;
  team_members: TeamMemberTable;
  link_invites: LinkInviteTable;
  contents: LibraryItemTable;
  content_user_grants: ContentUserGrantTable;
  content_team_grants: ContentTeamGrantTable;
  repositories: RepositoryTable;
  nodes: NodeTable;
  blobs: BlobTable;
  blob_chunks: BlobChunkTable;
  spaces: SpaceTable;
  revisions: RevisionTable;
  change_requests: ChangeRequestTable;
  change_request_contributors: ChangeRequestContributorTable;
  requested_reviewers: RequestedReviewerTable;
  reviews: ReviewTable;
  comments: CommentTable;
  comment_reactions: CommentReactionTable;
  sites: SiteTable;
  site_section_groups: SiteSectionGroupTable;
  site_sections: SiteSectionTable;
  site_spaces: SiteSpaceTable;
  site_share_links: SiteShareLinkTable;
  site_redirects: SiteRedirectTable;
  openapi_specs: OpenAPISpecTable;
  openapi_versions: OpenAPIVersionTable;
  translation_settings: TranslationSettingsTable;
  integrations: IntegrationTable;
  integration_traits: IntegrationTraitTable;
  integration_versions: IntegrationVersionTable;
  installations: InstallationTable;
  placed_installations: PlacedInstallationTable;
  pdfs: PdfTable;
  document_findings: DocumentFindingsTable;
  search_spaces: SearchSpaceTable;
  search_counter: SearchCounterTable;
  search_pages: SearchPageTable;
  search_sections: SearchSectionTable;
  secrets: SecretTable;
  request_budgets: RequestBudgetTable;
  jobs: JobTable;
}

/** Every table that holds what cannot be found again, parents before children: the order in which a copy can be loaded. */
export const tableNames = [
  "users",
  "passwords",
  "organizations",
  "organization_email_domains",
  "members",
  "teams",
  "team_members",
  "saml_providers",
  "tokens",
  "contents",
  "link_invites",
  "content_user_grants",
  "content_team_grants",
  "repositories",
  "nodes",
  "blobs",
  "blob_chunks",
  "spaces",
  "revisions",
  "change_requests",
  "change_request_contributors",
  "requested_reviewers",
  "reviews",
  "comments",
  "comment_reactions",
  "sites",
  "site_section_groups",
  "site_sections",
  "site_spaces",
  "site_share_links",
  "site_redirects",
  "openapi_specs",
  "openapi_versions",
  "translation_settings",
  "integrations",
  "integration_traits",
  "integration_versions",
  "installations",
  "placed_installations",
  "pdfs",
  "secrets",
  "jobs",
] as const satisfies readonly (keyof Tables)[];
