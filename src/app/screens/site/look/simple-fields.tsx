import { useId } from "preact/hooks";
import { Checkbox, SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { codeThemes, spacedName } from "./fields.ts";
import { useField } from "./form-context.ts";

const texts = words.look;

/** Few choices beside each other. */
const maxSegments = 3;

/** One of several values, beside each other if there are few. */
export function ChoiceField({ path }: { readonly path: string }) {
  const { value, own, isOfSite, set } = useField<string>(path);
  const { label, unset, choices = {} } = fieldWords(path);
  const hasUnset = unset !== undefined && isOfSite;
  const options = Object.entries(choices)
    .filter(([name]) => !(hasUnset && name === "system"))
    .map(([name, text]) => ({ value: name, label: text }));
  const all = hasUnset ? [{ value: "", label: unset }, ...options] : options;
  const current = hasUnset ? (own === "system" ? "" : (own ?? "")) : (value ?? "");
  const change = (next: string) => set(next === "" ? undefined : next);
  const isShort = all.every((option) => option.label.length < 14);
  return all.length <= maxSegments && isShort ? (
    <Segments label={label} value={current} options={all} onChange={change} />
  ) : (
    <SelectField label={label} value={current} options={all} onChange={change} />
  );
}

interface OptionsProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => unknown;
  /** Whether the label is only for screen readers. */
  readonly isBare?: boolean;
}

/** Radio buttons that look like one control. */
export function Segments({ label, value, options, onChange, isBare = false }: OptionsProps) {
  const name = useId();
  return (
    <fieldset class={`radio-segments${isBare ? " is-bare" : ""}`}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function SwitchField({ path }: { readonly path: string }) {
  const { value, own, isOfSite, set } = useField<boolean>(path);
  // Nobody is recognized by a cookie unless an owner wants it, whatever the default of the API.
  const isOn = path === "insights.trackingCookie" && isOfSite ? own === true : value === true;
  return <Checkbox label={fieldWords(path).label} checked={isOn} onChange={set} />;
}

export function PlainTextField({
  path,
  type = "text",
  maxLength = 2048,
}: {
  readonly path: string;
  readonly type?: "text" | "url";
  readonly maxLength?: number | undefined;
}) {
  const { value = "", set } = useField<string>(path);
  return (
    <TextField
      label={fieldWords(path).label}
      type={type}
      value={value}
      maxLength={maxLength}
      onInput={(text) => set(text === "" ? undefined : text)}
    />
  );
}

interface ThemedName {
  readonly light: string;
  readonly dark: string;
}

/** The themes of code in both modes. */
export function CodeThemeField({ path }: { readonly path: string }) {
  const { value = { light: "default-light", dark: "default-dark" }, set } = useField<ThemedName>(path);
  const options = codeThemes.map((name) => ({
    value: name,
    label: spacedName(name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("-", " "),
  }));
  return (
    <fieldset class="look-pair">
      <legend>{fieldWords(path).label}</legend>
      {(["light", "dark"] as const).map((mode) => (
        <SelectField
          key={mode}
          label={texts[mode]}
          value={value[mode]}
          options={options}
          onChange={(name) => set({ ...value, [mode]: name })}
        />
      ))}
    </fieldset>
  );
}
