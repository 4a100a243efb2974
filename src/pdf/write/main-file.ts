import type { PageBranch } from "../../content/pages/index.ts";
import type { BookInput, Fonts } from "../book/index.ts";
import { contentsLine } from "./chapter.ts";
import type { BookContext } from "./context.ts";
import { unbrokenWords } from "./line-breaks.ts";
import { words, writeEmoji } from "./text.ts";
import {
  array,
  bool,
  type Code,
  call,
  definitions,
  dictionary,
  file,
  include,
  name,
  num,
  str,
} from "./typst.ts";

interface Parts {
  readonly title: string;
  readonly tree: readonly PageBranch[];
  readonly chapters: readonly string[];
  readonly fonts: Fonts;
}

/** The main file: settings, cover and table of contents. */
export function writeMainFile(order: BookInput, parts: Parts, context: BookContext): string {
  const { title, tree, chapters, fonts } = parts;
  const settings = call("book.with", [], {
    title: str(title),
    author: str(order.organization),
    date: dateOf(order.changedAt),
    lang: str(fonts.language),
    dir: name(fonts.isRightToLeft ? "rtl" : "ltr"),
  });
  const isOnePage = order.part?.isOnly === true;
  const lines = isOnePage ? [] : [...linesOf(tree, 1, context)];
  const body = [
    ...(isOnePage ? [] : [cover(order, title, fonts.language)]),
    ...(lines.length < 2
      ? []
      : [
          call("contents", [
            str(contentsTitles.get(fonts.language) ?? "Contents"),
            str("contents"),
            array(lines),
          ]),
        ]),
    ...chapters.map((chapter) => include(`/${chapter}`)),
  ];
  return file(
    ['"/book.typ": *', '"/blocks.typ": break-opportunity, color-emoji, resolve-label'],
    body,
    settings,
  );
}

export function writeFonts({ text, mono }: Fonts): string {
  return definitions({ "text-fonts": array(text.map(str)), "mono-fonts": array(mono.map(str)) });
}

/** The file that lists all labels, so that links to missing labels can be redirected to their page. */
export function writeLabels(labels: ReadonlySet<string>): string {
  const entries = Array.from(labels, (label) => [label, bool(true)] as const);
  return definitions({ labels: dictionary(Object.fromEntries(entries)) });
}

/** The title of the table of contents by language, other than English. */
const contentsTitles = new Map(
  Object.entries({ ja: "目次", zh: "目录", ko: "목차", ar: "المحتويات", he: "תוכן העניינים" }),
);

const maxLineLevel = 6;

function* linesOf(tree: readonly PageBranch[], level: number, context: BookContext): Generator<Code> {
  if (level > maxLineLevel) return;
  for (const branch of tree) {
    yield contentsLine(branch, level, context);
    yield* linesOf(branch.children, level + 1, context);
  }
}

function cover(order: BookInput, title: string, language: string): Code {
  const { organization, draft, emoji, part, changedAt } = order;
  const heading = part === undefined ? organization : `${organization} · ${order.title}`;
  const locale = language === "en" ? "en-GB" : language;
  const day = new Date(changedAt).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" });
  const details = [
    ...(draft === undefined ? [] : [words(`Change request #${draft.number}: ${draft.subject}`)]),
    words(draft === undefined ? day : `Draft of ${day}`),
  ];
  return call("cover", [], {
    title: words(title),
    unbroken: array(unbrokenWords(title).map(str)),
    length: num(title.length),
    emoji: emoji === undefined || part !== undefined ? undefined : writeEmoji(emoji),
    above: words(heading),
    below: array(details),
  });
}

function dateOf(time: string): Code {
  const date = new Date(time);
  return call("datetime", [], {
    year: num(date.getUTCFullYear()),
    month: num(date.getUTCMonth() + 1),
    day: num(date.getUTCDate()),
  });
}
