import type { Gemoji } from "gemoji";
import { InputRule } from "prosemirror-inputrules";
import type { Command } from "prosemirror-state";
import { matchScore } from "../../data/matching.ts";
import { words } from "../../words/index.ts";
import type { Kind } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import type { SuggestionGroup } from "./suggestion.ts";

const { emoji } = schema.nodes;
const texts = words.editorMenus.emoji;
const maxFound = 12;

/** The emoji and their names, which the server knows too. They are loaded when a colon and a letter are typed. */
let known: readonly Gemoji[] | undefined;

async function load(): Promise<readonly Gemoji[]> {
  known ??= (await import("gemoji")).gemoji;
  return known;
}

function codeOf(character: string): string {
  return Array.from(character, (part) => (part.codePointAt(0) ?? 0).toString(16)).join("-");
}

function insertEmoji(character: string): Command {
  return ({ tr }, dispatch) => {
    dispatch?.(tr.replaceSelectionWith(emoji.create({ data: { code: codeOf(character) } })));
    return true;
  };
}

/** Names that begin with the query come before those that contain it, and these before tags. */
function scoreOf({ names, tags }: Gemoji, query: string): number | undefined {
  const scores = names.map((name) => {
    if (name === query) return 100;
    if (name.startsWith(query)) return 50 - name.length / 10;
    const score = matchScore(query, name.replaceAll("_", " "));
    return score === undefined ? -1 : 10 + score;
  });
  const best = Math.max(...scores, tags.some((tag) => tag.startsWith(query)) ? 1 : -1);
  return best < 0 ? undefined : best;
}

export function findEmoji(list: readonly Gemoji[], query: string): SuggestionGroup[] {
  const found = list
    .map((item) => ({ item, score: scoreOf(item, query) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, maxFound);
  const options = found.map(({ item }) => ({
    id: codeOf(item.emoji),
    label: `:${item.names[0]}:`,
    icon: <span class="suggestion-icon emoji">{item.emoji}</span>,
    insert: insertEmoji(item.emoji),
  }));
  return options.length === 0 ? [] : [{ label: texts.label, options }];
}

const nameRule = new InputRule(
  /(?<![\w:]):([a-z0-9_+-]{1,50}):$/,
  (state, [, name = ""], start, end) => {
    const found = known?.find(({ names }) => names.includes(name));
    if (found === undefined) return null;
    return state.tr.replaceWith(start, end, emoji.create({ data: { code: codeOf(found.emoji) } }));
  },
  { inCodeMark: false },
);

/** Emoji by their names, as in `:rocket:`. */
export const emojiNames: Kind = {
  rules: [nameRule],
  suggestions: [
    {
      name: "emoji",
      label: texts.label,
      pattern: /(?<![\w:])(:([a-z0-9_+-]{2,30}))$/,
      find: async (query) => findEmoji(await load(), query),
    },
  ],
};
