import { faKey, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Organization, SAMLProvider } from "../../../data/api-types.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog } from "../../../parts/dialog.tsx";
import { Checkbox, TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Badge } from "../../../parts/small.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { EmailDomains } from "../email-domains.tsx";
import { SettingsScreen, updateOrganization } from "../settings-screen.tsx";
import { OpenIdConnect } from "./openid-connect.tsx";

const texts = words.settings.sso;

/** How the people of an organization sign in. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <SettingsScreen organization={organization}>
      {(loaded) => <SingleSignOn organization={loaded} />}
    </SettingsScreen>
  );
}

function SingleSignOn({ organization }: { readonly organization: Organization }) {
  const [isAdding, setAdding] = useState(false);
  const providers = useList(
    "GET /orgs/:organizationId/saml",
    { organizationId: organization.id },
    { limit: 1000 },
    { all: true },
  );
  const addButton = (
    <Button icon={faPlus} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <section class="section">
        <h2>{texts.providers}</h2>
        <p class="section-text">{texts.providersText}</p>
        <Loaded query={providers}>
          {(items) =>
            items.length === 0 ? (
              <EmptyState icon={faKey} title={texts.noProviders} text={texts.noProvidersText}>
                {addButton}
              </EmptyState>
            ) : (
              <>
                <ul class="panel rows" aria-label={texts.list}>
                  {items.map((provider) => (
                    <ProviderRow key={provider.id} organizationId={organization.id} provider={provider} />
                  ))}
                </ul>
                <p class="section-actions">{addButton}</p>
              </>
            )
          }
        </Loaded>
      </section>
      <RequireSso
        organization={organization}
        hasProvider={providers.data?.some(({ status }) => status === "active") ?? false}
      />
      <EmailDomains organization={organization} />
      <OpenIdConnect />
      {isAdding && <AddDialog organizationId={organization.id} onClose={() => setAdding(false)} />}
    </>
  );
}

function ProviderRow({
  organizationId,
  provider: { id, label, status, entityID },
}: {
  readonly organizationId: string;
  readonly provider: SAMLProvider;
}) {
  return (
    <li>
      <span class="row-icon">
        <Icon of={faKey} />
      </span>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organizationId}/settings/sso/${id}`)}>
          {label}
        </a>
        <span class="row-note">{entityID}</span>
      </div>
      <Badge kind={status === "active" ? "success" : "warning"}>{texts[status]}</Badge>
    </li>
  );
}

function RequireSso({
  organization,
  hasProvider,
}: {
  readonly organization: Organization;
  readonly hasProvider: boolean;
}) {
  const { id, emailDomains } = organization;
  const [sso, setSso] = useState(organization.sso);
  const missing = hasProvider
    ? emailDomains.length === 0
      ? texts.requireNeedsDomain
      : undefined
    : texts.requireNeedsProvider;
  const change = async (isRequired: boolean) => {
    setSso(isRequired);
    const done = isRequired ? texts.required : texts.notRequired;
    if (!(await attempt(() => updateOrganization(id, { sso: isRequired }), done))) setSso(!isRequired);
  };
  return (
    <section class="section">
      <h2>{texts.requireTitle}</h2>
      <Checkbox
        label={texts.require}
        hint={sso ? texts.requireHint : (missing ?? texts.requireHint)}
        checked={sso}
        disabled={!sso && missing !== undefined}
        onChange={change}
      />
    </section>
  );
}

function AddDialog({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) {
  const add = async (form: FormData) => {
    const provider = await call(
      "POST /orgs/:organizationId/saml",
      { organizationId },
      { body: { label: String(form.get("label")) } },
    );
    refresh(`/orgs/${organizationId}/saml`);
    navigate(`/orgs/${organizationId}/settings/sso/${provider.id}`);
  };
  return (
    <FormDialog title={texts.addTitle} action={texts.add} onClose={onClose} onSubmit={add}>
      <TextField label={texts.label} name="label" hint={texts.labelHint} required maxLength={30} autoFocus />
    </FormDialog>
  );
}
