import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import { changeStoredItems } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { navigate } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings.danger;

/** Deletes a site after its title was typed. */
export function DeleteSite({ organization, site }: SiteSettingsProps) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = async () => {
    await call("DELETE /orgs/:organizationId/sites/:siteId", {
      organizationId: organization,
      siteId: site.id,
    });
    changeStoredItems<{ readonly id: string }>(`/orgs/${organization}/sites`, (item) =>
      item.id === site.id ? undefined : item,
    );
    showDone(texts.deleted(site.title));
    navigate(`/orgs/${organization}/sites`);
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      {isAsking && (
        <FormDialog
          title={texts.dialog(site.title)}
          action={texts.action}
          isDangerous
          isDisabled={typed.trim() !== site.title.trim()}
          onClose={() => {
            setAsking(false);
            setTyped("");
          }}
          onSubmit={remove}
        >
          <p>{texts.text}</p>
          <TextField
            label={texts.confirm(site.title)}
            value={typed}
            autocomplete="off"
            autoFocus
            onInput={setTyped}
          />
        </FormDialog>
      )}
    </section>
  );
}
