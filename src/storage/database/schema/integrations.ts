import type { Flag, Timestamp } from "./columns.ts";
import type {
  InstallationSelection,
  IntegrationRuntime,
  IntegrationTarget,
  IntegrationVisibility,
} from "./enumerations.ts";

/** A name that an organization has taken, and what it has published under it. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** What its scripts and images belong to; null where there are none. */
  repository_id: string | null;
  /** Counts the publications, also past an unpublishing. */
  version: number;
  published: Flag;
  visibility: IntegrationVisibility;
  target: IntegrationTarget;
  verified: Flag;
  has_blocks: Flag;
  has_content_sources: Flag;
  /** Folded, for the search. */
  search_text: string;
  title: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: all else that is shown of it. */
  details: string;
  /** Encrypted. */
  secrets: Uint8Array | null;
}

/** What an integration is found by: one row for each category, scope and domain. */
export interface IntegrationTraitTable {
  integration: string;
  kind: "category" | "scope" | "domain";
  value: string;
}

export interface IntegrationVersionTable {
  integration: string;
  version: number;
  runtime: IntegrationRuntime;
  /** The blob with its script. */
  script: string;
  published_by: string;
  published_at: Timestamp;
}

/** Of an integration, on an organization. */
export interface InstallationTable {
  id: string;
  organization_id: string;
  integration: string;
  space_selection: InstallationSelection;
  site_selection: InstallationSelection;
  /** One on each line, with a line break before the first and behind the last. */
  external_ids: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: what was given, without defaults. */
  configuration: string;
}

/** The same on one of its spaces or sites. */
export interface PlacedInstallationTable {
  installation_id: string;
  organization_id: string;
  integration: string;
  /** One of the two is set. */
  space_id: string | null;
  site_id: string | null;
  external_ids: string;
  configuration: string;
}
