import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import { refresh } from "../../../data/queries.ts";
import { useOrganizations } from "../../../data/session.ts";
import { FormDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.account.tokens;

/** The days after which a token expires; empty is never. */
const expiries = ["7", "30", "90", "365", ""] as const;

/** Creates an API token and hands it over: the server does not show it again. */
export function NewTokenDialog({
  onCreated,
  onClose,
}: {
  readonly onCreated: (token: string) => void;
  readonly onClose: () => void;
}) {
  const organizations = useOrganizations() ?? [];
  const [days, setDays] = useState<string>("30");
  const [organization, setOrganization] = useState("");
  const create = async (form: FormData) => {
    const expiresAt = new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    const reply = await call(
      "POST /user/tokens",
      {},
      {
        body: {
          name: String(form.get("name")).trim(),
          ...(days && { expiresAt }),
          ...(organization && { organization }),
        },
      },
    );
    refresh("/user/tokens");
    onCreated(reply.token);
  };
  return (
    <FormDialog title={texts.createTitle} action={words.common.create} onClose={onClose} onSubmit={create}>
      <TextField label={texts.name} name="name" hint={texts.nameHint} required maxLength={100} autoFocus />
      <SelectField
        label={texts.expiry}
        value={days}
        options={expiries.map((value) => ({ value, label: texts.expiries[value] }))}
        onChange={setDays}
      />
      <SelectField
        label={texts.organization}
        hint={texts.organizationHint}
        value={organization}
        options={[
          { value: "", label: texts.everywhere },
          ...organizations.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={setOrganization}
      />
    </FormDialog>
  );
}
