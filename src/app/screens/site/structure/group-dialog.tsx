import { FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { addGroup, type SiteRef } from "./change-structure.ts";

/** Asks for the title of a new group. */
export function openNewGroup(site: SiteRef): void {
  openDialog((close) => <GroupDialog site={site} onClose={close} />);
}

function GroupDialog({ site, onClose }: { readonly site: SiteRef; readonly onClose: () => void }) {
  const texts = words.siteStructure;
  return (
    <FormDialog
      title={texts.newGroup}
      action={texts.createGroup}
      onClose={onClose}
      onSubmit={(form) => addGroup(site, String(form.get("title")).trim())}
    >
      <TextField
        label={texts.settings.name}
        name="title"
        required
        maxLength={100}
        autocomplete="off"
        autoFocus
      />
    </FormDialog>
  );
}
