import { readStored, removeStored, writeStored } from "../data/stored.ts";

/** A text that is being written: people are in it by name. */
export interface DraftText {
  readonly text: string;
  /** The ids of mentioned people by name. */
  readonly people: Readonly<Record<string, string>>;
  /** Words that are proposed for the quoted ones. */
  readonly suggestion?: string | undefined;
}

export const emptyDraft: DraftText = { text: "", people: {} };

const storageKey = (name: string) => `comment-draft.${name}`;

/** What was typed and not sent. The browser keeps it, also while the page is closed. */
export function readDraft(name: string): DraftText {
  return readStored<DraftText>(storageKey(name), emptyDraft);
}

export function keepDraft(name: string, draft: DraftText): void {
  if (draft.text === "" && draft.suggestion === undefined) removeStored(storageKey(name));
  else writeStored(storageKey(name), draft);
}

/** The Markdown of a text: names after `@` are mentions of the people who were chosen. */
export function toMarkdown({ text, people }: DraftText): string {
  const names = Object.keys(people).toSorted((a, b) => b.length - a.length);
  if (names.length === 0) return text;
  let markdown = "";
  for (let at = 0; at < text.length; ) {
    // An address of mail is no mention.
    const isMention = text[at] === "@" && !/\w/.test(text[at - 1] ?? "");
    const name = isMention ? names.find((known) => text.startsWith(known, at + 1)) : undefined;
    markdown += name === undefined ? text[at] : mentionOf(name, people[name] ?? "");
    at += name === undefined ? 1 : name.length + 1;
  }
  return markdown;
}

function mentionOf(name: string, id: string): string {
  return `[@${name.replace(/[\\[\]]/g, "\\$&")}](/users/${encodeURIComponent(id)} "mention")`;
}

/** The text of Markdown that is edited again. */
export function fromMarkdown(markdown: string): DraftText {
  const people: Record<string, string> = {};
  const text = markdown.replace(
    /\[@((?:[^\\[\]]|\\[\\[\]]){1,200})\]\(\/users\/([^\s()]{1,100}) "mention"\)/g,
    (_, label: string, id: string) => {
      const name = label.replace(/\\([\\[\]])/g, "$1");
      people[name] = decodeURIComponent(id);
      return `@${name}`;
    },
  );
  return { text, people };
}
