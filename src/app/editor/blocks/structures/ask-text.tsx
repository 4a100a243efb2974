import { useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

interface Question {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** Why a text cannot be taken; undefined if it can. */
  readonly check?: (text: string) => string | undefined;
}

/** Asks for a text. Undefined if the dialog was closed. */
export function askText(view: EditorView, question: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    openDialog((close) => (
      <TextDialog
        {...question}
        onAnswer={(answer) => {
          close();
          resolve(answer);
          setTimeout(() => !view.isDestroyed && view.focus());
        }}
      />
    ));
  });
}

function TextDialog({
  title,
  label,
  hint,
  value,
  check,
  onAnswer,
}: Question & { readonly onAnswer: (answer: string | undefined) => void }) {
  const [text, setText] = useState(value);
  const error = check?.(text.trim());
  return (
    <FormDialog
      title={title}
      action={words.structures.save}
      isDisabled={error !== undefined}
      onClose={() => onAnswer(undefined)}
      onSubmit={async () => onAnswer(text.trim())}
    >
      <TextField
        label={label}
        value={text}
        autocomplete="off"
        autoFocus
        onInput={setText}
        {...(hint !== undefined && { hint })}
        {...(error !== undefined && { error })}
      />
    </FormDialog>
  );
}
