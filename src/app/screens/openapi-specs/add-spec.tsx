import { call } from "../../data/api.ts";
import { refresh } from "../../data/queries.ts";
import { navigate } from "../../navigation/router.ts";
import { FormDialog } from "../../parts/dialog.tsx";
import { Checkbox, TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";
import { keepText } from "./kept-text.ts";
import { readSource, SourceFields } from "./source-fields.tsx";

interface AddSpecProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

/** Adds a spec and opens its screen, where it is shown being read. */
export function AddSpecDialog({ organizationId, onClose }: AddSpecProps) {
  const texts = words.openapi.add;
  const add = async (form: FormData) => {
    const slug = String(form.get("slug")).trim();
    const body = { slug, source: await readSource(form) };
    let spec = await call("POST /orgs/:organizationId/openapi", { organizationId }, { body });
    if (form.get("public") !== null)
      spec = await call(
        "PATCH /orgs/:organizationId/openapi/:specSlug",
        { organizationId, specSlug: slug },
        { body: { visibility: "public" } },
      );
    keepText(organizationId, spec, body.source.text);
    refresh(`/orgs/${organizationId}/openapi`);
    navigate(`/orgs/${organizationId}/openapi/${slug}`);
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.action}
      onClose={onClose}
      onSubmit={add}
      labels={texts.labels}
      closing="deliberate"
    >
      <TextField
        label={texts.name}
        name="slug"
        hint={texts.nameHint}
        maxLength={100}
        autocomplete="off"
        autoFocus
        required
      />
      <SourceFields />
      <Checkbox label={texts.isPublic} hint={texts.isPublicHint} name="public" checked={false} />
    </FormDialog>
  );
}
