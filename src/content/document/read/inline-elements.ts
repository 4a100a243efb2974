import { decodeEntities, type HtmlTag, matchAt, oneLine } from "../../markdown/syntax/index.ts";
import { type Inline, type Mark, type PlainMark, voidInline } from "../model/index.ts";
import { colorMark } from "./marks.ts";

const marks: Readonly<Record<string, PlainMark>> = {
  strong: "bold",
  b: "bold",
  em: "italic",
  i: "italic",
  del: "strikethrough",
  s: "strikethrough",
  strike: "strikethrough",
  code: "code",
  kbd: "keyboard",
  sup: "superscript",
  sub: "subscript",
};

/** The mark that an element puts on its text. */
export function markOf({ name, attributes }: HtmlTag): Mark | undefined {
  const type = Object.hasOwn(marks, name) ? marks[name] : undefined;
  if (type !== undefined) return { object: "mark", type };
  if (name !== "mark") return undefined;
  const style = attributes.get("style") ?? "";
  const [, front] = /(?:^|;)\s*color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  const [, back] = /(?:^|;)\s*background-color:\s*(\$?[a-z]+)/.exec(style) ?? [];
  // Without a style it is what a browser shows: yellow. A colour that cannot be shown makes it nothing.
  return colorMark(front, back) ?? (style === "" ? colorMark(undefined, "yellow") : undefined);
}

const inner = /([^<]{0,65536})<\/(?:i|span|code)>/y;

/** An icon, a formula or an expression that begins here: what it stands for, and where the text goes on. */
export function textElementAt(source: string, tag: HtmlTag): { node: Inline; end: number } | undefined {
  const kind = kindOf(tag);
  if (kind === undefined) return undefined;
  const [whole, text = ""] = matchAt(inner, source, tag.end) ?? [];
  if (whole === undefined || !whole.endsWith(`</${tag.name}>`)) return undefined;
  const end = tag.end + whole.length;
  if (kind === "icon") return { node: voidInline("icon", { icon: iconIn(tag) ?? "" }), end };
  const words = oneLine(decodeEntities(text).trim());
  if (words === "") return undefined;
  const isMath = kind === "math";
  return {
    node: isMath
      ? voidInline("inline-math", { formula: words })
      : voidInline("expression", { expression: words }),
    end,
  };
}

function kindOf(tag: HtmlTag): "icon" | "math" | "expression" | undefined {
  const { name, attributes } = tag;
  const names = attributes.get("class") ?? "";
  if (name === "i") return iconIn(tag) === undefined ? undefined : "icon";
  if (name === "span") return names === "math" ? "math" : undefined;
  return name === "code" && names === "expression" ? "expression" : undefined;
}

/** The last of the classes that name an icon: the others say how it is drawn. */
function iconIn({ attributes }: HtmlTag): string | undefined {
  const names = (attributes.get("class") ?? "").split(/\s+/).filter((name) => /^fa-[a-z0-9-]+$/.test(name));
  return names.at(-1)?.slice("fa-".length);
}
