import type {
  Flag,
  InstallationSelection,
  IntegrationRuntime,
  IntegrationTarget,
  IntegrationVisibility,
  OwnedTable,
  Timestamp,
} from "./columns.ts";

/** The name of an integration, owned by an organization, and its current publication. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** The repository of its scripts and images. */
  repository_id: string | null;
  /** Counts the publications. Unpublishing does not reset it. */
  version: number;
  published: Flag;
  visibility: IntegrationVisibility;
  target: IntegrationTarget;
  verified: Flag;
  has_blocks: Flag;
  has_content_sources: Flag;
  /** Folded for searching. */
  search_text: string;
  title: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: its other public fields. */
  details: string;
  /** Encrypted. */
  secrets: Uint8Array | null;
}

/** A filter value of an integration: one row for each category, scope and domain. */
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

export interface InstallationTable extends OwnedTable {
  integration: string;
  space_selection: InstallationSelection;
  site_selection: InstallationSelection;
  /** One per line, with a line break before the first and after the last. */
  external_ids: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: the configuration as sent, without defaults. */
  configuration: string;
}

/** An installation on a space or a site of the organization. */
export interface PlacedInstallationTable {
  installation_id: string;
  organization_id: string;
  integration: string;
  /** Exactly one of the two is set. */
  space_id: string | null;
  site_id: string | null;
  external_ids: string;
  configuration: string;
}
