import { useState } from "preact/hooks";
import { type Body, call } from "../../../data/api.ts";
import type { TranslationSettings } from "../../../data/api-types.ts";
import { languageName, languages } from "../../../data/languages.ts";
import { refresh } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { FormDialog } from "../../../parts/dialog.tsx";
import { Checkbox, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";

const texts = words.translations;
const route = "/orgs/:organizationId/translations";

interface TranslationDialogProps {
  readonly organization: string;
  /** Undefined if new ones are created. */
  readonly settings: TranslationSettings | undefined;
  readonly onClose: () => void;
}

/** The title and the target languages of translation settings. */
export function TranslationDialog({ organization, settings, onClose }: TranslationDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(settings?.languages ?? []);
  const toggle = (code: string, isChecked: boolean) =>
    setChosen(isChecked ? [...chosen, code] : chosen.filter((other) => other !== code));
  const save = async (form: FormData) => {
    const body = {
      title: String(form.get("title")).trim(),
      languages: chosen,
    } as Body<`POST ${typeof route}`>;
    const params = { organizationId: organization };
    if (settings === undefined) await call(`POST ${route}`, params, { body });
    else
      await call(
        `PUT ${route}/:translationSettingsId`,
        { ...params, translationSettingsId: settings.id },
        { body },
      );
    refresh(`/orgs/${organization}/translations`);
    showDone(texts.saved);
  };
  const isNew = settings === undefined;
  return (
    <FormDialog
      title={isNew ? texts.add : texts.editTitle}
      size="wide"
      action={isNew ? texts.create : words.common.save}
      labels={{ title: texts.name, languages: texts.languages }}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={texts.name}
        name="title"
        required
        maxLength={100}
        initialValue={settings?.title ?? ""}
        autoFocus
      />
      <fieldset class="language-choices">
        <legend>{texts.languages}</legend>
        {languages.map((code) => (
          <Checkbox
            key={code}
            label={languageName(code)}
            checked={chosen.includes(code)}
            onChange={(isChecked) => toggle(code, isChecked)}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
