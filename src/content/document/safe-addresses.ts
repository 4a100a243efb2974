import { type Block, type Document, type Inline, mapTexts } from "./model/index.ts";

/** What an address becomes that may do something when it is opened. */
const nowhere = "about:blank";

/** In which fields of a node's data addresses are; what is not of the space is named by its address. */
const addressFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** The document with addresses only that are safe to be opened, for whoever draws it. */
export function withSafeAddresses(document: Document): Document {
  const nodes = mapTexts(document.nodes, (text, field, holder) => {
    if (field === undefined || holder === undefined) return text;
    const isAddress = addressFields.has(field) || holdsFiles(holder, field);
    return isAddress && !isSafe(text) ? nowhere : text;
  });
  return { ...document, nodes };
}

/** Whether this is a column of files. Its cells hold addresses. */
function holdsFiles({ type, data }: Block | Inline, column: string): boolean {
  return (
    type === "table" && Object.hasOwn(data.definition, column) && data.definition[column]?.type === "files"
  );
}

/** As a browser reads it: spaces and signs that cannot be seen do not count. */
function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
