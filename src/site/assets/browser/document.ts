// The scripts inside of a document, for the workspace, which shows it in a shadow root.
import { connectCopyButtons } from "./copy.ts";
import { connectLightbox } from "./lightbox.ts";
import { connectNotes } from "./notes.ts";
import { connectSchemas } from "./schemas.ts";
import { connectTableSearch } from "./table-search.ts";
import { connectTabs } from "./tabs.ts";

export { reveal } from "./tabs.ts";

/** Connects the parts of a document once. A shadow root has the methods of a document that they need. */
export function connectDocument(shadow: ShadowRoot): void {
  const root = shadow as unknown as Document;
  connectTabs(root);
  connectCopyButtons(root);
  connectNotes(root);
  connectLightbox(root);
  connectSchemas(root);
  connectTableSearch(root);
}
