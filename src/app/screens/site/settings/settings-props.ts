import type { Site } from "../../../data/api-types.ts";

/** What the parts of the settings get. */
export interface SiteSettingsProps {
  readonly organization: string;
  readonly site: Site;
}
