import type {
  Flag,
  InstallationSelection,
  IntegrationRuntime,
  IntegrationTarget,
  IntegrationVisibility,
  OwnedTable,
  Timestamp,
} from "./columns.ts";

/** An integration: its name, its owner, and the fields of its published version. */
export interface IntegrationTable {
  name: string;
  organization_id: string;
  /** The repository of its scripts and images. */
  repository_id: string | null;
  /** The number of publications. Unpublishing does not reset it. */
  version: number;
  published: Flag;
  visibility: IntegrationVisibility;
  target: IntegrationTarget;
  verified: Flag;
  has_blocks: Flag;
  has_content_sources: Flag;
  /** Name and title, folded for searching. */
  search_text: string;
  title: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: its other public fields. */
  details: string;
  /** JSON, encrypted. */
  secrets: Uint8Array | null;
}

/** One category, scope or domain of an integration. Lists are filtered by them. */
export interface IntegrationTraitTable {
  integration: string;
  kind: "category" | "scope" | "domain";
  value: string;
}

export interface IntegrationVersionTable {
  integration: string;
  version: number;
  runtime: IntegrationRuntime;
  /** The hash of the blob that contains the script. */
  script: string;
  published_by: string;
  published_at: Timestamp;
}

export interface InstallationTable extends OwnedTable {
  integration: string;
  space_selection: InstallationSelection;
  site_selection: InstallationSelection;
  /** One id per line, enclosed in line breaks, so that a search for a whole line finds an id. */
  external_ids: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  /** JSON: the configuration as sent, without defaults. */
  configuration: string;
}

/** The configuration of an installation for one space or one site. */
export interface PlacedInstallationTable {
  installation_id: string;
  organization_id: string;
  integration: string;
  /** Either `space_id` or `site_id` is set. */
  space_id: string | null;
  site_id: string | null;
  external_ids: string;
  configuration: string;
}
