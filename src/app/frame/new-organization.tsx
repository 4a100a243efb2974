import { call } from "../data/api.ts";
import { refresh } from "../data/queries.ts";
import { setOrganization } from "../data/session.ts";
import { navigate } from "../navigation/router.ts";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

/** Asks for the name of a new organization, creates it and opens it. */
export function openNewOrganization(): void {
  openDialog((close) => <NewOrganizationDialog onClose={close} />);
}

function NewOrganizationDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = words.frame.createOrganization;
  const create = async (form: FormData) => {
    const body = { title: String(form.get("title")).trim() };
    const { id } = await call("POST /orgs", {}, { body });
    refresh("/orgs");
    setOrganization(id);
    navigate(`/orgs/${id}`);
  };
  return (
    <FormDialog title={words.frame.newOrganization} action={texts.action} onClose={onClose} onSubmit={create}>
      <p>{texts.text}</p>
      <TextField
        label={texts.name}
        name="title"
        required
        maxLength={50}
        autocomplete="organization"
        autoFocus
      />
    </FormDialog>
  );
}
