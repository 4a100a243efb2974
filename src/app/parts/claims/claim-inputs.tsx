import { words } from "../../words/index.ts";
import { Checkbox, SelectField, TextAreaField, TextField } from "../field.tsx";
import { type ClaimSchema, getClaim, readEntries, setClaim } from "./visitor-claims.ts";

const texts = words.siteAudience.visitor;

interface ClaimInputsProps {
  readonly properties: Readonly<Record<string, ClaimSchema>>;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly path?: readonly string[];
  readonly onChange: (claims: Readonly<Record<string, unknown>>) => void;
}

/** Inputs for the claims that a schema describes. */
export function ClaimInputs({ properties, claims, path = [], onChange }: ClaimInputsProps) {
  return (
    <>
      {Object.entries(properties).map(([name, schema]) => {
        const here = [...path, name];
        if (schema.type === "object")
          return (
            <fieldset key={name} class="claim">
              <legend>{here.join(".")}</legend>
              {schema.description && <p class="hint">{schema.description}</p>}
              <ClaimInputs
                properties={schema.properties ?? {}}
                claims={claims}
                path={here}
                onChange={onChange}
              />
            </fieldset>
          );
        return (
          <ClaimInput
            key={name}
            label={here.join(".")}
            schema={schema}
            value={getClaim(claims, here)}
            onChange={(value) => onChange(setClaim(claims, here, value))}
          />
        );
      })}
    </>
  );
}

interface ClaimInputProps {
  readonly label: string;
  readonly schema: ClaimSchema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

function ClaimInput({ label, schema, value, onChange }: ClaimInputProps) {
  const { type, description: hint, items } = schema;
  if (type === "boolean")
    return (
      <SelectField
        {...{ label, hint }}
        value={value === undefined ? "" : String(value)}
        options={[
          { value: "", label: texts.notSet },
          { value: "true", label: texts.yes },
          { value: "false", label: texts.no },
        ]}
        onChange={(text) => onChange(text === "" ? undefined : text === "true")}
      />
    );
  if (type === "array")
    return items?.enum?.length ? (
      <ChosenEntries {...{ label, schema, value, onChange }} values={items.enum} />
    ) : (
      <TextAreaField
        label={label}
        hint={hint === undefined ? texts.listHint : `${hint} ${texts.listHint}`}
        rows={3}
        initialValue={Array.isArray(value) ? value.join("\n") : ""}
        onInput={(text) => onChange(readEntries(text, items))}
      />
    );
  if (type === "string" && schema.enum?.length)
    return (
      <SelectField
        {...{ label, hint }}
        value={value === undefined ? "" : String(value)}
        options={[
          { value: "", label: texts.notSet },
          ...schema.enum.map((option) => ({ value: option, label: option })),
        ]}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  return (
    <TextField
      {...{ label, hint }}
      type={type === "number" ? "number" : "text"}
      value={value === undefined ? "" : String(value)}
      onInput={(text) => onChange(text === "" ? undefined : type === "number" ? Number(text) : text)}
    />
  );
}

function ChosenEntries(props: ClaimInputProps & { readonly values: readonly string[] }) {
  const { label, schema, value, values, onChange } = props;
  const chosen = new Set(Array.isArray(value) ? value.map(String) : []);
  const toggle = (entry: string, isChosen: boolean) => {
    const next = values.filter((other) => (other === entry ? isChosen : chosen.has(other)));
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset class="claim">
      <legend>{label}</legend>
      {schema.description && <p class="hint">{schema.description}</p>}
      {values.map((entry) => (
        <Checkbox
          key={entry}
          label={entry}
          checked={chosen.has(entry)}
          onChange={(isChosen) => toggle(entry, isChosen)}
        />
      ))}
    </fieldset>
  );
}
