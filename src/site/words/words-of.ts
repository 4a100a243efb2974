import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en, type FrameWords } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { no } from "./no.ts";
import { ptBrazil } from "./pt-br.ts";
import { ru } from "./ru.ts";
import { zh } from "./zh.ts";

const byLocale: Readonly<Record<string, FrameWords>> = {
  en,
  de,
  fr,
  es,
  zh,
  ja,
  nl,
  no,
  "pt-br": ptBrazil,
  ru,
  ar,
};

/** The words in a language. The words are English if the language is unknown. */
export function wordsOf(locale: string): FrameWords {
  return byLocale[locale] ?? byLocale[locale.split("-")[0] ?? ""] ?? en;
}
