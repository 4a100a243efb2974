import { useEffect, useState } from "preact/hooks";
import type { EditorView } from "prosemirror-view";
import { FormDialog, openDialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";

interface Suggestion {
  readonly value: string;
  readonly label: string;
}

interface Question {
  readonly title: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  /** What is offered while one types. */
  readonly loadSuggestions?: () => Promise<readonly Suggestion[]>;
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
  loadSuggestions,
  onAnswer,
}: Question & { readonly onAnswer: (answer: string | undefined) => void }) {
  const [text, setText] = useState(value);
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([]);
  // Without suggestions, the text is typed.
  useEffect(() => void loadSuggestions?.().then(setSuggestions, () => {}), []);
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
        suggestions={suggestions}
        onInput={setText}
        {...(hint !== undefined && { hint })}
        {...(error !== undefined && { error })}
      />
    </FormDialog>
  );
}
