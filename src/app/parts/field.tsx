import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { words } from "../words/index.ts";

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldProps {
  readonly type?: "text" | "email" | "password" | "search" | "url" | "number" | "date" | "datetime-local";
  readonly name?: string;
  /** The text, if the component around it keeps what is typed. */
  readonly value?: string;
  /** The text at first, if only the form reads what is typed. */
  readonly initialValue?: string | undefined;
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
  readonly minLength?: number;
  /** The first time that can be chosen. */
  readonly min?: string;
  readonly maxLength?: number;
  /** Which numbers are possible: only whole ones without it. */
  readonly step?: "any";
  /** Values that are offered while one types. */
  readonly suggestions?: readonly { readonly value: string; readonly label: string }[];
  readonly onInput?: (value: string) => unknown;
}

/** A text input with its label, a hint and an error. Blanks alone do not fill a required one. */
export function TextField({
  label,
  hint,
  error,
  type = "text",
  onInput,
  autocomplete,
  initialValue,
  suggestions = [],
  ...input
}: TextFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        {...(initialValue !== undefined && { defaultValue: initialValue })}
        class="input"
        id={id}
        // The types of inputs differ in their roles, none of which is set here.
        type={type as "text"}
        autocomplete={autocomplete as "off"}
        {...(suggestions.length > 0 && { list: `${id}-list` })}
        onInput={({ currentTarget }) => {
          const isBlank = input.required && type === "text" && /^\s+$/.test(currentTarget.value);
          currentTarget.setCustomValidity(isBlank ? words.common.blank : "");
          onInput?.(currentTarget.value);
        }}
        {...describedBy(id, hint, error)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      )}
    </Field>
  );
}

interface FileFieldProps extends FieldProps {
  readonly name?: string;
  /** The endings of the names of files that can be chosen, such as `.zip,.md`. */
  readonly accept?: string;
  readonly required?: boolean;
  readonly onChange?: (file: File) => unknown;
}

export function FileField({ label, hint, error, onChange, ...input }: FileFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        class="input"
        id={id}
        type="file"
        onChange={({ currentTarget: { files } }) => files?.[0] && onChange?.(files[0])}
        {...describedBy(id, hint, error)}
      />
    </Field>
  );
}

interface TextAreaFieldProps extends FieldProps {
  readonly name?: string;
  /** The text, if the component around it keeps what is typed. */
  readonly value?: string;
  readonly initialValue?: string | undefined;
  readonly placeholder?: string;
  readonly rows?: number;
  readonly required?: boolean;
  readonly maxLength?: number;
  /** Whether the text is code, such as a certificate. */
  readonly isCode?: boolean;
  readonly onInput?: (value: string) => unknown;
}

/** A text of several lines. */
export function TextAreaField({
  label,
  hint,
  error,
  initialValue = "",
  isCode = false,
  onInput,
  ...area
}: TextAreaFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...area}
        {...(area.value === undefined && { defaultValue: initialValue })}
        class={`input${isCode ? " input-code" : ""}`}
        id={id}
        spellcheck={!isCode}
        onInput={(event) => onInput?.(event.currentTarget.value)}
        {...describedBy(id, hint, error)}
      />
    </Field>
  );
}

type SelectFieldProps = FieldProps & {
  readonly name?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly disabled?: boolean;
  /** Whether an option with a value must be chosen. */
  readonly required?: boolean;
  readonly onChange?: (value: string) => unknown;
};

export function SelectField({ label, hint, error, options, value, onChange, ...select }: SelectFieldProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Select {...select} id={id} value={value} options={options} onChange={onChange} />
    </Field>
  );
}

type SelectProps = Pick<SelectFieldProps, "name" | "value" | "options" | "disabled" | "required"> & {
  readonly id?: string;
  /** The accessible name, if no label is beside it. */
  readonly label?: string;
  readonly onChange?: ((value: string) => unknown) | undefined;
};

export function Select({ label, options, value, onChange, ...select }: SelectProps) {
  return (
    <select
      {...select}
      class="input select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface CheckboxProps {
  readonly label: string;
  readonly hint?: string;
  readonly name?: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange?: (isChecked: boolean) => unknown;
}

export function Checkbox({ label, hint, checked, onChange, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div class="checkbox">
      <input
        {...input}
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange?.(event.currentTarget.checked)}
        {...describedBy(id, hint)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

function Field({
  id,
  label,
  hint,
  error,
  children,
}: FieldProps & { readonly id: string; readonly children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} class="form-error">
          {error}
        </p>
      )}
    </div>
  );
}

function describedBy(id: string, hint?: string, error?: string) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { ...(ids && { "aria-describedby": ids }), ...(error && { "aria-invalid": true }) };
}
