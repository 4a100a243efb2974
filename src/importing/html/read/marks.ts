import { classesOf, type Element, walk } from "../tree/index.ts";
import { type Mark, type Marks, withMark, withoutMark } from "./inline-run.ts";

const byName: ReadonlyMap<string, Mark["name"]> = new Map([
  ["strong", "strong"],
  ["b", "strong"],
  ["em", "em"],
  ["i", "em"],
  ["cite", "em"],
  ["dfn", "em"],
  ["var", "em"],
  ["del", "del"],
  ["s", "del"],
  ["strike", "del"],
  ["mark", "mark"],
  ["sup", "sup"],
  ["sub", "sub"],
  ["code", "code"],
  ["kbd", "kbd"],
  ["samp", "code"],
  ["tt", "code"],
]);

/** What a style sheet says about classes, as far as it can be said in Markdown. */
export type ClassStyles = ReadonlyMap<string, string>;

const noStyles: ClassStyles = new Map();
const largestSheet = 500_000;

/** The rules for single classes: documents that were exported say by these what is bold. */
export function classStyles(document: Element): ClassStyles {
  const styles = new Map<string, string>();
  for (const { name, children } of walk(document)) {
    if (name !== "style") continue;
    const sheet = children
      .filter((each) => typeof each === "string")
      .join("")
      .slice(0, largestSheet);
    for (const [, selector = "", rules = ""] of sheet.matchAll(/\.([\w-]{1,60})\s*\{([^{}]{0,2000})\}/g))
      if (speaking.test(rules)) styles.set(selector, rules);
  }
  return styles.size === 0 ? noStyles : styles;
}

const speaking = /font-weight|font-style|line-through|vertical-align|font-family/;

/** The marks of the text in an element. */
export function marksIn(element: Element, marks: Marks, styles: ClassStyles): Marks {
  const { name, attributes } = element;
  const own = byName.get(name);
  let result = own === undefined ? marks : withMark(marks, { name: own });
  if (!/^(?:span|font|b|i|u|em|strong)$/.test(name)) return result;
  const written = (attributes.get("style") ?? "").slice(0, 1000);
  const rules = [
    ...(styles.size === 0 ? [] : classesOf(element).flatMap((each) => styles.get(each) ?? [])),
    written,
  ];
  for (const rule of rules) if (rule !== "") result = styled(result, rule.toLowerCase());
  return result;
}

function styled(marks: Marks, rule: string): Marks {
  let result = marks;
  const [, weight] = /font-weight:\s*(\w+)/.exec(rule) ?? [];
  if (weight !== undefined) {
    const isBold = /^(?:bold|bolder|[6-9]00)$/.test(weight);
    result = isBold ? withMark(result, { name: "strong" }) : withoutMark(result, "strong");
  }
  if (/font-style:\s*italic/.test(rule)) result = withMark(result, { name: "em" });
  if (/text-decoration[^;]{0,40}:[^;]{0,40}line-through/.test(rule))
    result = withMark(result, { name: "del" });
  if (/vertical-align:\s*super/.test(rule)) result = withMark(result, { name: "sup" });
  if (/vertical-align:\s*sub/.test(rule)) result = withMark(result, { name: "sub" });
  if (/font-family:[^;]{0,40}(?:courier|consolas|mono)/.test(rule))
    result = withMark(result, { name: "code" });
  return result;
}
