import { fontSheetName, latinFileName, shippedFonts } from "../assets/index.ts";
import type { Font, SiteSettings } from "./site-settings.ts";

export interface SiteFonts {
  readonly css: string;
  /** The assets with the rules of shipped fonts. */
  readonly sheets: readonly string[];
  /** The file that most pages need, if their text is in Latin letters. */
  readonly latinFile?: string | undefined;
  /** The origins of the owner's fonts. */
  readonly origins: readonly string[];
}

/** Fonts of most systems with the metrics of Arial, Times and Courier. */
const localFonts = {
  sans: ["Arial", "Liberation Sans", "Arimo"],
  serif: ["Times New Roman", "Liberation Serif", "Tinos"],
  mono: ["Courier New", "Liberation Mono", "Cousine"],
} as const;

const systemFonts = { sans: "--system-font", serif: "--system-serif", mono: "--system-mono" } as const;

/** The rules of the chosen fonts. No font blocks the text: until it arrives, a font of the system has its place. */
export function fontsOf({ chosen }: SiteSettings, urls: FontUrls): SiteFonts {
  const parts = [
    fontOf("font", chosen.font, "sans", urls),
    fontOf("heading-font", chosen.headingFont, "sans", urls),
    fontOf("mono", chosen.monospaceFont, "mono", urls),
  ];
  const faces = new Set(parts.map(({ faces }) => faces));
  const properties = parts.map(({ property }) => property).join("");
  return {
    css: [...faces].join("") + (properties && `:root{${properties}}`),
    sheets: [...new Set(parts.flatMap(({ sheet }) => sheet ?? []))],
    latinFile: parts[0]?.latinFile,
    origins: [...new Set(parts.flatMap(({ origins }) => origins ?? []))],
  };
}

/** Tells where a page loads a file of a font from. */
interface FontUrls {
  font(url: string): string;
}

interface FontPart {
  readonly property: string;
  readonly faces: string;
  readonly sheet?: string;
  readonly latinFile?: string;
  readonly origins?: readonly string[];
}

function fontOf(property: string, font: Font | undefined, kind: "sans" | "mono", urls: FontUrls): FontPart {
  if (typeof font === "object") return ownFont(property, font, kind, urls);
  const shipped = font === undefined ? undefined : shippedFonts[font];
  if (font === undefined || shipped === undefined) return { property: "", faces: "" };
  const [size, ascent, descent, lineGap] = shipped.fallback;
  const sources = localFonts[shipped.kind].map((name) => `local("${name}")`).join();
  return {
    property: `--${property}:"${font}","${font} fallback",var(${systemFonts[shipped.kind]});`,
    faces: `@font-face{font-family:"${font} fallback";src:${sources};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:${lineGap}%}`,
    sheet: fontSheetName(font, shipped),
    latinFile: latinFileName(shipped),
  };
}

/** The rules of a font of the owner's. Its family has a name of ours, since any text can be the name of a family. */
function ownFont(
  property: string,
  { fontFaces }: Exclude<Font, string>,
  kind: "sans" | "mono",
  urls: FontUrls,
): FontPart {
  const family = `own ${property}`;
  const origins: string[] = [];
  const faces = fontFaces.map(({ weight, sources }) => {
    const src = sources.map((source) => {
      const url = urls.font(source.url);
      const origin = URL.parse(url)?.origin;
      if (origin !== undefined) origins.push(origin);
      const format = source.format ? ` format("${source.format}")` : "";
      return `url("${origin === undefined ? url : cssUrl(url)}")${format}`;
    });
    return `@font-face{font-family:"${family}";font-weight:${weight};font-display:swap;src:${src.join()}}`;
  });
  return {
    property: `--${property}:"${family}",var(${systemFonts[kind]});`,
    faces: faces.join(""),
    origins,
  };
}

/** A URL as part of a string in a style element. Parsing has encoded quotes, angle brackets and line breaks. */
function cssUrl(text: string): string {
  return (URL.parse(text)?.href ?? "").replaceAll("\\", "%5C").replaceAll("<", "%3C").replaceAll('"', "%22");
}
