import { ruleStyle } from "./own-styles.ts";

/** The XML of a document with a paragraph for each line across the page: those are drawn, and so left out otherwise. */
export function writeRules(xml: string): string {
  if (!xml.includes(' o:hr="t"')) return xml;
  const rule = `<v:rect><w:p><w:pPr><w:pStyle w:val="${ruleStyle}"/></w:pPr></w:p></v:rect>`;
  return xml.replace(/<v:rect [^<>]{0,2000}\/>/g, (tag) => (tag.includes(' o:hr="t"') ? rule : tag));
}
