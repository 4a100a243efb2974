import { useEffect, useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import { Checkbox, SelectField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { type Grantee, PersonPicker } from "../../parts/person-picker.tsx";
import { words } from "../../words/index.ts";
import { fieldsOf, type RuleFields, type RulesBody, rulesOf, type StoredRules } from "./rules.ts";

const texts = words.mergeRules;
const maxOffered = 5;

type Type = keyof typeof texts.types;

interface MergeRulesFormProps<T extends Type> {
  readonly rules: StoredRules & { readonly type: T };
  readonly organizationId: string;
  readonly types: readonly T[];
  /** What applies if the rules are those of the organization. */
  readonly inherited?: StoredRules | undefined;
  readonly onSave: (rules: RulesBody | { readonly type: Exclude<T, "rules"> }) => Promise<unknown>;
}

/** The rules of merging of a space or an organization. */
export function MergeRulesForm<T extends Type>({
  rules,
  organizationId,
  types,
  inherited,
  onSave,
}: MergeRulesFormProps<T>) {
  const [type, setType] = useState<Type>(rules.type);
  const [fields, setFields] = useState(() => fieldsOf(rules));
  const change = (changes: Partial<RuleFields>) => setFields((before) => ({ ...before, ...changes }));
  const save = () =>
    onSave(
      type === "rules"
        ? { type, rules: rulesOf(fields) }
        : ({ type } as { readonly type: Exclude<T, "rules"> }),
    );
  return (
    <section class="section">
      <Form label={texts.label} action={words.common.save} done={texts.saved} onSubmit={save}>
        <SelectField
          label={texts.which}
          hint={type === "inherit" && inherited ? hintOf(inherited) : undefined}
          value={type}
          options={types.map((value) => ({ value, label: texts.types[value] }))}
          onChange={(value) => setType(types.find((name) => name === value) ?? rules.type)}
        />
        {type === "rules" && (
          <RulesFields fields={fields} organizationId={organizationId} onChange={change} />
        )}
      </Form>
    </section>
  );
}

function hintOf({ rules = [] }: StoredRules): string {
  return rules.length > 0 ? texts.inherited : texts.inheritedNone;
}

interface FieldsProps {
  readonly fields: RuleFields;
  readonly organizationId: string;
  readonly onChange: (changes: Partial<RuleFields>) => void;
}

function RulesFields({ fields, organizationId, onChange }: FieldsProps) {
  const { approvals, merger, flags } = fields;
  const counts = Array.from({ length: Math.max(maxOffered, approvals) + 1 }, (_, count) => count);
  const flag = (rule: string, label: string, hint?: string) => (
    <Checkbox
      label={label}
      {...(hint !== undefined && { hint })}
      checked={flags.has(rule)}
      onChange={(isChecked) =>
        onChange({ flags: isChecked ? new Set([...flags, rule]) : flags.difference(new Set([rule])) })
      }
    />
  );
  const people = (name: "all" | "one" | "bypass") => (
    <People
      key={name}
      label={texts[name]}
      organizationId={organizationId}
      ids={fields[name]}
      onChange={(ids) => onChange({ [name]: ids })}
    />
  );
  return (
    <>
      <SelectField
        label={texts.approvals}
        hint={texts.approvalsHint}
        value={String(approvals)}
        options={counts.map((count) => ({ value: String(count), label: texts.approvalCounts(count) }))}
        onChange={(value) => onChange({ approvals: Number(value) })}
      />
      {flag("ignore_outdated_reviews", texts.outdated, texts.outdatedHint)}
      {flag("require_all_reviews_approved", texts.settled, texts.settledHint)}
      <SelectField
        label={texts.who}
        value={merger}
        options={mergers.map((value) => ({ value, label: texts.merger[value] }))}
        onChange={(value) => onChange({ merger: mergers.find((name) => name === value) ?? "any" })}
      />
      {people("all")}
      {people("one")}
      {flag("require_up_to_date_change_request", texts.upToDate)}
      {flag("require_change_request_subject", texts.subject)}
      {flag("require_change_request_description", texts.text)}
      {people("bypass")}
      <p class="hint">{texts.bypassHint}</p>
      <p class="hint">{texts.locked}</p>
    </>
  );
}

const mergers = ["any", "others", "author"] as const;

interface PeopleProps {
  readonly label: string;
  readonly organizationId: string;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** People, whose names are loaded: rules have their ids. */
function People({ label, organizationId, ids, onChange }: PeopleProps) {
  const [known, setKnown] = useState<ReadonlyMap<string, Grantee>>(new Map());
  useEffect(() => {
    const load = async (userId: string): Promise<[string, Grantee]> => {
      const user = await call("GET /users/:userId", { userId }).catch(() => undefined);
      return [
        userId,
        { kind: "user", id: userId, name: user?.displayName ?? userId, note: user?.email ?? "" },
      ];
    };
    void Promise.all(ids.map(load)).then((users) => setKnown((before) => new Map([...users, ...before])));
  }, []);
  const chosen = ids.map((id) => known.get(id) ?? { kind: "user" as const, id, name: "…" });
  return (
    <PersonPicker
      label={label}
      organizationId={organizationId}
      chosen={chosen}
      onChange={(people) => {
        setKnown((before) => new Map([...before, ...people.map((person) => [person.id, person] as const)]));
        onChange(people.map(({ id }) => id));
      }}
    />
  );
}
