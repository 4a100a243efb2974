import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { firstPlace, PlaceFields } from "../../../frame/place-fields.tsx";
import { FormDialog } from "../../../parts/dialog.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import type { SpecScreenProps } from "../spec-screen.tsx";
import { defaultSettings, readSettings, SettingsFields } from "./settings-fields.tsx";

/** Asks for a space and a place in it, and makes pages there. */
export function MakePagesDialog({
  organization,
  spec,
  onClose,
}: SpecScreenProps & { readonly onClose: () => void }) {
  const texts = words.openapi.pages;
  const [chosen, setChosen] = useState<string>();
  const [place, setPlace] = useState(firstPlace);
  const list = useList(
    "GET /orgs/:organizationId/spaces",
    { organizationId: organization },
    { limit: 1000 },
    { all: true },
  );
  const spaces = (list.data ?? [])
    .filter(({ permissions }) => permissions.edit)
    .toSorted((a, b) => a.title.localeCompare(b.title));
  const space = spaces.find(({ id }) => id === chosen) ?? spaces[0];
  const make = async (form: FormData) => {
    if (space === undefined) return;
    const { page, changeRequest } = place;
    const body = {
      space: space.id,
      ...(page !== "" && { page }),
      ...(changeRequest !== "" && { changeRequest }),
      ...readSettings(form),
    };
    const params = { organizationId: organization, specSlug: spec };
    await call("POST /orgs/:organizationId/openapi/:specSlug/page-sets", params, { body });
    showDone(texts.made);
    refresh(`/orgs/${organization}/openapi/${spec}/page-sets`);
  };
  return (
    <FormDialog
      title={texts.title}
      action={texts.make}
      onClose={onClose}
      onSubmit={make}
      isDisabled={space === undefined}
    >
      {space === undefined ? (
        <p role="status">{list.isLoading ? texts.loadingSpaces : texts.noSpaces}</p>
      ) : (
        <>
          <SelectField
            label={texts.space}
            value={space.id}
            options={spaces.map(({ id, title }) => ({ value: id, label: title || words.library.untitled }))}
            onChange={(id) => {
              setChosen(id);
              setPlace(firstPlace);
            }}
          />
          <PlaceFields key={space.id} space={space} place={place} onChange={setPlace} />
          <SettingsFields settings={defaultSettings} />
        </>
      )}
    </FormDialog>
  );
}
