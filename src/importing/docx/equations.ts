import { encodeXML } from "entities";
import { childElements, type Element, parseHtml } from "../html/tree/index.ts";
import { equationStyle } from "./converter-document.ts";

const opening = /<m:oMath(?: [^<>]{0,1000})?>/g;
const closing = "</m:oMath>";
const wrappers = /<m:oMathParaPr>.{0,1000}?<\/m:oMathParaPr>|<\/?m:oMathPara(?: [^<>]{0,1000})?>/gs;

/** Replaces equations, which mammoth ignores, by text in TeX. */
export function equationsToTex(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  const parts: string[] = [];
  let [done, isBlock] = [0, false];
  for (const { 0: tag, index } of xml.matchAll(opening)) {
    const end = xml.indexOf(closing, index);
    if (end < 0) break;
    if (index < done) continue;
    const before = xml.slice(done, index);
    const [start, stop] = ["<m:oMathPara>", "</m:oMathPara>"].map((each) => before.lastIndexOf(each));
    if (start !== stop) isBlock = Number(start) > Number(stop);
    parts.push(before, runOf(texOf(xml.slice(index + tag.length, end)), isBlock));
    done = end + closing.length;
  }
  return (parts.join("") + xml.slice(done)).replace(wrappers, "");
}

function runOf(tex: string, isBlock: boolean): string {
  if (tex === "") return "";
  const written = isBlock ? `\\[${tex}\\]` : `\\(${tex}\\)`;
  return `<w:r><w:rPr><w:rStyle w:val="${equationStyle}"/></w:rPr><w:t>${written}</w:t></w:r>`;
}

/** The TeX of an equation, escaped for XML. */
function texOf(equation: string): string {
  // HTML has no self-closing tags for unknown elements.
  const html = equation.replace(/<([\w:]{1,40})((?: [^<>]{0,1000})?)\/>/g, "<$1$2></$1>");
  const tex = texIn(parseHtml(html));
  return encodeXML(tex.replace(/\s+/g, " ").replaceAll("\\sqrt[]", "\\sqrt").trim());
}

function texIn(parent: Element): string {
  return parent.children
    .map((child) => {
      if (typeof child === "string") return escapeTex(child);
      // Properties only describe formatting.
      if (child.name.endsWith("pr")) return "";
      const [before, after] = partFor(child);
      return before + texIn(child) + after;
    })
    .join("");
}

function escapeTex(text: string): string {
  return text
    .replace(/\\/g, "\\backslash ")
    .replace(/[#$%_{}&]/g, "\\$&")
    .replaceAll("^", "\\wedge ");
}

type Part = readonly [before: string, after: string];
const parts: ReadonlyMap<string, Part> = new Map([
  ["m:f", ["\\frac", ""]],
  ["m:num", ["{", "}"]],
  ["m:den", ["{", "}"]],
  ["m:e", ["{", "}"]],
  ["m:sup", ["^{", "}"]],
  ["m:sub", ["_{", "}"]],
  ["m:rad", ["\\sqrt", ""]],
  ["m:deg", ["[", "]"]],
  ["m:lim", ["_{", "}"]],
  ["m:fname", ["\\operatorname{", "}"]],
]);

/** The TeX before and after the content of an element. */
function partFor(element: Element): Part {
  const properties = childElements(element).find(({ name }) => name === `${element.name}pr`);
  const character = (name: string, usual: string): string => {
    const property = properties && childElements(properties).find((each) => each.name === name);
    const given = property?.attributes.get("m:val")?.slice(0, 10) ?? usual;
    return given === "" ? "." : given.replace(/[{}]/g, "\\$&");
  };
  if (element.name === "m:nary") return [character("m:chr", "∫"), ""];
  if (element.name === "m:d")
    return [`\\left${character("m:begchr", "(")}`, `\\right${character("m:endchr", ")")}`];
  return parts.get(element.name) ?? ["", ""];
}
