import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { ChoiceField } from "../../parts/choice-field.tsx";
import { TextField } from "../../parts/field.tsx";
import { words } from "../../words/index.ts";
import { changeDraft, type SiteDraft } from "./draft.ts";
import { isPath, maxPathLength } from "./site-path.ts";
import { hasName, type StepProps } from "./steps.ts";

const visibilities = ["public", "unlisted", "share-link", "visitor-auth"] as const;

/** The second step: the title, where the site will be, and who can read it. */
export function AddressStep({ organizationId, draft, base, path, isAdmin, goTo }: StepProps) {
  const texts = words.siteCreation;
  const [isChecked, setChecked] = useState(false);
  const change = (changes: Partial<SiteDraft>) => changeDraft(organizationId, changes);
  const isTitlePossible = draft.title.trim().length >= 2;
  const pathError = draft.path !== undefined && !isPath(draft.path) ? texts.invalidPath : undefined;
  const url = base === undefined ? undefined : `${base}/${path === "" ? "…" : encodeURI(path)}`;
  return (
    <form
      class="form"
      aria-label={texts.steps.address}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (hasName(draft)) goTo("check");
      }}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={isChecked && !isTitlePossible ? texts.shortTitle : undefined}
        value={draft.title}
        required
        maxLength={128}
        autocomplete="off"
        onInput={(title) => change({ title })}
      />
      {isAdmin ? (
        <TextField
          label={texts.path}
          hint={url === undefined ? texts.pathHint : texts.willBe(url)}
          error={pathError}
          value={path}
          maxLength={maxPathLength}
          autocomplete="off"
          onInput={(typed) => change({ path: typed })}
        />
      ) : (
        <p class="hint">{texts.pathByAdmins}</p>
      )}
      <ChoiceField
        label={texts.visibility}
        value={draft.visibility}
        choices={visibilities.map((value) => ({
          ...{ value, label: words.sites.visibility[value], hint: words.sites.readers[value] },
        }))}
        onChange={(visibility) => change({ visibility })}
      />
      <div class="form-actions">
        <Button onClick={() => goTo("content")}>{texts.back}</Button>
        <Button kind="primary" type="submit">
          {texts.next}
        </Button>
      </div>
    </form>
  );
}
