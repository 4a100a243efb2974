import { ImportError } from "../source/index.ts";
import { ruleStyle } from "./converter-document.ts";

/** Limits for what mammoth handles in quadratic time. No program writes as much. */
const limits = { depth: 500, styles: 1000, openFields: 200 };
/** A long target or name is copied for each of its uses. */
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

/** The approximate number and depth of elements. */
function measure(xml: string): { readonly elements: number; readonly depth: number } {
  let [elements, depth, maxDepth] = [0, 0, 0];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    const next = xml[at + 1];
    if (next === "/") depth--;
    else if (next !== "?" && next !== "!") {
      elements++;
      const end = xml.indexOf(">", at);
      if (xml[end - 1] !== "/") maxDepth = Math.max(maxDepth, ++depth);
      // The last tag is not closed.
      if (end < 0) break;
      at = end;
    }
  }
  return { elements, depth: maxDepth };
}

/** The number of fields that are not closed. mammoth checks each again for all that follows. */
function unclosedFields(xml: string): number {
  const count = (kind: string): number => xml.split(`w:fldCharType="${kind}"`).length;
  return count("begin") - count("end");
}

/** Elements about formatting, spelling and edits that are not read. */
const unread =
  "proofErr|lang|rFonts|sz|szCs|color|spacing|ind|jc|kern|noProof|bCs|iCs|keepNext|keepLines|widowControl|" +
  "contextualSpacing|autoSpaceDE|autoSpaceDN|adjustRightInd|snapToGrid|textAlignment|lastRenderedPageBreak|" +
  "bookmarkEnd|tcW|shd|vAlign|noWrap|cantSplit|trHeight|gridCol|effect|position|w|eastAsianLayout";
const elements = new RegExp(`<w:(?:${unread})(?: [^<>]*)?/>`, "g");
const attributes = / (?:w:rsid[A-Za-z]{0,20}|w14:paraId|w14:textId|xml:space)="[^"<>]{0,100}"/g;
const empty = /<w:(?:rPr|pPr|tcPr|trPr)(?:\/>|><\/w:(?:rPr|pPr|tcPr|trPr)>)/g;

/** Removes what is not read: about half of what Word writes. An element or attribute costs as much memory as 100 characters. */
export function stripUnreadXml(xml: string): string {
  return xml
    .replace(elements, "")
    .replace(/<w:[^<>]*>/g, (tag) => (tag.includes("=") ? tag.replace(attributes, "") : tag))
    .replace(empty, "")
    .replace(empty, "");
}

/** Replaces horizontal rules, which are drawings that mammoth ignores, by paragraphs in a style of their own. */
export function rulesToParagraphs(xml: string): string {
  if (!xml.includes(' o:hr="t"')) return xml;
  const rule = `<v:rect><w:p><w:pPr><w:pStyle w:val="${ruleStyle}"/></w:pPr></w:p></v:rect>`;
  return xml.replace(/<v:rect [^<>]{0,2000}\/>/g, (tag) => (tag.includes(' o:hr="t"') ? rule : tag));
}
