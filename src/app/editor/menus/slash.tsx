import type { EditorView } from "prosemirror-view";
import { findMatches } from "../../data/matching.ts";
import { Icon } from "../../parts/icon.tsx";
import { words } from "../../words/index.ts";
import { text } from "../blocks/text.ts";
import { entryGroups, type Kind, type MenuEntry } from "../kinds.ts";
import type { Option, Suggestion, SuggestionGroup } from "./suggestion.ts";

const texts = words.editorMenus.slash;

/** The menu of blocks: all entries of all kinds that are possible at the caret. */
export function slashSuggestion(kinds: readonly Kind[]): Suggestion {
  // Kinds are in the order of their keys.
  const entries = [text, ...kinds.filter((kind) => kind !== text)].flatMap((kind) => kind.entries ?? []);
  return {
    name: "blocks",
    label: texts.label,
    pattern: /(?:^|\s)(\/((?:[\p{L}\p{N}][\p{L}\p{N} -]{0,30})?))$/u,
    emptyText: texts.empty,
    find: (query, view) => groupEntries(possibleEntries(entries, view), query),
  };
}

function possibleEntries(entries: readonly MenuEntry[], view: EditorView): MenuEntry[] {
  return entries.filter(({ insert }) => insert(view.state, undefined, view));
}

/** The entries in their groups, or the ones that match, the best first. */
export function groupEntries(entries: readonly MenuEntry[], query: string): SuggestionGroup[] {
  if (query.trim() !== "") {
    const found = findMatches(entries, query, ({ name, keywords = "" }) => `${name} ${keywords}`, 20);
    return found.length === 0 ? [] : [{ label: texts.found, options: found.map(toOption) }];
  }
  return entryGroups
    .map((group) => ({
      label: texts.groups[group],
      options: entries.filter((entry) => (entry.group ?? "other") === group).map(toOption),
    }))
    .filter(({ options }) => options.length > 0);
}

function toOption({ name, icon, shortcut, insert }: MenuEntry): Option {
  return {
    id: name.replaceAll(/\W+/g, "-"),
    label: name,
    icon: (
      <span class="suggestion-icon">
        <Icon of={icon} />
      </span>
    ),
    shortcut,
    insert,
  };
}
