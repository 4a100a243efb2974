import type { Conflict } from "../../../data/api-types.ts";
import { readStored, removeStored, writeStored } from "../../../data/stored.ts";

/** What was chosen for a conflict, before it is saved. */
export interface Choice {
  readonly choice: "ours" | "theirs" | "both" | "written";
  readonly markdown?: string;
  readonly value?: unknown;
  /** What a written value is called, if it is an id. */
  readonly label?: string;
}

/** Choices by the id of their conflict, in the order in which they were made. */
export type Choices = Readonly<Record<string, Choice>>;

/** Choices outlast leaving the screen. They are saved together, as one revision. */
export function readChoices(changeRequest: string): Choices {
  return readStored<Choices>(`conflicts.${changeRequest}`, {});
}

export function storeChoices(changeRequest: string, choices: Choices): void {
  if (Object.keys(choices).length === 0) removeStored(`conflicts.${changeRequest}`);
  else writeStored(`conflicts.${changeRequest}`, choices);
}

export function choose(choices: Choices, conflict: string, choice: Choice | undefined): Choices {
  const { [conflict]: _, ...others } = choices;
  return choice === undefined ? others : { ...others, [conflict]: choice };
}

/** The choices for conflicts that are still open, as the server takes them. */
export function toSave(choices: Choices, conflicts: readonly Conflict[]) {
  const open = new Set(conflicts.map(({ id }) => id));
  return Object.entries(choices)
    .filter(([conflict]) => open.has(conflict))
    .map(([conflict, { label, ...choice }]) => ({ conflict, ...choice }));
}

/** How a conflict can be written: as Markdown, as lines, as a value, or as a page; undefined if only a version can be taken. */
export function writtenKind(
  conflict: Conflict,
): "markdown" | "lines" | "value" | "flag" | "parent" | undefined {
  const { kind, isFrontMatter, ours, theirs } = conflict;
  if (ours?.markdown !== undefined || theirs?.markdown !== undefined) return "markdown";
  if (isFrontMatter) return "lines";
  if (kind === "position") return "parent";
  const value = ours?.value ?? theirs?.value ?? ours?.file?.name ?? theirs?.file?.name;
  if (kind === "deletion" && conflict.field === undefined) return undefined;
  if (typeof value === "boolean") return "flag";
  return typeof value === "string" ? "value" : undefined;
}

/** The text from which writing starts. */
export function initialText({ ours, theirs }: Conflict): string {
  const text = [ours, theirs]
    .map((version) => version?.markdown ?? version?.file?.name ?? version?.value)
    .find((value) => typeof value === "string" && value !== "");
  return typeof text === "string" ? text : "";
}
