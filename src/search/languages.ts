import { words } from "../platform/index.ts";
import { withoutAccents } from "./tokenize.ts";

/** Language codes and the names of their stemmers. Bulgarian is omitted, since its stemmer fails on some words. */
const stemmerNames: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...words("ar:arabic da:danish de:german el:greek en:english es:spanish fi:finnish"),
    ...words("fr:french hu:hungarian id:indonesian it:italian lt:lithuanian nl:dutch no:norwegian"),
    ...words("pt:portuguese pt-br:portuguese ro:romanian ru:russian sv:swedish tr:turkish uk:ukrainian"),
  ].map((pair) => pair.split(":")),
);

export interface Language {
  readonly code: string;
  /** Returns the stem of a word, given in lower case with accents. */
  stem(word: string): string;
  readonly stopWords: ReadonlySet<string>;
}

const languages = new Map<string, Promise<Language | undefined>>();
const stopWordSets = new Map<string, Promise<ReadonlySet<string>>>();

/** Loads a stemmer and stop words on first use, since loading all languages takes about 70 ms. */
export function loadLanguage(code: string): Promise<Language | undefined> {
  return languages.getOrInsertComputed(code, async () => {
    const name = stemmerNames[code];
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
    const { stopwords } = (await import(`@orama/stopwords/${stemmerNames[code]}`)) as { stopwords: string[] };
    return new Set(stopwords.map((word) => withoutAccents(word.toLowerCase())));
  });
}

const defaultLanguage = "en";

/** Languages by script, the most likely first. */
const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Cyrillic}/u, ["ru", "uk"]],
  [/\p{sc=Greek}/u, ["el"]],
  [/\p{sc=Arabic}/u, ["ar"]],
  [
    /\p{sc=Latin}/u,
    ["en", "fr", "de", "es", "it", "pt", "nl", "da", "no", "sv", "fi", "hu", "id", "lt", "ro", "tr"],
  ],
];

const maxSampleWords = 300;

/** Guesses the language of a text by its script and its stop words. */
export async function guessLanguage(sampleWords: readonly string[]): Promise<string> {
  const sample = sampleWords.slice(0, maxSampleWords);
  const counts = scripts.map(([script, codes]) => ({
    codes,
    count: sample.filter((word) => script.test(word)).length,
  }));
  const [mainScript] = counts.toSorted((a, b) => b.count - a.count);
  const [likeliest = defaultLanguage, ...others] =
    mainScript === undefined || mainScript.count === 0 ? [] : mainScript.codes;
  const occurrences = new Map<string, number>();
  for (const word of sample) occurrences.set(word, (occurrences.get(word) ?? 0) + 1);
  const countStopWords = async (code: string) => {
    const stopWords = await loadStopWords(code);
    let sum = 0;
    for (const [word, count] of occurrences) if (stopWords.has(word)) sum += count;
    return sum;
  };
  // Another language must have clearly more stop words than the most likely one.
  const minCount = Math.max(2, sample.length / 20);
  let best = {
    code: likeliest,
    count: others.length === 0 ? 0 : Math.max(minCount, 1.2 * (await countStopWords(likeliest))),
  };
  for (const code of others) {
    const count = await countStopWords(code);
    if (count > best.count) best = { code, count };
  }
  return best.code;
}
