export type {
  ChangeRequestContributorTable,
  ChangeRequestTable,
  RequestedReviewerTable,
  ReviewTable,
} from "./change-requests.ts";
export type { CommentReactionTable, CommentTable } from "./comments.ts";
export type {
  BlobChunkTable,
  BlobTable,
  ContentTeamGrantTable,
  ContentUserGrantTable,
  LibraryItemTable,
  NodeTable,
  RepositoryTable,
  RevisionTable,
  SpaceTable,
} from "./content.ts";
export type {
  InstallationTable,
  IntegrationTable,
  IntegrationTraitTable,
  IntegrationVersionTable,
  PlacedInstallationTable,
} from "./integrations.ts";
export type { OpenAPISpecTable, OpenAPIVersionTable, TranslationSettingsTable } from "./openapi.ts";
export type { PdfTable } from "./pdfs.ts";
export type {
  LinkInviteTable,
  MemberTable,
  OrganizationEmailDomainTable,
  OrganizationTable,
  PasswordLinkTable,
  PasswordTable,
  SamlProviderTable,
  SignInFailureTable,
  TeamMemberTable,
  TeamTable,
  TokenTable,
  UsedTicketTable,
  UserTable,
} from "./people.ts";
export type {
  DocumentFindingsTable,
  SearchCounterTable,
  SearchPageTable,
  SearchSectionTable,
  SearchSpaceTable,
} from "./search.ts";
export type { JobTable, RequestBudgetTable, SecretTable } from "./server.ts";
export type {
  SiteRedirectTable,
  SiteSectionGroupTable,
  SiteSectionTable,
  SiteShareLinkTable,
  SiteSpaceTable,
  SiteTable,
} from "./sites.ts";
