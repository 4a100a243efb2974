import { useState } from "preact/hooks";
import { Checkbox, SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import {
  type ConfigurationField,
  configurationOf,
  type Declaration,
  type Draft,
  draftOf,
  fieldsOf,
  hasValue,
  type Values,
} from "./fields.ts";

const texts = words.integrations.configuration;

/** The state of a form for a configuration. */
export function useConfiguration(declaration: Declaration, saved: Values) {
  const fields = fieldsOf(declaration);
  const [draft, setDraft] = useState(() => draftOf(fields, saved));
  return {
    fields,
    draft,
    saved,
    setValue: (name: string, value: string | boolean | null) => setDraft(new Map(draft).set(name, value)),
    /** The configuration to send. */
    read: () => configurationOf(fields, draft, saved),
    /** Shows what the server has saved. */
    show: (values: Values) => setDraft(draftOf(fields, values)),
  };
}

type ConfigurationState = ReturnType<typeof useConfiguration>;

/** The fields of a configuration. */
export function ConfigurationFields({ state }: { readonly state: ConfigurationState }) {
  return (
    <>
      {state.fields.map((field) => (
        <OneField key={field.name} field={field} {...state} />
      ))}
    </>
  );
}

interface OneFieldProps {
  readonly field: ConfigurationField;
  readonly draft: Draft;
  readonly saved: Values;
  readonly setValue: (name: string, value: string | boolean | null) => void;
}

function OneField(props: OneFieldProps) {
  const { field, draft, saved, setValue } = props;
  const { name, label, kind, isRequired, defaultValue, options } = field;
  const value = draft.get(name);
  const text = typeof value === "string" ? value : "";
  const hint = hintOf(field);
  const change = (typed: string | boolean) => setValue(name, typed);
  if (kind === "button") return <ButtonField field={field} isSet={hasValue(saved, name)} />;
  if (kind === "secret") return <SecretField {...props} />;
  if (kind === "checkbox")
    return <Checkbox label={label} {...(hint && { hint })} checked={value === true} onChange={change} />;
  if (kind === "choice") {
    // A saved value that is no longer possible stays visible until another one is chosen.
    const values = [...new Set([...(isRequired && text !== "" ? [] : [""]), ...options, text])];
    return (
      <SelectField
        label={label}
        hint={hint}
        value={text}
        options={values.map((option) => ({ value: option, label: option || texts.choose }))}
        onChange={change}
      />
    );
  }
  return (
    <TextField
      label={label}
      hint={hint}
      autocomplete="off"
      {...(kind === "number" && { type: "number", step: "any" })}
      required={isRequired && (kind === "text" || defaultValue === undefined)}
      value={text}
      onInput={change}
    />
  );
}

function hintOf({ description, hasSuggestions, kind, defaultValue }: ConfigurationField): string | undefined {
  const hasDefault = kind !== "checkbox" && kind !== "secret" && defaultValue !== undefined;
  const parts = [
    description,
    hasDefault && texts.defaultValue(String(defaultValue)),
    hasSuggestions && texts.suggestions,
  ].filter(Boolean);
  return parts.length > 0 ? parts.map(asSentence).join(" ") : undefined;
}

/** Descriptions often have no full stop, which is needed before another sentence. */
function asSentence(text: unknown): string {
  return String(text).replace(/[^.!?…]$/, "$&.");
}

/** A value that can be replaced and removed, but not seen. */
function SecretField({ field, draft, saved, setValue }: OneFieldProps) {
  const { name, label, isRequired, description } = field;
  const value = draft.get(name);
  const isSaved = hasValue(saved, name);
  const isRemoved = value === null;
  const state = isRemoved ? texts.secretRemoved : isSaved && texts.secretSaved;
  return (
    <div class="secret-field">
      <TextField
        label={label}
        hint={[description && asSentence(description), state].filter(Boolean).join(" ") || undefined}
        type="password"
        autocomplete="new-password"
        required={isRequired && !isSaved}
        disabled={isRemoved}
        value={typeof value === "string" ? value : ""}
        onInput={(typed) => setValue(name, typed)}
      />
      {isSaved && !isRequired && (
        <Checkbox
          label={texts.removeSecret}
          checked={isRemoved}
          onChange={(isChecked) => setValue(name, isChecked ? null : "")}
        />
      )}
    </div>
  );
}

/** A value that only the integration's program can set: what it would do, and whether it is done. */
function ButtonField({ field, isSet }: { readonly field: ConfigurationField; readonly isSet: boolean }) {
  const { label, description, buttonText, isRequired } = field;
  return (
    <div class="field">
      <strong>{label}</strong>
      {description && <p>{description}</p>}
      <p class="hint">
        {texts.button(buttonText)} {isSet ? texts.buttonSet : texts.buttonUnset}
        {isRequired && !isSet && ` ${texts.buttonRequired}`}
      </p>
    </div>
  );
}
