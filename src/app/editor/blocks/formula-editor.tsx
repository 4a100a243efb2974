import { useEffect, useRef, useState } from "preact/hooks";
import { Selection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { Button } from "../../parts/button.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { contextOf } from "../view/editor-context.ts";
import { renderFormula } from "./render-formula.ts";

const texts = words.media.formula;
const name = "formula";

/** Edits the formula of a node, with a preview. What is typed is kept when something else is clicked; Escape discards it. */
export function editFormula(view: EditorView, position: number): void {
  const { overlays } = contextOf(view.state);
  const node = view.state.doc.nodeAt(position);
  if (node === null) return;
  const before: string = node.attrs.data.formula ?? "";
  let current = before;
  const rect = () => {
    const dom = view.nodeDOM(position);
    return dom instanceof Element ? dom.getBoundingClientRect() : undefined;
  };
  const close = (isKept: boolean, isDone = false) => {
    overlays.close(name);
    const { tr, doc } = view.state;
    const here = doc.nodeAt(position);
    const formula = isKept ? current : before;
    const isEmpty = formula.trim() === "";
    if (here?.type === node.type) {
      if (isEmpty) tr.delete(position, position + here.nodeSize);
      else if (formula !== here.attrs.data.formula)
        tr.setNodeAttribute(position, "data", { ...here.attrs.data, formula });
    }
    const after = tr.doc.nodeAt(position);
    // What is typed next is written behind it, not in its place.
    if (isDone && after?.type === node.type) continueAfter(tr, position + after.nodeSize);
    if (tr.docChanged || tr.selectionSet) view.dispatch(tr);
    view.focus();
  };
  overlays.open(name, {
    anchor: rect,
    onDismiss: () => close(true),
    content: () => (
      <FormulaEditor
        formula={before}
        isBlock={node.isBlock}
        onInput={(formula) => {
          current = formula;
        }}
        onClose={(isKept) => close(isKept, isKept)}
      />
    ),
  });
}

/** Puts the caret behind a formula, into a new paragraph if none follows. */
function continueAfter(tr: Transaction, position: number): void {
  const { parent, nodeAfter } = tr.doc.resolve(position);
  if (!parent.inlineContent && nodeAfter === null) tr.insert(position, schema.node("paragraph"));
  tr.setSelection(Selection.near(tr.doc.resolve(position), 1)).scrollIntoView();
}

interface FormulaEditorProps {
  readonly formula: string;
  readonly isBlock: boolean;
  readonly onInput: (formula: string) => void;
  readonly onClose: (isKept: boolean) => void;
}

function FormulaEditor({ formula, isBlock, onInput, onClose }: FormulaEditorProps) {
  const [text, setText] = useState(formula);
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  useEffect(() => {
    let isCurrent = true;
    const target = preview.current;
    if (target) renderFormula(text, isBlock, target).then((reason) => isCurrent && setError(reason));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose(false);
    }
    const isDone = event.key === "Enter" && !event.shiftKey && (!isBlock || event.ctrlKey || event.metaKey);
    if (!isDone || event.isComposing) return;
    event.preventDefault();
    onClose(true);
  };
  return (
    <div class="formula-editor" role="dialog" aria-label={texts.edit}>
      <textarea
        ref={area}
        class="input input-code"
        aria-label={texts.label}
        aria-invalid={error !== undefined}
        spellcheck={false}
        rows={isBlock ? 4 : 2}
        value={text}
        onInput={({ currentTarget: { value } }) => {
          setText(value);
          onInput(value);
        }}
        onKeyDown={onKeyDown}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: an output is for results of calculations. */}
      <div ref={preview} class="formula-preview" role="group" aria-label={texts.preview} />
      {error !== undefined && (
        <p class="form-error" role="alert">
          {error}
        </p>
      )}
      <Button kind="primary" onClick={() => onClose(true)}>
        {texts.done}
      </Button>
    </div>
  );
}
