import { signal } from "@preact/signals";
import type { Site } from "../../data/api-types.ts";
import { readStored, removeStored, writeStored } from "../../data/stored.ts";

/** What is known of a site before it is created. The browser keeps it, so that a reload loses nothing. */
export interface SiteDraft {
  readonly source: "spaces" | "import" | "sample" | "empty";
  /** The import of the pages that the site shows, into a space of its own. */
  readonly importRun?: string | undefined;
  /** The ids of spaces, in their order. */
  readonly spaces: readonly string[];
  readonly arrangement: "sections" | "variants";
  readonly title: string;
  /** Undefined while it follows the title. */
  readonly path?: string;
  readonly visibility: Site["visibility"];
  /** What exists already, if a step has failed after the site was created. */
  readonly made?: MadeSite;
}

interface MadeSite {
  readonly site: string;
  /** The number of chosen spaces that the site has. */
  readonly added: number;
}

const emptyDraft: SiteDraft = {
  ...{ source: "spaces", spaces: [], arrangement: "sections" },
  ...{ title: "", visibility: "public" },
};

const drafts = signal<Readonly<Record<string, SiteDraft>>>({});
const keyOf = (organizationId: string) => `new-site.${organizationId}`;

export function readDraft(organizationId: string): SiteDraft {
  return drafts.value[organizationId] ?? { ...emptyDraft, ...readStored(keyOf(organizationId), {}) };
}

export function changeDraft(organizationId: string, change: Partial<SiteDraft>): void {
  const draft = { ...readDraft(organizationId), ...change };
  drafts.value = { ...drafts.peek(), [organizationId]: draft };
  writeStored(keyOf(organizationId), draft);
}

export function discardDraft(organizationId: string): void {
  drafts.value = { ...drafts.peek(), [organizationId]: emptyDraft };
  removeStored(keyOf(organizationId));
}
