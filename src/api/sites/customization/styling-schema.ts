import { type Static, Type } from "@sinclair/typebox";
import { Address, oneOf, ruleOfPattern } from "../../http/index.ts";
import { Container } from "./forms.ts";

const Color = Type.String({
  pattern: "^#(?:[0-9a-fA-F]{3}){1,2}$",
  [ruleOfPattern]: "must be a colour: # and 3 or 6 hexadecimal digits",
});

/** One colour for each theme mode. */
export const ThemedColor = Type.Object({ light: Color, dark: Color });
export const ThemedAddress = Type.Object({ light: Address, dark: Address });

const fonts = [
  "ABCFavorit",
  "Inter",
  "Roboto",
  "RobotoSlab",
  "OpenSans",
  "SourceSansPro",
  "Lato",
  "Ubuntu",
  "Raleway",
  "Merriweather",
  "Overpass",
  "NotoSans",
  "IBMPlexSerif",
  "Poppins",
  "FiraSans",
] as const;

const monospaceFonts = [
  "FiraCode",
  "IBMPlexMono",
  "JetBrainsMono",
  "SourceCodePro",
  "RobotoMono",
  "SpaceMono",
  "DMMono",
  "Inconsolata",
] as const;

const FontFace = Type.Object({
  weight: Type.Integer({ minimum: 1, maximum: 1000 }),
  sources: Type.Array(Type.Object({ url: Address, format: Type.Optional(oneOf(["woff2", "woff"])) }), {
    minItems: 1,
    maxItems: 10,
  }),
});

const FontDefinition = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 256 }),
  custom: Type.Boolean(),
  fontFamily: Type.String({ minLength: 1, maxLength: 50 }),
  fontFaces: Type.Array(FontFace, { minItems: 1, maxItems: 50 }),
});

/**
 * The name of a font that is known, or the definition of another. Both in one schema, the names as a pattern: so a
 * mistake in either is named as what it is, and not as the first alternative that did not fit.
 */
function Font<const T extends readonly string[]>(names: T) {
  const { properties, required } = FontDefinition;
  return Type.Unsafe<T[number] | Static<typeof FontDefinition>>({
    type: ["string", "object"],
    pattern: `^(?:${names.join("|")})$`,
    [ruleOfPattern]: `must be one of ${names.join(", ")}, or the definition of a font`,
    properties,
    required,
    description: `One of ${names.join(", ")}, or the definition of another font.`,
  });
}

export const Styling = Container({
  theme: oneOf(["clean", "muted", "bold", "gradient"]),
  primaryColor: ThemedColor,
  tint: Type.Optional(Type.Object({ color: ThemedColor })),
  infoColor: ThemedColor,
  successColor: ThemedColor,
  warningColor: ThemedColor,
  dangerColor: ThemedColor,
  corners: oneOf(["straight", "rounded", "circular"]),
  depth: oneOf(["subtle", "flat"]),
  links: oneOf(["default", "accent"]),
  font: Font(fonts),
  monospaceFont: Font(monospaceFonts),
  background: oneOf(["plain", "match"], { deprecated: true }),
  icons: oneOf(["regular", "solid", "duotone", "light", "thin"]),
  sidebar: Container({
    background: oneOf(["default", "filled"]),
    list: oneOf(["default", "pill", "line"]),
  }),
  search: oneOf(["prominent", "subtle"]),
});
