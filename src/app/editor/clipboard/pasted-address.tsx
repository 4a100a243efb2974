import type { EditorView } from "prosemirror-view";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { rectOf } from "../view/ranges.ts";

const name = "pasted-address";

/** Offers other forms for an address that was pasted on an empty line. The next key or change closes the offer. */
export function offerForms(view: EditorView, from: number, url: string): void {
  const { overlays } = contextOf(view.state);
  const { doc } = view.state;
  const to = from + url.length;
  const close = () => {
    overlays.close(name);
    view.dom.removeEventListener("keydown", onKey, true);
    view.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      event.stopPropagation();
      document.querySelector<HTMLElement>(".paste-offer button")?.focus();
    } else if (!["Shift", "Control", "Alt", "Meta"].includes(event.key)) close();
  };
  const change = (form: "embed" | "link" | "text") => {
    const { tr } = view.state;
    const isUnchanged =
      view.state.doc.eq(doc) ||
      view.state.doc.textBetween(from, Math.min(to, view.state.doc.content.size)) === url;
    if (isUnchanged && form === "text") tr.removeMark(from, to, schema.marks.link);
    if (isUnchanged && form === "embed") {
      const $from = tr.doc.resolve(from);
      tr.replaceWith($from.before(), $from.after(), [
        schema.node("embed", { data: { url } }),
        ...(tr.doc.resolve($from.after()).nodeAfter === null ? [schema.node("paragraph")] : []),
      ]);
    }
    if (tr.docChanged) view.dispatch(tr.scrollIntoView());
    close();
  };
  view.dom.addEventListener("keydown", onKey, true);
  overlays.open(name, {
    anchor: () => rectOf(view, from, Math.min(to, view.state.doc.content.size)),
    onDismiss: close,
    content: () => <Offer onPick={change} />,
  });
}

function Offer({ onPick }: { readonly onPick: (form: "embed" | "link" | "text") => void }) {
  const texts = words.media.paste;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...(event.currentTarget as Element).querySelectorAll("button")];
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons.at((index + step) % buttons.length)?.focus();
  };
  return (
    <div class="paste-offer" role="toolbar" aria-label={texts.offer} onKeyDown={move}>
      <Button kind="quiet" onClick={() => onPick("embed")}>
        {texts.asEmbed}
      </Button>
      <Button kind="quiet" onClick={() => onPick("link")}>
        {texts.asLink}
      </Button>
      <Button kind="quiet" onClick={() => onPick("text")}>
        {texts.asText}
      </Button>
    </div>
  );
}
