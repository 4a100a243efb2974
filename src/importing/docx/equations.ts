import { dropped, type Replacement, rewriteHtml, unwrapped } from "../services/index.ts";
import { equationStyle } from "./own-styles.ts";

const opening = /<m:oMath(?: [^<>]{0,1000})?>/g;
const closing = "</m:oMath>";
const around = /<m:oMathParaPr>.{0,1000}?<\/m:oMathParaPr>|<\/?m:oMathPara(?: [^<>]{0,1000})?>/gs;

/** The XML of a document with its equations as text in TeX, which is otherwise left out when it is converted. */
export function writeEquations(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  const parts: string[] = [];
  let [done, isDisplayed] = [0, false];
  for (const { 0: tag, index } of xml.matchAll(opening)) {
    const end = xml.indexOf(closing, index);
    if (end < 0) break;
    if (index < done) continue;
    const before = xml.slice(done, index);
    const [start, stop] = ["<m:oMathPara>", "</m:oMathPara>"].map((each) => before.lastIndexOf(each));
    if (start !== stop) isDisplayed = Number(start) > Number(stop);
    parts.push(before, runOf(texOf(xml.slice(index + tag.length, end)), isDisplayed));
    done = end + closing.length;
  }
  return (parts.join("") + xml.slice(done)).replace(around, "");
}

function runOf(tex: string, isDisplayed: boolean): string {
  if (tex === "") return "";
  const written = isDisplayed ? `\\[${tex}\\]` : `\\(${tex}\\)`;
  return `<w:r><w:rPr><w:rStyle w:val="${equationStyle}"/></w:rPr><w:t>${written}</w:t></w:r>`;
}

/** TeX, still with the entities of XML. */
function texOf(equation: string): string {
  const xml = equation
    .replace(/<([\w:]{1,40})((?: [^<>]{0,1000})?)\/>/g, "<$1$2></$1>")
    .replace(/(<m:t(?: [^<>]{0,1000})?>)([^<]*)/g, (_, tag: string, text: string) => tag + escapeTex(text));
  const tex = rewriteHtml(xml, ({ name, end }) => partFor(name, propertiesAt(xml, end)));
  return tex.replace(/\s+/g, " ").replaceAll("\\sqrt[]", "\\sqrt").trim();
}

/** What is said about an element, where that comes first in it. */
function propertiesAt(xml: string, at: number): string {
  return /^<m:(?:d|nary)Pr>[\s\S]*?<\/m:\w+Pr>/.exec(xml.slice(at, at + 1000))?.[0] ?? "";
}

function escapeTex(text: string): string {
  return text
    .replace(/\\/g, "\\backslash ")
    .replace(/[#$%_{}]|&amp;/g, "\\$&")
    .replaceAll("^", "\\wedge ");
}

const braces: Replacement = { open: "{", close: "}" };
const parts: Readonly<Record<string, Replacement>> = {
  "m:f": { open: "\\frac", close: "" },
  "m:num": braces,
  "m:den": braces,
  "m:e": braces,
  "m:sup": { open: "^{", close: "}" },
  "m:sub": { open: "_{", close: "}" },
  "m:rad": { open: "\\sqrt", close: "" },
  "m:deg": { open: "[", close: "]" },
  "m:limlow": unwrapped,
  "m:lim": { open: "_{", close: "}" },
  "m:fname": { open: "\\operatorname{", close: "}" },
};

/** What stands for an element, of which this is said. */
function partFor(name: string, properties: string): Replacement {
  const said = (sign: string, usual: string): string => {
    const [, given = usual] = new RegExp(`<m:${sign} m:val="([^"]{0,10})"`).exec(properties) ?? [];
    return given === "" ? "." : given.replace(/[{}]/g, "\\$&");
  };
  if (name === "m:nary") return { open: said("chr", "∫"), close: "" };
  if (name === "m:d") return { open: `\\left${said("begChr", "(")}`, close: `\\right${said("endChr", ")")}` };
  // What is said about a part is about its looks.
  if (name.endsWith("pr")) return dropped;
  return Object.hasOwn(parts, name) ? (parts[name] ?? unwrapped) : unwrapped;
}
