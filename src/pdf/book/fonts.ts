import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";

interface Font {
  readonly family: string;
  readonly package: string;
  /** Matches text that needs the font. Absent for fonts that are always used. */
  readonly neededFor?: RegExp;
  /** Whether a book gets only the characters of it that it needs. The tool for that would remove the drawings of color fonts. */
  readonly isLarge?: boolean;
}

const latin: Font = { family: "Inter", package: "@expo-google-fonts/inter" };
const mono: Font = { family: "JetBrains Mono", package: "@expo-google-fonts/jetbrains-mono" };

/** Matches text that is shown in the font for emoji. */
export const emojiPattern = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f|\u20e3/u;

const emoji: Font = {
  family: "Noto Color Emoji",
  package: "@expo-google-fonts/noto-color-emoji",
  neededFor: emojiPattern,
};

function noto(pack: string, family: string, neededFor: RegExp, { isLarge = false } = {}): Font {
  return { family: `Noto ${family}`, package: `@embedpdf/fonts-${pack}`, neededFor, isLarge };
}

const arabic = noto("arabic", "Naskh Arabic", /\p{Script=Arabic}/u);
const hebrew = noto("hebrew", "Sans Hebrew", /\p{Script=Hebrew}/u);
const korean = noto("kr", "Sans Korean", /\p{Script=Hangul}/u, { isLarge: true });
const japanese = noto("jp", "Sans Japanese", /[\p{Script=Hiragana}\p{Script=Katakana}]/u, { isLarge: true });
// The font contains nearly all Han characters, so it is the fallback for all three languages.
const chinese = noto("sc", "Sans S Chinese", /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u, {
  isLarge: true,
});

/** Fonts that are built into the compiler, for symbols and formulas. */
const builtIn = ["DejaVu Sans Mono", "New Computer Modern Math", "Libertinus Serif"];

export interface Fonts {
  readonly text: readonly string[];
  readonly mono: readonly string[];
  readonly folders: readonly string[];
  /** The folders of fonts of which a book gets only a part. */
  readonly largeFolders: readonly string[];
  /** The predominant language, guessed from the script. */
  readonly language: string;
  readonly isRightToLeft: boolean;
}

/** The fonts that `source` needs. The language is guessed from `text`, which contains no markup. */
export function fontsFor(source: string, text: string): Fonts {
  // Han characters have different glyphs in Japanese and Chinese. Kana occur only in Japanese.
  const cjk = japanese.neededFor?.test(source) ? [japanese, korean, chinese] : [chinese, korean];
  const needed = [emoji, ...cjk, arabic, hebrew].filter((font) => font.neededFor?.test(source));
  const used = [latin, mono, ...needed];
  const others = [...needed.map(({ family }) => family), ...builtIn];
  return {
    text: [latin.family, ...others],
    mono: [mono.family, ...others],
    folders: used.filter(({ isLarge }) => !isLarge).map(folderOf),
    largeFolders: used.filter(({ isLarge }) => isLarge).map(folderOf),
    ...languageOf(text),
  };
}

/** The font file for emoji. */
export function emojiFontFile(): string {
  return join(folderOf(emoji), "400Regular/NotoColorEmoji_400Regular.ttf");
}

function folderOf(font: Font): string {
  return dirname(findPackageJSON(font.package, import.meta.url) ?? "");
}

function languageOf(text: string): Pick<Fonts, "language" | "isRightToLeft"> {
  const countMatches = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const latinWords = countMatches(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu);
  const scripts = {
    ja: countMatches(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    zh: countMatches(/\p{Script=Han}/gu),
    ko: countMatches(/\p{Script=Hangul}+/gu),
    ar: countMatches(/\p{Script=Arabic}+/gu),
    he: countMatches(/\p{Script=Hebrew}+/gu),
  };
  const [[language, count] = ["en", 0]] = Object.entries(scripts).toSorted(([, a], [, b]) => b - a);
  if (count <= latinWords) return { language: "en", isRightToLeft: false };
  const isJapanese = language === "zh" && scripts.ja > scripts.zh / 4;
  return { language: isJapanese ? "ja" : language, isRightToLeft: language === "ar" || language === "he" };
}
