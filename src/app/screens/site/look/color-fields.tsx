import { faPlus, faTriangleExclamation } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { words } from "../../../words/index.ts";
import {
  contrastOf,
  isColor,
  longColor,
  type Mode,
  neededContrast,
  surfaceOf,
  type ThemedColor,
} from "./contrast.ts";
import { fieldWords } from "./field-words.ts";
import { useField, useForm } from "./form-context.ts";
import { valueAt } from "./values.ts";

const texts = words.look;
const modes: readonly Mode[] = ["light", "dark"];
const initial: ThemedColor = { light: "#2f5bd7", dark: "#8fabff" };

/** A color for light and one for dark, with what is wrong with them. */
export function ColorsField({ path }: { readonly path: string }) {
  const { value = initial, set } = useField<ThemedColor>(path);
  return <ColorPair path={path} value={value} onChange={set} warnings={useContrastWarnings(path, value)} />;
}

/** Colors that there may not be. */
export function OptionalColorsField({ path }: { readonly path: string }) {
  const form = useForm();
  const { value, set } = useField<ThemedColor>(path);
  const warnings = headerWarnings(
    valueAt(form.effective, "header.backgroundColor") as ThemedColor | undefined,
    valueAt(form.effective, "header.linkColor") as ThemedColor | undefined,
  );
  if (value === undefined)
    return <AddColors label={fieldWords(path).label} text={texts.addColors} onAdd={() => set(initial)} />;
  const isOfLinks = path === "header.linkColor";
  return <ColorPair path={path} value={value} onChange={set} warnings={isOfLinks ? warnings : []} />;
}

/** The tint is an object with colors in it. */
export function TintField({ path }: { readonly path: string }) {
  const { value, set } = useField<{ readonly color: ThemedColor }>(path);
  if (value === undefined)
    return (
      <AddColors
        label={fieldWords(path).label}
        text={texts.addTint}
        onAdd={() => set({ color: { light: "#7a7f8c", dark: "#7a7f8c" } })}
      />
    );
  return <ColorPair path={path} value={value.color} onChange={(color) => set({ color })} warnings={[]} />;
}

function AddColors({
  label,
  text,
  onAdd,
}: {
  readonly label: string;
  readonly text: string;
  readonly onAdd: () => void;
}) {
  return (
    <fieldset class="look-pair">
      <legend>{label}</legend>
      <Button icon={faPlus} onClick={onAdd}>
        {text}
      </Button>
    </fieldset>
  );
}

function useContrastWarnings(path: string, value: ThemedColor): string[] {
  const { effective } = useForm();
  const theme = valueAt(effective, "styling.theme");
  return modes.flatMap((mode) => {
    const ratio = isColor(value[mode]) ? contrastOf(value[mode], surfaceOf(theme, mode)) : 21;
    if (ratio >= neededContrast || path === "styling.tint") return [];
    const direction = mode === "light" ? texts.darker : texts.lighter;
    return [texts.lowContrast(texts[mode], ratio.toFixed(1), neededContrast, direction)];
  });
}

function headerWarnings(background: ThemedColor | undefined, links: ThemedColor | undefined): string[] {
  return modes.flatMap((mode) => {
    const [below, above] = [background?.[mode], links?.[mode]];
    const ratio = isColor(below) && isColor(above) ? contrastOf(below, above) : 21;
    return ratio < neededContrast
      ? [texts.headerContrast(texts[mode], ratio.toFixed(1), neededContrast)]
      : [];
  });
}

interface ColorPairProps {
  readonly path: string;
  readonly value: ThemedColor;
  readonly warnings: readonly string[];
  readonly onChange: (value: ThemedColor) => void;
}

function ColorPair({ path, value, warnings, onChange }: ColorPairProps) {
  const { label } = fieldWords(path);
  return (
    <fieldset class="look-pair">
      <legend>{label}</legend>
      {modes.map((mode) => (
        <ColorInput
          key={mode}
          label={texts.inMode(label, texts[mode].toLowerCase())}
          text={texts[mode]}
          value={value[mode]}
          onChange={(color) => onChange({ ...value, [mode]: color })}
        />
      ))}
      {warnings.map((warning) => (
        <p key={warning} class="look-warning" role="status">
          <Icon of={faTriangleExclamation} />
          {warning}
        </p>
      ))}
    </fieldset>
  );
}

/** A color by a picker or by its digits. Digits that are no color yet change nothing. */
function ColorInput({
  label,
  text,
  value,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly value: string;
  readonly onChange: (color: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  return (
    <div class="color-input">
      <span aria-hidden="true">{text}</span>
      <div>
        <input
          type="color"
          aria-label={label}
          value={longColor(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          class="input"
          type="text"
          aria-label={texts.hex(label)}
          value={typed}
          maxLength={7}
          spellcheck={false}
          aria-invalid={!isColor(typed)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            if (isColor(currentTarget.value)) onChange(currentTarget.value);
          }}
          onBlur={() => setTyped(value)}
        />
      </div>
    </div>
  );
}
