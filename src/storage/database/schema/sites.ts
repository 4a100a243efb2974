import type {
  AgentsContext,
  Flag,
  McpTransport,
  OwnedTable,
  SiteType,
  SiteVisibility,
  Timestamp,
  VisitorAuthBackend,
} from "./columns.ts";

export interface SiteTable extends OwnedTable {
  type: SiteType;
  title: string;
  /** The title, folded for searching. */
  search_text: string;
  visibility: SiteVisibility;
  published: Flag;
  /** Replaces the id in its URL. */
  basename: string | null;
  hostname: string | null;
  /** The host and path of a reverse proxy that serves the site. */
  proxy: string | null;
  /** Null until it is set. */
  adaptive_content: Flag | null;
  agents_context: AgentsContext;
  /** The JSON schema of its visitors' claims. */
  adaptive_schema: string | null;
  adaptive_schema_at: Timestamp | null;
  /** JSON: the settings that differ from the default customization. */
  customization: string;
  auth_backend: VisitorAuthBackend;
  /** The key that signs visitors' tokens. */
  auth_key: string;
  auth_fallback_url: string | null;
  created_at: Timestamp;
  /** The URL or path of the repository that the site was imported from. */
  source: string | null;
  /** A new random one whenever a part of its structure changes, or a space in it is moved to the trash or restored. */
  structure_version: string;
}

interface SitePartTable extends OwnedTable {
  site_id: string;
}

interface StructurePartTable extends SitePartTable {
  /** Not shown to visitors. */
  is_draft: Flag;
  /** Its key in the configuration of the site that it was imported from. */
  source_key: string | null;
}

export interface SiteSectionGroupTable extends StructurePartTable {
  /** The group that contains it. Groups are nested one level deep. */
  parent_id: string | null;
  /** Order key in its group, or at the top level. */
  position: string;
  title: string;
  icon: string | null;
}

export interface SiteSectionTable extends StructurePartTable {
  group_id: string | null;
  /** Order key in its group, or at the top level. */
  position: string;
  path: string;
  is_default: Flag;
  title: string;
  description: string | null;
  icon: string | null;
  condition: string | null;
}

/** A space in a site. A space may be in several sites, and several times in one. */
export interface SiteSpaceTable extends StructurePartTable {
  /** Null in a site without sections. */
  section_id: string | null;
  space_id: string;
  /** Order key in its section, or in the site. */
  position: string;
  path: string;
  is_default: Flag;
  condition: string | null;
  /** JSON: the settings that differ from the site's customization. */
  customization: string | null;
  /** Omitted from the navigation of the site. */
  is_hidden: Flag;
}

/** A path below a site that a site space had, and no longer has. */
export interface FormerSitePathTable {
  site_id: string;
  path: string;
  site_space_id: string;
  /** Greater than those of the paths of the site that were left earlier. */
  number: number;
}

export interface SiteShareLinkTable extends SitePartTable {
  name: string;
  active: Flag;
  /** The secret in the site's URL. */
  key: string;
  /** SHA-256 of the key. Lookups by hash do not leak the key by timing. */
  key_hash: string;
  created_at: Timestamp;
}

/** A redirect from a path to a section, a site space or a page. */
export interface SiteRedirectTable extends SitePartTable {
  source: string;
  section_id: string | null;
  site_space_id: string | null;
  page_id: string | null;
}

/** Events of a site as they arrived, until a job adds them to the sums. */
export interface SiteEventBatchTable {
  id: string;
  site_id: string;
  /** JSON: a list of events. */
  events: string;
}

/** A column of the summed events of a day. A day with many events has several parts. */
export interface SiteEventSumTable {
  site_id: string;
  /** In UTC, such as `2030-01-31`. */
  day: string;
  part: number;
  /** The name of the field that the column holds. */
  field: string;
  bytes: Uint8Array;
}

/** The random key of a day by which visitors without a cookie are told apart. It is deleted after the day. */
export interface VisitorSaltTable {
  day: string;
  salt: string;
}

/** An MCP server that an owner has added to a site. */
export interface SiteMcpServerTable extends SitePartTable {
  name: string;
  url: string;
  transport: McpTransport;
  /** JSON: the headers of requests to it. */
  headers: string;
  condition: string | null;
}

/** A customization that is not saved, as its author previews it. */
export interface CustomizationPreviewTable {
  site_id: string;
  user_id: string;
  /** Chosen by the author's program. */
  id: string;
  /** The secret in the URL of the preview. */
  key: string;
  key_hash: string;
  /** JSON: the customization, and as whom the site is seen. */
  preview: string;
  expires_at: Timestamp;
}

export type FontFormat = "woff2" | "woff" | "ttf" | "otf";

/** An uploaded file of a font. */
export interface FontFileTable extends OwnedTable {
  /** The repository of its bytes. */
  repository_id: string;
  format: FontFormat;
  blob: string;
  size: number;
  created_at: Timestamp;
}

export interface CustomFontTable extends OwnedTable {
  family: string;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface CustomFontFaceTable {
  font_id: string;
  weight: number;
  file_id: string;
}

/** The statuses of host names that Lectern can find out. */
export type HostnameStatus =
  | "live"
  | "dns_passed"
  | "dns_wrong_cname"
  | "dns_no_cname"
  | "ssl_failed"
  | "ssl_unknown"
  | "internal_error";

/** The last check of a site's host name. */
export interface HostnameCheckTable {
  site_id: string;
  hostname: string;
  status: HostnameStatus;
  checked_at: Timestamp;
}
