import { useId } from "preact/hooks";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What follows from it. */
  readonly hint?: string;
  readonly disabled?: boolean;
}

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => unknown;
}

/** Radio buttons, each with what follows from it. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, value, choices, onChange } = props;
  const name = useId();
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {choices.map((choice) => {
        const id = `${name}-${choice.value}`;
        return (
          <div key={choice.value} class="choice">
            <input
              id={id}
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled ?? false}
              onChange={() => onChange(choice.value)}
              {...(choice.hint && { "aria-describedby": `${id}-hint` })}
            />
            <label for={id}>{choice.label}</label>
            {choice.hint && (
              <p id={`${id}-hint`} class="hint">
                {choice.hint}
              </p>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
