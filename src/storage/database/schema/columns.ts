import { words } from "../../../platform/index.ts";

/** A boolean, stored as a number because the two databases read booleans differently. */
export type Flag = 0 | 1;
/** ISO 8601 with milliseconds, in UTC: sorts as text. */
export type Timestamp = string;

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

/** The columns of rows that have an id and belong to an organization. */
export interface OwnedTable {
  id: string;
  organization_id: string;
}

// Enumerations that both the API and the tables use.

export const organizationTypes = ["business", "community"] as const;
export type OrganizationType = (typeof organizationTypes)[number];

export const communityTypes = ["nonProfit", "openSource", "education"] as const;
export type CommunityType = (typeof communityTypes)[number];

export const useCases = [
  ...words("internalDocs docsSite audienceControlledSite productDocs teamKnowledgeBase designSystem"),
  ...words("openSourceDocs notes other"),
] as const;
export type UseCase = (typeof useCases)[number];

/** A live space accepts direct edits; a locked one changes only by merging. */
export const editModes = ["live", "locked"] as const;
export type EditMode = (typeof editModes)[number];

export const visibilities = words("public unlisted share-link visitor-auth in-collection private");
export type Visibility = (typeof visibilities)[number];

export const revisionTypes = ["edits", "merge", "rollback", "update", "computed"] as const;
export type RevisionType = (typeof revisionTypes)[number];

/** What a revision did to a page: `edited` is its document, `moved` its place in the tree, `attributes` its title, for example. */
export const pageChangeKinds = ["created", "edited", "moved", "attributes", "deleted"] as const;
export type PageChangeKind = (typeof pageChangeKinds)[number];

/** `merged` is final. A change request can switch between the other statuses in any order. */
export const changeRequestStatuses = ["draft", "open", "archived", "merged"] as const;
export type ChangeRequestStatus = (typeof changeRequestStatuses)[number];

/** A review that only comments is no verdict: it leaves the reviewer's last one as it is. */
export const reviewStatuses = ["approved", "changes-requested", "commented"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];
export type ReviewVerdict = Exclude<ReviewStatus, "commented">;

export const commentStatuses = ["open", "resolved"] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** Why a user is told about something. */
export const notificationKinds = [
  ...words("review-requested mentioned replied commented reviewed merged archived conflicts merge-failed"),
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export const subscriptionStates = ["following", "muted"] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export const siteTypes = words("basic premium ultimate sponsored legacy-basic legacy-premium");
export type SiteType = (typeof siteTypes)[number];

/** From the most open to the most restricted. */
export const siteVisibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;
export type SiteVisibility = (typeof siteVisibilities)[number];

export const agentsContexts = ["excluded", "included"] as const;
export type AgentsContext = (typeof agentsContexts)[number];

/** How clients talk to an MCP server. */
export const mcpTransports = ["sse", "http"] as const;
export type McpTransport = (typeof mcpTransports)[number];

export const visitorAuthBackends = ["custom", "integration"] as const;
export type VisitorAuthBackend = (typeof visitorAuthBackends)[number];

export const processingStates = ["pending", "progress", "complete"] as const;
export type ProcessingState = (typeof processingStates)[number];

export const processErrorCodes = ["FETCH_TIMEOUT", "FETCH_ERROR", "PARSE_ERROR"] as const;
export type ProcessErrorCode = (typeof processErrorCodes)[number];

/** A public spec can be read by anyone who has its URL. */
export const specVisibilities = ["private", "public"] as const;
export type SpecVisibility = (typeof specVisibilities)[number];

/** What has a page of its own among the pages of a spec. */
export const pageGroupings = ["by-tag", "by-operation"] as const;
export type PageGrouping = (typeof pageGroupings)[number];

/** How generated pages are changed: in the primary content, or in a change request that has to be merged. */
export const pageSetDeliveries = ["direct", "change-request"] as const;
export type PageSetDelivery = (typeof pageSetDeliveries)[number];

/** In the state `removing`, a job deletes the pages and then the set. */
export const pageSetStates = ["pending", "complete", "failed", "removing"] as const;
export type PageSetState = (typeof pageSetStates)[number];

export const textFormats = ["json", "yaml"] as const;
export type TextFormat = (typeof textFormats)[number];

export const languages = [
  ...words("en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he"),
  ...words("uk sk bg hr lt lv et sl"),
] as const;
export type Language = (typeof languages)[number];

export const linkStatuses = ["ok", "broken", "in-app"] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** The kinds of objects that an integration can be installed on. */
export const integrationTargets = ["all", "site", "space", "organization"] as const;
export type IntegrationTarget = (typeof integrationTargets)[number];

export const integrationVisibilities = ["public", "private", "unlisted"] as const;
export type IntegrationVisibility = (typeof integrationVisibilities)[number];

export const integrationCategories = [
  ...words("analytics collaboration content gitsync marketing visitor-auth other"),
] as const;

export const integrationRuntimes = ["v1", "v2"] as const;
export type IntegrationRuntime = (typeof integrationRuntimes)[number];

export const integrationScopes = [
  ...words("space:views:read space:content:read space:content:write space:metadata:read"),
  ...words("space:metadata:write space:script:inject space:script:cookies space:git:sync space:visitor:auth"),
  ...words("site:metadata:read site:views:read site:script:inject site:script:cookies site:visitor:auth"),
  ...words("site:adaptive:read site:adaptive:write site:ai:ask"),
  ...words("openapi:read openapi:write conversations:ingest"),
] as const;

/** An installation is pending until its required configuration is set. */
export const installationStatuses = ["active", "pending", "paused"] as const;
export type InstallationStatus = (typeof installationStatuses)[number];

/** Whether an installation covers all existing and future spaces or sites, or selected ones. */
export const installationSelections = ["all", "selected"] as const;
export type InstallationSelection = (typeof installationSelections)[number];

export const importSources = [
  ...words("website docx markdown html zip confluence github-wiki notion google-docs"),
] as const;
export type ImportSource = (typeof importSources)[number];

/** The states of an import or export. */
export type RunStatus = "pending" | "in-progress" | "completed" | "failed" | "cancelled";

/** What an import does now. */
export type ImportStep = "reading" | "storing" | "applying";

/** `markdown`: the content as Markdown; `site`: a static copy of a site. */
export type ExportFormat = "markdown" | "site";

/** From the most to the least powerful. Each role includes the following ones. */
export const roles = ["admin", "create", "review", "edit", "comment", "read"] as const;
export type Role = (typeof roles)[number];

export const teamRoles = ["owner", "member"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** How the user of a session signed in. `link`: with a sign-in link, which an operator created. */
export const loginMethods = ["password", "oidc", "saml", "link"] as const;
export type LoginMethod = (typeof loginMethods)[number];
