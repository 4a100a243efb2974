import { type Document, mapTexts } from "./model/index.ts";

/** The data fields that can contain a URL. Fields for ids contain the URL of an external target. */
const urlFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** Replaces URLs that could run a script when they are opened. */
export function sanitizeUrls(document: Document): Document {
  const nodes = mapTexts(document.nodes, (text, field, node) => {
    if (field === undefined || node === undefined) return text;
    const columns = node.type === "table" ? node.data.definition : {};
    const isFile = Object.hasOwn(columns, field) && columns[field]?.type === "files";
    return (isFile || urlFields.has(field)) && !isSafeUrl(text) ? "about:blank" : text;
  });
  return { ...document, nodes };
}

/** Like a browser, ignores white space and invisible characters in the scheme. */
function isSafeUrl(url: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
