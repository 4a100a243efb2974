import { type Block, type Document, type Inline, mapTexts } from "./model/index.ts";

/** The fields of data that contain addresses. Those for ids contain addresses of external targets. */
const addressFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** Replaces addresses that could run a script when they are opened. */
export function withSafeAddresses(document: Document): Document {
  const nodes = mapTexts(document.nodes, (text, field, node) => {
    if (field === undefined || node === undefined) return text;
    const isAddress = addressFields.has(field) || isColumnOfFiles(node, field);
    return isAddress && !isSafe(text) ? "about:blank" : text;
  });
  return { ...document, nodes };
}

function isColumnOfFiles({ type, data }: Block | Inline, column: string): boolean {
  return (
    type === "table" && Object.hasOwn(data.definition, column) && data.definition[column]?.type === "files"
  );
}

/** Like a browser, ignores white space and invisible characters. */
function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
