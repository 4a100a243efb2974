import { mapTexts } from "./map-texts.ts";
import type { Document } from "./model.ts";

/** What an address becomes that may do something when it is opened. */
const nowhere = "about:blank";

/** In which fields of a node's data addresses are; what is not of the space is named by its address. */
const addressFields: ReadonlySet<string> = new Set(["url", "href", "src", "file", "spec", "reusableContent"]);

/** The document with addresses only that are safe to be opened, for whoever draws it. */
export function withSafeAddresses(document: Document): Document {
  const nodes = mapTexts(document.nodes, (text, place) => {
    // The files in a cell of a table are a list of addresses.
    const isAddress = place !== "leaf" && (place.inList || addressFields.has(place.field));
    return isAddress && !isSafe(text) ? nowhere : text;
  });
  return { ...document, nodes };
}

/** As a browser reads it: spaces and signs that cannot be seen do not count. */
function isSafe(address: string): boolean {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{C}\s]/gu, "")) ?? [];
  return scheme === undefined || /^(?:https?|mailto|tel)$/i.test(scheme);
}
