/** How a class or a style makes text look, as far as Markdown can say it. */
export interface Look {
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderlined?: boolean;
  readonly isStruck?: boolean;
  readonly isCode?: boolean;
  readonly script?: "sup" | "sub";
}

const fixedFonts = /courier|consolas|monaco|menlo|\bmono\b|monospace/i;

/** The looks of classes, each with its rank: where two say different things, the later rule counts. */
export type ClassLooks = ReadonlyMap<string, { readonly rank: number; readonly look: Look }>;

const rule = /(?<=^|[};\s/])\.([\w-]{1,64})\s?\{([^{}]{0,4096})\}/g;

/** Reads a style sheet, as far as its rules are about one class and nothing else. */
export function readClassLooks(css: string): ClassLooks {
  const looks = new Map<string, { rank: number; look: Look }>();
  for (const [, name = "", declarations = ""] of css.matchAll(rule))
    looks.set(name, { rank: looks.size, look: { ...looks.get(name)?.look, ...readLook(declarations) } });
  return looks;
}

/** How an element looks with these classes and a style of its own. */
export function lookWith(looks: ClassLooks, classes: readonly string[], style: string): Look {
  const found = classes.map((name) => looks.get(name)).filter((each) => each !== undefined);
  if (found.length === 0 && style === "") return {};
  const inOrder = found.sort((a, b) => a.rank - b.rank).map(({ look }) => look);
  return Object.assign({}, ...inOrder, readLook(style));
}

/** What the declarations of a rule, or of a `style`, say. */
function readLook(declarations: string): Look {
  let look: Look = {};
  for (const declaration of declarations.split(";")) {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    look = {
      ...look,
      ...lookOf(
        property,
        declaration
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      ),
    };
  }
  return look;
}

function lookOf(property: string, value: string): Look {
  switch (property) {
    case "font-weight":
      return { isBold: value === "bold" || value === "bolder" || Number.parseInt(value, 10) >= 600 };
    case "font-style":
      return { isItalic: value === "italic" || value === "oblique" };
    case "text-decoration":
      return { isUnderlined: value.includes("underline"), isStruck: value.includes("line-through") };
    case "font-family":
      return { isCode: fixedFonts.test(value) };
    case "vertical-align":
      return value === "super" ? { script: "sup" } : value === "sub" ? { script: "sub" } : {};
    default:
      return {};
  }
}

/** The elements that say the same, from the outside to the inside. */
export function elementsFor(look: Look): string[] {
  // Within code, nothing else is told apart.
  if (look.isCode) return ["code"];
  return [
    look.isStruck && "del",
    look.isUnderlined && "u",
    look.isBold && "strong",
    look.isItalic && "em",
    look.script,
  ].filter((name) => typeof name === "string");
}
