import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Integration, Organization } from "../../../data/api-types.ts";
import { refresh } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { navigate } from "../../../navigation/router.ts";
import { FormDialog } from "../../../parts/dialog.tsx";
import { SelectField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { ScopeList } from "./scope-list.tsx";

interface InstallDialogProps {
  readonly integration: Integration;
  /** The organizations in which the user may install it. */
  readonly organizations: readonly Organization[];
  readonly initial: string;
  readonly onClose: () => void;
}

/** Installs an integration into an organization, and opens its configuration. */
export function InstallDialog({ integration, organizations, initial, onClose }: InstallDialogProps) {
  const texts = words.integrations.install;
  const { name, title, scopes, target } = integration;
  const [organization, setOrganization] = useState(initial);
  const install = async () => {
    const { id } = await call(
      "POST /integrations/:integrationName/installations",
      { integrationName: name },
      { body: { organization } },
    );
    refresh(`/orgs/${organization}`, `/integrations/${name}`);
    showDone(texts.done);
    navigate(`/integrations/${name}/installations/${id}`);
  };
  return (
    <FormDialog title={texts.title(title)} action={texts.confirm} onClose={onClose} onSubmit={install}>
      <SelectField
        label={texts.organization}
        value={organization}
        options={organizations.map(({ id: value, title: label }) => ({ value, label }))}
        onChange={setOrganization}
      />
      {scopes.length > 0 && (
        <div>
          <p>{texts.asks}</p>
          <ScopeList scopes={scopes} />
        </div>
      )}
      <p class="hint">
        {scopes.length > 0 && `${words.integrations.scopesTruth} `}
        {texts.next[target]}
      </p>
    </FormDialog>
  );
}
