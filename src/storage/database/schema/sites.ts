import type { Flag, Timestamp } from "./columns.ts";
import type { AgentsContext, SiteType, SiteVisibility, VisitorAuthBackend } from "./enumerations.ts";

export interface SiteTable {
  id: string;
  organization_id: string;
  type: SiteType;
  title: string;
  /** The title, folded for searching. */
  search_text: string;
  visibility: SiteVisibility;
  published: Flag;
  /** In its address, in place of the id. */
  basename: string | null;
  /** A host of its own. */
  hostname: string | null;
  /** Where it is shown under somebody else's address: a host and a path. */
  proxy: string | null;
  /** Null until somebody decides. */
  adaptive_content: Flag | null;
  agents_context: AgentsContext;
  /** What is known of its visitors: a JSON schema. */
  adaptive_schema: string | null;
  adaptive_schema_at: Timestamp | null;
  /** JSON, only what differs from the defaults of `resources/sites/customization`. */
  customization: string;
  auth_backend: VisitorAuthBackend;
  /** What the tokens of its visitors are signed with. */
  auth_key: string;
  auth_fallback_url: string | null;
  created_at: Timestamp;
}

export interface SiteSectionGroupTable {
  id: string;
  organization_id: string;
  site_id: string;
  /** Sorts it among the groups and sections at the top. */
  position: string;
  title: string;
  icon: string | null;
}

export interface SiteSectionTable {
  id: string;
  organization_id: string;
  site_id: string;
  group_id: string | null;
  /** Sorts it in its group, or at the top. */
  position: string;
  path: string;
  is_default: Flag;
  title: string;
  description: string | null;
  icon: string | null;
  condition: string | null;
}

/** A space in a site: it may be in several, and several times in one. */
export interface SiteSpaceTable {
  id: string;
  organization_id: string;
  site_id: string;
  /** Null in a site without sections. */
  section_id: string | null;
  space_id: string;
  /** Sorts it in its section, or in the site. */
  position: string;
  path: string;
  is_default: Flag;
  condition: string | null;
  /** JSON, what differs from the customization of the site. */
  customization: string | null;
}

export interface SiteShareLinkTable {
  id: string;
  organization_id: string;
  site_id: string;
  name: string;
  active: Flag;
  /** Opens the site to whoever knows it. */
  key: string;
  /** SHA-256 of the key, to find it by: how long that takes tells nothing of the key. */
  key_hash: string;
  created_at: Timestamp;
}

/** From a path that is no more to a section, a site space, or a page of one. */
export interface SiteRedirectTable {
  id: string;
  organization_id: string;
  site_id: string;
  source: string;
  section_id: string | null;
  site_space_id: string | null;
  page_id: string | null;
}
