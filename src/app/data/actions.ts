import type { IconDefinition } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef } from "preact/hooks";

/** Something that can be done on what is shown. The command palette lists it, and its shortcut runs it. */
export interface Action {
  readonly id: string;
  readonly label: string;
  /** What it is about, such as the title of the screen. */
  readonly note?: string;
  readonly icon?: IconDefinition;
  /** Keys that are pressed one after the other, such as `g h`. */
  readonly shortcut?: string;
  /** The heading in the list of shortcuts. */
  readonly group: string;
  readonly run: () => unknown;
}

/** The actions of the mounted components; those of the screen come after those of the frame. */
const sources = new Set<{ readonly current: ActionSource }>();

/** Actions, or what makes them when they are needed. */
type ActionSource = readonly Action[] | (() => readonly Action[]) | undefined;

/** Offers actions while the component is mounted. */
export function useActions(actions: ActionSource): void {
  const source = useRef(actions);
  source.current = actions;
  const hasActions = actions !== undefined;
  useEffect(() => {
    if (!hasActions) return;
    sources.add(source);
    return () => void sources.delete(source);
  }, [hasActions]);
}

/** What can be done now, the actions of the screen first. */
export function currentActions(): readonly Action[] {
  return [...sources]
    .reverse()
    .flatMap(({ current }) => (typeof current === "function" ? current() : (current ?? [])));
}
