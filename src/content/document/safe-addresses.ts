import { type Document, mapTexts } from "./model/index.ts";

/** The fields of data that contain addresses. Those for ids contain addresses of external targets. */
const addressFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** Replaces addresses that could run a script when they are opened. */
export function withSafeAddresses(document: Document): Document {
  const nodes = mapTexts(document.nodes, (text, field, node) => {
    if (field === undefined || node === undefined) return text;
    const columns = node.type === "table" ? node.data.definition : {};
    const isFile = Object.hasOwn(columns, field) && columns[field]?.type === "files";
    return (isFile || addressFields.has(field)) && !isSafe(text) ? "about:blank" : text;
  });
  return { ...document, nodes };
}

/** Like a browser, ignores white space and invisible characters. */
function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
