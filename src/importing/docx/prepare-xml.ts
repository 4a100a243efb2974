import { encodeXML } from "entities";
import { childElements, type Element, parseHtml } from "../html/tree/index.ts";
import { ImportError } from "../source/index.ts";
import { equationStyle, ruleStyle } from "./converter-document.ts";

/** Limits for XML that mammoth handles in quadratic time. Documents of real programs stay far below. */
const limits = { depth: 500, styles: 1000, openFields: 200 };
/** Matches long targets and names, which mammoth copies for each use. */
const longName = /\b(?:Target|val)=["'][^"']{4096}/;

/** Refuses XML that is short but would take long to convert, and returns the number of its elements. */
export function checkXml(xml: string): number {
  const { elements, depth } = measure(xml);
  const styles = new Set(
    Array.from(xml.matchAll(/<w:(?:p|r|tbl)Style w:val="([^"]*)"/g), ([, name]) => name),
  );
  const isComplex =
    depth > limits.depth || styles.size > limits.styles || unclosedFields(xml) > limits.openFields;
  if (isComplex || longName.test(xml))
    throw new ImportError("The Word document is too complex to be converted");
  return elements;
}

function measure(xml: string): { readonly elements: number; readonly depth: number } {
  let [elements, depth, maxDepth] = [0, 0, 0];
  for (let index = xml.indexOf("<"); index >= 0; index = xml.indexOf("<", index + 1)) {
    const next = xml[index + 1];
    if (next === "/") depth--;
    else if (next !== "?" && next !== "!") {
      elements++;
      const end = xml.indexOf(">", index);
      if (xml[end - 1] !== "/") maxDepth = Math.max(maxDepth, ++depth);
      // The last tag is not closed.
      if (end < 0) break;
      index = end;
    }
  }
  return { elements, depth: maxDepth };
}

/** The number of fields that are not closed. mammoth checks each again at every following element. */
function unclosedFields(xml: string): number {
  const count = (kind: string): number => xml.split(`w:fldCharType="${kind}"`).length;
  return count("begin") - count("end");
}

/** Names of elements for formatting, spelling and edits, which mammoth does not use. */
const unreadNames =
  "proofErr|lang|rFonts|sz|szCs|color|spacing|ind|jc|kern|noProof|bCs|iCs|keepNext|keepLines|widowControl|" +
  "contextualSpacing|autoSpaceDE|autoSpaceDN|adjustRightInd|snapToGrid|textAlignment|lastRenderedPageBreak|" +
  "bookmarkEnd|tcW|shd|vAlign|noWrap|cantSplit|trHeight|gridCol|effect|position|w|eastAsianLayout";
const unreadElements = new RegExp(`<w:(?:${unreadNames})(?: [^<>]*)?/>`, "g");
const unreadAttributes = / (?:w:rsid[A-Za-z]{0,20}|w14:paraId|w14:textId|xml:space)="[^"<>]{0,100}"/g;
const emptyProperties = /<w:(?:rPr|pPr|tcPr|trPr)(?:\/>|><\/w:(?:rPr|pPr|tcPr|trPr)>)/g;

/** Removes unused elements and attributes: about half of the XML that Word writes. Each takes as much memory as 100 characters. */
export function stripUnreadXml(xml: string): string {
  return xml
    .replace(unreadElements, "")
    .replace(/<w:[^<>]*>/g, (tag) => (tag.includes("=") ? tag.replace(unreadAttributes, "") : tag))
    .replace(emptyProperties, "")
    .replace(emptyProperties, "");
}

/** Replaces horizontal rules, which are drawings that mammoth ignores, with paragraphs of a separate style. */
export function rulesToParagraphs(xml: string): string {
  if (!xml.includes(' o:hr="t"')) return xml;
  const rule = `<v:rect><w:p><w:pPr><w:pStyle w:val="${ruleStyle}"/></w:pPr></w:p></v:rect>`;
  return xml.replace(/<v:rect [^<>]{0,2000}\/>/g, (tag) => (tag.includes(' o:hr="t"') ? rule : tag));
}

const equationStart = /<m:oMath(?: [^<>]{0,1000})?>/g;
const equationEnd = "</m:oMath>";
const wrappers = /<m:oMathParaPr>.{0,1000}?<\/m:oMathParaPr>|<\/?m:oMathPara(?: [^<>]{0,1000})?>/gs;

/** Replaces equations, which mammoth ignores, with TeX. */
export function equationsToTex(xml: string): string {
  if (!xml.includes("<m:oMath")) return xml;
  const parts: string[] = [];
  let [position, isBlock] = [0, false];
  for (const { 0: tag, index } of xml.matchAll(equationStart)) {
    const end = xml.indexOf(equationEnd, index);
    if (end < 0) break;
    if (index < position) continue;
    const before = xml.slice(position, index);
    const [start, stop] = ["<m:oMathPara>", "</m:oMathPara>"].map((name) => before.lastIndexOf(name));
    if (start !== stop) isBlock = Number(start) > Number(stop);
    parts.push(before, runOf(texOf(xml.slice(index + tag.length, end)), isBlock));
    position = end + equationEnd.length;
  }
  return (parts.join("") + xml.slice(position)).replace(wrappers, "");
}

function runOf(tex: string, isBlock: boolean): string {
  if (tex === "") return "";
  const delimited = isBlock ? `\\[${tex}\\]` : `\\(${tex}\\)`;
  return `<w:r><w:rPr><w:rStyle w:val="${equationStyle}"/></w:rPr><w:t>${delimited}</w:t></w:r>`;
}

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
      const [before, after] = delimitersFor(child);
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

type Delimiters = readonly [before: string, after: string];
const delimiters: ReadonlyMap<string, Delimiters> = new Map([
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
function delimitersFor(element: Element): Delimiters {
  const properties = childElements(element).find(({ name }) => name === `${element.name}pr`);
  const character = (name: string, fallback: string): string => {
    const property = properties && childElements(properties).find((child) => child.name === name);
    const value = property?.attributes.get("m:val")?.slice(0, 10) ?? fallback;
    return value === "" ? "." : value.replace(/[{}]/g, "\\$&");
  };
  if (element.name === "m:nary") return [character("m:chr", "∫"), ""];
  if (element.name === "m:d")
    return [`\\left${character("m:begchr", "(")}`, `\\right${character("m:endchr", ")")}`];
  return delimiters.get(element.name) ?? ["", ""];
}
