import type { ChangedPart, PageChanges, ReusableContentChanges } from "../data/api-types.ts";
import { Document } from "../parts/document.tsx";
import { words } from "../words/index.ts";

const texts = words.changes;

interface DiffDocumentProps {
  readonly changes: PageChanges | ReusableContentChanges;
  /** Called when it is shown. The result is called before it goes. */
  readonly onShown?: ((root: ShadowRoot) => () => void) | undefined;
  /** Restores blocks by their keys, if that is possible. */
  readonly onRestore?: ((blocks: readonly string[]) => unknown) | undefined;
}

/** The difference of two documents as readers see them: both versions in one, or side by side. */
export function DiffDocument({ changes, onShown, onRestore }: DiffDocumentProps) {
  const { parts = [], styles = "", language = "en", direction = "ltr" } = changes;
  const isChanged = parts.some(({ change }) => change !== "unchanged" && change !== "collapsed");
  if (!isChanged) return <p class="hint">{texts.noText}</p>;
  return (
    <Document
      html={joinParts(parts)
        .map((part) => writePart(part, onRestore !== undefined))
        .join("")}
      styles={styles}
      language={language}
      direction={direction}
      {...((onShown || onRestore) && {
        onShown: (root: ShadowRoot) => {
          const hide = onShown?.(root);
          const stop = onRestore && listenForRestoring(root, onRestore);
          return () => {
            hide?.();
            stop?.();
          };
        },
      })}
    />
  );
}

/** Restores blocks when the button of their part is pressed. */
function listenForRestoring(root: ShadowRoot, restore: (blocks: readonly string[]) => unknown): () => void {
  const onClick = async (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-blocks]") : null;
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    await restore((button.dataset.blocks ?? "").split(" ").map(decodeURIComponent));
    button.disabled = false;
  };
  root.addEventListener("click", onClick);
  return () => root.removeEventListener("click", onClick);
}

/** Joins added blocks that follow each other, and removed ones, so that they are one change. */
function joinParts(parts: readonly ChangedPart[]): ChangedPart[] {
  const joined: ChangedPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isSame = last?.change === part.change && (part.change === "added" || part.change === "removed");
    if (!isSame) joined.push(part);
    else
      joined[joined.length - 1] = {
        change: part.change,
        blocks: [...(last.blocks ?? []), ...(part.blocks ?? [])],
        ...(part.html !== undefined && { html: `${last.html ?? ""}${part.html}` }),
        ...(part.before !== undefined && { before: `${last.before ?? ""}${part.before}` }),
        ...(part.after !== undefined && { after: `${last.after ?? ""}${part.after}` }),
      };
  }
  return joined;
}

/** The HTML of a part. Its words are constants, and its content is HTML of the server. */
function writePart(part: ChangedPart, canRestore: boolean): string {
  const { change, count = 0, html, before = "", after = "" } = part;
  if (change === "collapsed") return `<p class="diff-gap">${texts.collapsed(count)}</p>`;
  const isRow = html === undefined;
  const content = isRow
    ? `<div class="diff-side">${before}</div><div class="diff-side">${after}</div>`
    : wrap(change, html);
  const kind = isRow ? "diff-row" : "diff-part";
  if (change === "unchanged") return `<div class="${kind}">${content}</div>`;
  const label = texts.parts[change];
  return `<div class="${kind} is-${change}" data-change tabindex="-1" role="group" aria-label="${label}">${canRestore ? writeRestore(part) : ""}<span class="diff-label" aria-hidden="true">${label}</span>${content}</div>`;
}

function writeRestore({ blocks = [], change }: ChangedPart): string {
  if (blocks.length === 0 || change === "moved-away") return "";
  const { block, blocks: several } = words.history.restore;
  const label = blocks.length > 1 && change !== "edited" ? several : block;
  return `<button type="button" class="diff-restore" data-blocks="${blocks.map(encodeURIComponent).join(" ")}">${label}</button>`;
}

function wrap(change: ChangedPart["change"], html: string): string {
  if (change === "added") return `<ins>${html}</ins>`;
  return change === "removed" || change === "moved-away" ? `<del>${html}</del>` : html;
}
