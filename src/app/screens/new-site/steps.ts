import type { SiteDraft } from "./draft.ts";
import { isPath } from "./site-path.ts";

export const steps = ["content", "address", "check"] as const;
export type Step = (typeof steps)[number];

/** What each step knows. */
export interface StepProps {
  readonly organizationId: string;
  readonly draft: SiteDraft;
  /** The spaces that the site will show: those that were chosen, or the imported one. A sample or an empty space does not exist yet. */
  readonly spaces: readonly string[];
  /** The title of a space, if it exists. */
  readonly titleOf: (spaceId: string) => string | undefined;
  /** The URL below which the sites of the organization are. */
  readonly base: string | undefined;
  /** The path as it is typed, or as the title gives it. */
  readonly path: string;
  /** Whether the user may publish the site and choose its path. */
  readonly isAdmin: boolean;
  readonly goTo: (step: Step) => void;
}

export function hasContent({ source }: SiteDraft, spaces: readonly string[]): boolean {
  return source === "sample" || source === "empty" || spaces.length > 0;
}

export function hasName(draft: SiteDraft): boolean {
  const isPathPossible = draft.path === undefined || isPath(draft.path);
  return draft.title.trim().length >= 2 && isPathPossible;
}

/** The step, or the first one before it that is not done. */
export function firstPossible(draft: SiteDraft, spaces: readonly string[], wanted: Step): Step {
  if (wanted === "content" || !hasContent(draft, spaces)) return "content";
  return wanted === "check" && !hasName(draft) ? "address" : wanted;
}
