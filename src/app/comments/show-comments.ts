import type { PageComments } from "./page-comments.ts";

/** Shows comments in a document that is read. The script for it is loaded when there is one to show or somebody selects words. */
export function showComments(root: ShadowRoot, comments: PageComments): () => void {
  let isCurrent = true;
  let disconnect: (() => void) | undefined;
  import("./reading-text.ts").then(
    ({ ReadingText }) => {
      if (isCurrent) disconnect = new ReadingText(root, comments).connect();
    },
    () => {
      // Without it, comments are in the panel only.
    },
  );
  return () => {
    isCurrent = false;
    disconnect?.();
  };
}
