import { withoutAccents } from "./words.ts";

/** How a language is spoken of elsewhere -> the name of its rules. Those for Bulgarian fail at some words. */
const names: Readonly<Record<string, string>> = {
  ar: "arabic",
  da: "danish",
  de: "german",
  el: "greek",
  en: "english",
  es: "spanish",
  fi: "finnish",
  fr: "french",
  hu: "hungarian",
  id: "indonesian",
  it: "italian",
  lt: "lithuanian",
  nl: "dutch",
  no: "norwegian",
  pt: "portuguese",
  "pt-br": "portuguese",
  ro: "romanian",
  ru: "russian",
  sv: "swedish",
  tr: "turkish",
  uk: "ukrainian",
};

/** What is known of a language: how its words are cut down to what their forms share, and which say nothing. */
export interface Language {
  readonly code: string;
  /** Of a word in lower case, with its accents. */
  stem(word: string): string;
  readonly stopWords: ReadonlySet<string>;
}

const languages = new Map<string, Promise<Language | undefined>>();
const stopWordSets = new Map<string, Promise<ReadonlySet<string>>>();

/** The rules of a language; undefined where there are none, as where words have no other forms. */
export function loadLanguage(code: string): Promise<Language | undefined> {
  return languages.getOrInsertComputed(code, async () => {
    const name = names[code];
    if (name === undefined) return undefined;
    const { stemmer } = (await import(`@orama/stemmers/${name}`)) as { stemmer: (word: string) => string };
    return { code, stem: (word) => withoutAccents(stemmer(word)), stopWords: await loadStopWords(code) };
  });
}

export async function loadLanguages(codes: Iterable<string>): Promise<Language[]> {
  const all = await Promise.all(Array.from(new Set(codes), loadLanguage));
  return all.filter((language) => language !== undefined);
}

function loadStopWords(code: string): Promise<ReadonlySet<string>> {
  return stopWordSets.getOrInsertComputed(code, async () => {
    const { stopwords } = (await import(`@orama/stopwords/${names[code]}`)) as { stopwords: string[] };
    return new Set(stopwords.map((word) => withoutAccents(word.toLowerCase())));
  });
}

/** Where nothing tells otherwise. */
const defaultLanguage = "en";

/** Languages by the script that they are written in, the likeliest first. */
const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Cyrillic}/u, ["ru", "uk"]],
  [/\p{sc=Greek}/u, ["el"]],
  [/\p{sc=Arabic}/u, ["ar"]],
  [
    /\p{sc=Latin}/u,
    ["en", "fr", "de", "es", "it", "pt", "nl", "da", "no", "sv", "fi", "hu", "id", "lt", "ro", "tr"],
  ],
];

/** More words than this tell nothing new. */
const enough = 300;

/** The language that a text is written in: by its script, and by the small words that every text is full of. */
export async function guessLanguage(words: readonly string[]): Promise<string> {
  const sample = words.slice(0, enough);
  const written = scripts.map(([script, codes]) => ({
    codes,
    count: sample.filter((word) => script.test(word)).length,
  }));
  const [most] = written.toSorted((a, b) => b.count - a.count);
  const [likeliest = defaultLanguage, ...others] = most === undefined || most.count === 0 ? [] : most.codes;
  const countIn = async (code: string) => {
    const stopWords = await loadStopWords(code);
    return sample.filter((word) => stopWords.has(word)).length;
  };
  // The likeliest wins where another is not clearly ahead, or where nothing is clear.
  const least = Math.max(2, sample.length / 20);
  let best = {
    code: likeliest,
    count: others.length === 0 ? 0 : Math.max(least, 1.2 * (await countIn(likeliest))),
  };
  for (const code of others) {
    const count = await countIn(code);
    if (count > best.count) best = { code, count };
  }
  return best.code;
}
