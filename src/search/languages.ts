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

const latin = /\p{sc=Latin}/u;
/** Most words of the Latin script. */
const asciiWord = /^[a-z]+$/i;

/** Languages by script, the most likely first. */
const scripts: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\p{sc=Cyrillic}/u, ["ru", "uk"]],
  [/\p{sc=Greek}/u, ["el"]],
  [/\p{sc=Arabic}/u, ["ar"]],
  [latin, ["en", "fr", "de", "es", "it", "pt", "nl", "da", "no", "sv", "fi", "hu", "id", "lt", "ro", "tr"]],
];

const maxSampleWords = 300;

/** For each stop word, the positions among the languages of a script of those that have it. */
type StopWordIndex = ReadonlyMap<string, readonly number[]>;
const stopWordIndexes = new Map<readonly string[], Promise<StopWordIndex>>();

function loadStopWordIndex(codes: readonly string[]): Promise<StopWordIndex> {
  return stopWordIndexes.getOrInsertComputed(codes, async () => {
    const index = new Map<string, number[]>();
    for (const [position, code] of codes.entries())
      for (const word of await loadStopWords(code)) index.getOrInsertComputed(word, () => []).push(position);
    return index;
  });
}

/** Guesses the language of a text by its script and its stop words. */
export async function guessLanguage(sampleWords: readonly string[]): Promise<string> {
  const sample = sampleWords.slice(0, maxSampleWords);
  const otherWords = sample.filter((word) => !asciiWord.test(word));
  const counts = scripts.map(([script, codes]) => {
    const count = otherWords.filter((word) => script.test(word)).length;
    return { codes, count: script === latin ? count + sample.length - otherWords.length : count };
  });
  const [mainScript] = counts.toSorted((a, b) => b.count - a.count);
  const codes = mainScript === undefined || mainScript.count === 0 ? [] : mainScript.codes;
  const [likeliest = defaultLanguage, ...others] = codes;
  if (others.length === 0) return likeliest;
  const positionsOf = await loadStopWordIndex(codes);
  const stopWords = new Uint16Array(codes.length);
  for (const word of sample) {
    const positions = positionsOf.get(word);
    if (positions === undefined) continue;
    for (const position of positions) stopWords[position] = (stopWords[position] ?? 0) + 1;
  }
  // Another language must have clearly more stop words than the most likely one.
  const minCount = Math.max(2, sample.length / 20);
  let best = { code: likeliest, count: Math.max(minCount, 1.2 * (stopWords[0] ?? 0)) };
  for (const [i, code] of others.entries()) {
    const count = stopWords[i + 1] ?? 0;
    if (count > best.count) best = { code, count };
  }
  return best.code;
}
