import { ImportError } from "../source/index.ts";
import { ruleStyle } from "./converter-document.ts";

/** More than any program writes, and few enough that what takes the longer the more there are takes no time. */
const most = { depth: 500, styles: 1000, openFields: 200 };
/** Targets and names are written once, and may be used very often. */
const longName = /\b(?:Target|val)=["'][^"']{4096}/;

/** Refuses XML that would take long to convert although it is short; how many elements it has. */
export function checkXml(xml: string): number {
  const { elements, depth } = measure(xml);
  const styles = new Set(
    Array.from(xml.matchAll(/<w:(?:p|r|tbl)Style w:val="([^"]*)"/g), ([, name]) => name),
  );
  const isTangled = depth > most.depth || styles.size > most.styles || openFields(xml) > most.openFields;
  if (isTangled || longName.test(xml))
    throw new ImportError("The Word document is too tangled to be converted");
  return elements;
}

/** How many elements there are, and how deep they are in each other, about. */
function measure(xml: string): { readonly elements: number; readonly depth: number } {
  let [elements, depth, maxDepth] = [0, 0, 0];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    const next = xml[at + 1];
    if (next === "/") depth--;
    else if (next !== "?" && next !== "!") {
      elements++;
      const end = xml.indexOf(">", at);
      if (xml[end - 1] !== "/") maxDepth = Math.max(maxDepth, ++depth);
      // Whatever is behind the last tag is none.
      if (end < 0) break;
      at = end;
    }
  }
  return { elements, depth: maxDepth };
}

/** How many fields are begun and never ended: each is looked at again with all that follows. */
function openFields(xml: string): number {
  const count = (kind: string): number => xml.split(`w:fldCharType="${kind}"`).length;
  return count("begin") - count("end");
}

/** What Word writes about looks, spelling and edits, and nothing here reads. */
const unread =
  "proofErr|lang|rFonts|sz|szCs|color|spacing|ind|jc|kern|noProof|bCs|iCs|keepNext|keepLines|widowControl|" +
  "contextualSpacing|autoSpaceDE|autoSpaceDN|adjustRightInd|snapToGrid|textAlignment|lastRenderedPageBreak|" +
  "bookmarkEnd|tcW|shd|vAlign|noWrap|cantSplit|trHeight|gridCol|effect|position|w|eastAsianLayout";
const elements = new RegExp(`<w:(?:${unread})(?: [^<>]*)?/>`, "g");
const attributes = / (?:w:rsid[A-Za-z]{0,20}|w14:paraId|w14:textId|xml:space)="[^"<>]{0,100}"/g;
const empty = /<w:(?:rPr|pPr|tcPr|trPr)(?:\/>|><\/w:(?:rPr|pPr|tcPr|trPr)>)/g;

/**
 * The XML of a document without what is not read: of what Word writes, that is about half, and each element and attribute
 * costs as much memory as a hundred letters.
 */
export function stripUnreadXml(xml: string): string {
  return xml
    .replace(elements, "")
    .replace(/<w:[^<>]*>/g, (tag) => (tag.includes("=") ? tag.replace(attributes, "") : tag))
    .replace(empty, "")
    .replace(empty, "");
}

/** The XML of a document with a paragraph for each line across the page: those are drawn, and so left out otherwise. */
export function rulesToParagraphs(xml: string): string {
  if (!xml.includes(' o:hr="t"')) return xml;
  const rule = `<v:rect><w:p><w:pPr><w:pStyle w:val="${ruleStyle}"/></w:pPr></w:p></v:rect>`;
  return xml.replace(/<v:rect [^<>]{0,2000}\/>/g, (tag) => (tag.includes(' o:hr="t"') ? rule : tag));
}
