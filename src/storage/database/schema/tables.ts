import type * as reviewing from "./change-requests.ts";
import type * as content from "./content.ts";
import type * as integrations from "./integrations.ts";
import type * as notifications from "./notifications.ts";
import type * as openapi from "./openapi.ts";
import type * as people from "./people.ts";
import type * as runs from "./runs.ts";
import type * as search from "./search.ts";
import type * as server from "./server.ts";
import type * as sites from "./sites.ts";

interface Table<Row> {
  /** Never set: carries the type of the rows. */
  readonly row?: Row;
  readonly inBackup: boolean;
}

const stored = <Row>(): Table<Row> => ({ inBackup: true });
/** Not part of a backup: rebuilt from other tables, or only of use for a few minutes. */
const transient = <Row>(): Table<Row> => ({ inBackup: false });

/** Every table. Parents come before their children, so that a backup can be loaded in this order. */
const tables = {
  users: stored<people.UserTable>(),
  passwords: stored<people.PasswordTable>(),
  server_admins: stored<server.ServerAdminTable>(),
  organizations: stored<people.OrganizationTable>(),
  organization_email_domains: stored<people.OrganizationEmailDomainTable>(),
  members: stored<people.MemberTable>(),
  teams: stored<people.TeamTable>(),
  team_members: stored<people.TeamMemberTable>(),
  saml_providers: stored<people.SamlProviderTable>(),
  tokens: stored<people.TokenTable>(),
  contents: stored<content.LibraryItemTable>(),
  link_invites: stored<people.LinkInviteTable>(),
  content_user_grants: stored<content.ContentUserGrantTable>(),
  content_team_grants: stored<content.ContentTeamGrantTable>(),
  repositories: stored<content.RepositoryTable>(),
  nodes: stored<content.NodeTable>(),
  blobs: stored<content.BlobTable>(),
  blob_chunks: stored<content.BlobChunkTable>(),
  spaces: stored<content.SpaceTable>(),
  space_origins: stored<content.SpaceOriginTable>(),
  revisions: stored<content.RevisionTable>(),
  block_saves: stored<content.BlockSaveTable>(),
  former_slugs: stored<content.FormerSlugTable>(),
  history_entries: stored<content.HistoryEntryTable>(),
  page_changes: stored<content.PageChangeTable>(),
  page_templates: stored<content.PageTemplateTable>(),
  change_requests: stored<reviewing.ChangeRequestTable>(),
  change_request_contributors: stored<reviewing.ChangeRequestContributorTable>(),
  change_request_conflicts: stored<reviewing.ChangeRequestConflictTable>(),
  requested_reviewers: stored<reviewing.RequestedReviewerTable>(),
  reviews: stored<reviewing.ReviewTable>(),
  scheduled_merges: stored<reviewing.ScheduledMergeTable>(),
  comments: stored<reviewing.CommentTable>(),
  comment_repliers: stored<reviewing.CommentReplierTable>(),
  comment_reactions: stored<reviewing.CommentReactionTable>(),
  taken_suggestions: stored<reviewing.TakenSuggestionTable>(),
  comment_reads: stored<reviewing.CommentReadTable>(),
  review_comments: stored<reviewing.ReviewCommentTable>(),
  pending_comments: stored<reviewing.PendingCommentTable>(),
  preview_links: stored<reviewing.PreviewLinkTable>(),
  notifications: stored<notifications.NotificationTable>(),
  notification_settings: stored<notifications.NotificationSettingTable>(),
  subscriptions: stored<notifications.SubscriptionTable>(),
  sites: stored<sites.SiteTable>(),
  site_section_groups: stored<sites.SiteSectionGroupTable>(),
  site_sections: stored<sites.SiteSectionTable>(),
  site_spaces: stored<sites.SiteSpaceTable>(),
  former_site_paths: stored<sites.FormerSitePathTable>(),
  site_share_links: stored<sites.SiteShareLinkTable>(),
  site_redirects: stored<sites.SiteRedirectTable>(),
  site_event_batches: stored<sites.SiteEventBatchTable>(),
  site_event_sums: stored<sites.SiteEventSumTable>(),
  site_mcp_servers: stored<sites.SiteMcpServerTable>(),
  font_files: stored<sites.FontFileTable>(),
  custom_fonts: stored<sites.CustomFontTable>(),
  custom_font_faces: stored<sites.CustomFontFaceTable>(),
  openapi_specs: stored<openapi.OpenAPISpecTable>(),
  openapi_versions: stored<openapi.OpenAPIVersionTable>(),
  openapi_page_sets: stored<openapi.OpenAPIPageSetTable>(),
  translation_settings: stored<openapi.TranslationSettingsTable>(),
  integrations: stored<integrations.IntegrationTable>(),
  integration_traits: stored<integrations.IntegrationTraitTable>(),
  integration_versions: stored<integrations.IntegrationVersionTable>(),
  installations: stored<integrations.InstallationTable>(),
  placed_installations: stored<integrations.PlacedInstallationTable>(),
  import_runs: stored<runs.ImportRunTable>(),
  pdfs: stored<server.PdfTable>(),
  secrets: stored<server.SecretTable>(),
  jobs: stored<server.JobTable>(),
  server_settings: stored<server.ServerSettingTable>(),
  password_links: transient<people.PasswordLinkTable>(),
  sign_in_links: transient<people.SignInLinkTable>(),
  sign_in_failures: transient<people.SignInFailureTable>(),
  used_tickets: transient<people.UsedTicketTable>(),
  document_findings: transient<search.DocumentFindingsTable>(),
  search_spaces: transient<search.SearchSpaceTable>(),
  search_counter: transient<search.SearchCounterTable>(),
  search_pages: transient<search.SearchPageTable>(),
  search_sections: transient<search.SearchSectionTable>(),
  search_words: transient<search.SearchWordTable>(),
  embeds: transient<server.EmbedTable>(),
  linked_specs: transient<openapi.LinkedSpecTable>(),
  social_cards: transient<server.SocialCardTable>(),
  customization_previews: transient<sites.CustomizationPreviewTable>(),
  hostname_checks: transient<sites.HostnameCheckTable>(),
  export_runs: transient<runs.ExportRunTable>(),
  run_files: transient<runs.RunFileTable>(),
  run_file_chunks: transient<runs.RunFileChunkTable>(),
  object_checks: transient<content.ObjectCheckTable>(),
  request_budgets: transient<server.RequestBudgetTable>(),
  unversioned_transactions: transient<server.UnversionedTransactionTable>(),
  write_probe: transient<server.WriteProbeTable>(),
  server_processes: transient<server.ServerProcessTable>(),
  visitor_salts: transient<sites.VisitorSaltTable>(),
};

export type Tables = {
  [Name in keyof typeof tables]: (typeof tables)[Name] extends Table<infer Row> ? Row : never;
};

export const backupTables = (Object.keys(tables) as (keyof Tables)[]).filter((name) => tables[name].inBackup);

const tablesWithLargeRows = new Set<keyof Tables>([
  "nodes",
  "blob_chunks",
  "site_event_batches",
  "site_event_sums",
]);

/** Rows per batch. Tables with large rows have smaller batches, since a batch is held in memory. */
export function batchSize(table: keyof Tables): number {
  return tablesWithLargeRows.has(table) ? 50 : 500;
}
