import { faPlus, faTrash } from "@fortawesome/free-solid-svg-icons";
import { Button, IconButton } from "../../../../parts/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../../parts/field.tsx";
import { words } from "../../../../words/index.ts";
import { type ClaimType, claimTypes, type EditedClaim, type ItemType, newClaim } from "./edit-schema.ts";

const texts = words.siteAudience.claims;

interface ClaimListProps {
  readonly claims: readonly EditedClaim[];
  /** The path of the claim around them. */
  readonly owner?: string;
  readonly onChange: (claims: readonly EditedClaim[]) => void;
}

/** The server refuses deeper ones. */
const maxDepth = 8;

/** The claims of a schema, or of a claim that groups others. */
export function ClaimList({ claims, owner = "", onChange }: ClaimListProps) {
  const hasUnsigned = claims.some(({ name }) => name === "unsigned");
  const addUnsigned = () => onChange([...claims, newClaim({ name: "unsigned", type: "object" })]);
  return (
    <div class="claims">
      {claims.length === 0 && owner === "" && (
        <p class="hint">
          {texts.empty} {texts.emptyText}
        </p>
      )}
      {claims.map((claim) => (
        <ClaimFields
          key={claim.key}
          claim={claim}
          path={owner === "" ? claim.name : `${owner}.${claim.name}`}
          onChange={(changed) => onChange(claims.map((other) => (other.key === claim.key ? changed : other)))}
          onRemove={() => onChange(claims.filter(({ key }) => key !== claim.key))}
        />
      ))}
      <p class="form-actions">
        <Button icon={faPlus} onClick={() => onChange([...claims, newClaim()])}>
          {owner === "" ? texts.add : texts.addTo(owner)}
        </Button>
        {owner === "" && !hasUnsigned && <Button onClick={addUnsigned}>{texts.addUnsigned}</Button>}
      </p>
    </div>
  );
}

interface ClaimFieldsProps {
  readonly claim: EditedClaim;
  readonly path: string;
  readonly onChange: (claim: EditedClaim) => void;
  readonly onRemove: () => void;
}

function ClaimFields({ claim, path, onChange, onRemove }: ClaimFieldsProps) {
  const set = (changes: Partial<EditedClaim>) => onChange({ ...claim, ...changes });
  const { name, type, itemType, description, values, children } = claim;
  const depth = path.split(".").length;
  const types = claimTypes.filter((value) => value !== "object" || depth <= maxDepth);
  const hasValues = type === "string" || (type === "array" && itemType === "string");
  return (
    <fieldset class="claim">
      <legend>{texts.claim(path)}</legend>
      <div class="claim-fields">
        <TextField
          label={texts.name}
          value={name}
          required
          maxLength={256}
          autocomplete="off"
          onInput={(text) => set({ name: text })}
        />
        <SelectField
          label={texts.type}
          value={type}
          options={types.map((value) => ({ value, label: texts.types[value] }))}
          onChange={(value) => set({ type: value as ClaimType })}
        />
        {type === "array" && (
          <SelectField
            label={texts.items}
            value={itemType}
            options={(["string", "number", "boolean"] as const).map((value) => ({
              value,
              label: texts.types[value],
            }))}
            onChange={(value) => set({ itemType: value as ItemType })}
          />
        )}
        <IconButton icon={faTrash} label={texts.remove(path)} onClick={onRemove} />
      </div>
      <TextField
        label={texts.description}
        value={description}
        onInput={(text) => set({ description: text })}
      />
      {path === "unsigned" && <p class="hint">{texts.unsignedHint}</p>}
      {hasValues && (
        <TextAreaField
          label={texts.values}
          hint={texts.valuesHint}
          rows={3}
          initialValue={values.join("\n")}
          onInput={(text) => set({ values: text.split("\n") })}
        />
      )}
      {type === "object" && (
        <ClaimList claims={children} owner={path} onChange={(changed) => set({ children: changed })} />
      )}
    </fieldset>
  );
}
