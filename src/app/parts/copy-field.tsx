import { faCheck, faCopy } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useId, useState } from "preact/hooks";
import { copyText } from "../data/copy-text.ts";
import { showFailure } from "../data/toasts.ts";
import { words } from "../words/index.ts";
import { Button } from "./button.tsx";

/** A text to copy, such as a token or an address. */
export function CopyField({
  label,
  hint,
  value,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy-field">
        <input
          id={id}
          class="input"
          type="text"
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          aria-describedby={hint && `${id}-hint`}
        />
        <CopyButton text={value} name={label} />
      </div>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch (error) {
      showFailure(error);
    }
  };
  const label = isCopied ? words.common.copied : words.common.copy;
  return (
    <Button icon={isCopied ? faCheck : faCopy} aria-label={`${label}: ${name}`} onClick={copy}>
      <span role="status">{label}</span>
    </Button>
  );
}
