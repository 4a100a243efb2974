import { findPackageJSON } from "node:module";
import { dirname } from "node:path";

interface Font {
  readonly family: string;
  readonly package: string;
  /** Matches text that needs the font. Unset: always used. */
  readonly for?: RegExp;
}

const latin: Font = { family: "Inter", package: "@expo-google-fonts/inter" };
const mono: Font = { family: "JetBrains Mono", package: "@expo-google-fonts/jetbrains-mono" };

const emoji: Font = {
  family: "Noto Color Emoji",
  package: "@expo-google-fonts/noto-color-emoji",
  for: /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u,
};

function noto(pack: string, family: string, needed: RegExp): Font {
  return { family: `Noto ${family}`, package: `@embedpdf/fonts-${pack}`, for: needed };
}

const arabic = noto("arabic", "Naskh Arabic", /\p{Script=Arabic}/u);
const hebrew = noto("hebrew", "Sans Hebrew", /\p{Script=Hebrew}/u);
const korean = noto("kr", "Sans Korean", /\p{Script=Hangul}/u);
const japanese = noto("jp", "Sans Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u);
// Contains nearly all Han characters, so it is the fallback for all three languages.
const chinese = noto("sc", "Sans S Chinese", /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u);

/** Fonts inside of the compiler, for symbols and formulas. */
const builtIn = ["DejaVu Sans Mono", "New Computer Modern Math", "Libertinus Serif"];

export interface Fonts {
  readonly text: readonly string[];
  readonly mono: readonly string[];
  readonly folders: readonly string[];
  /** The predominant language, as far as the script tells. */
  readonly language: string;
  readonly isFromRight: boolean;
}

/** The fonts that a text needs, those of its predominant language first. */
export function fontsFor(text: string, words: string): Fonts {
  // Han characters have different glyphs in Japan and China. Kana tell that a text is Japanese.
  const cjk = japanese.for?.test(text) ? [japanese, korean, chinese] : [chinese, korean];
  const needed = [emoji, ...cjk, arabic, hebrew].filter((font) => font.for?.test(text));
  const others = [...needed.map(({ family }) => family), ...builtIn];
  return {
    text: [latin.family, ...others],
    mono: [mono.family, ...others],
    folders: [latin, mono, ...needed].map((font) =>
      dirname(findPackageJSON(font.package, import.meta.url) ?? ""),
    ),
    ...languageOf(words),
  };
}

function languageOf(text: string): Pick<Fonts, "language" | "isFromRight"> {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const latinLetters = count(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu);
  const scripts = {
    ja: count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    zh: count(/\p{Script=Han}/gu),
    ko: count(/\p{Script=Hangul}+/gu),
    ar: count(/\p{Script=Arabic}+/gu),
    he: count(/\p{Script=Hebrew}+/gu),
  };
  const [[language, most] = ["en", 0]] = Object.entries(scripts).toSorted(([, a], [, b]) => b - a);
  if (most <= latinLetters) return { language: "en", isFromRight: false };
  const isJapanese = language === "zh" && scripts.ja > scripts.zh / 4;
  return { language: isJapanese ? "ja" : language, isFromRight: language === "ar" || language === "he" };
}
