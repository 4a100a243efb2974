import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { SAMLProvider } from "../../../data/api-types.ts";
import { changeStoredItems, refresh, useList, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { RoleField } from "../../../parts/role-select.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";

const texts = words.settings.provider;

interface ProviderProps {
  readonly organizationId: string;
  readonly provider: SAMLProvider;
}

/** A SAML identity provider: what to copy to it, what to paste from it, and what its people become. */
export function Screen({
  organization,
  provider,
}: {
  readonly organization: string;
  readonly provider: string;
}) {
  const query = useQuery("GET /orgs/:organizationId/saml/:samlProviderId", {
    organizationId: organization,
    samlProviderId: provider,
  });
  return (
    <Loaded query={query}>
      {(loaded) => <Provider key={loaded.id} organizationId={organization} provider={loaded} />}
    </Loaded>
  );
}

function Provider({ organizationId, provider }: ProviderProps) {
  const settings = words.settings;
  const isActive = provider.status === "active";
  return (
    <>
      <ScreenHeader
        title={provider.label}
        crumbs={[{ label: settings.tabs.sso, href: urlOf(`/orgs/${organizationId}/settings/sso`) }]}
      >
        <Badge kind={isActive ? "success" : "warning"}>{settings.sso[provider.status]}</Badge>
        <Button kind="danger" onClick={() => deleteProvider({ organizationId, provider })}>
          {texts.delete}
        </Button>
      </ScreenHeader>
      <section class="section">
        <h2>{texts.copyTitle}</h2>
        <p class="section-text">{texts.copyText}</p>
        <div class="form">
          <CopyField label={texts.acs} hint={texts.acsHint} value={provider.service.acsURL} />
          <CopyField label={texts.entity} hint={texts.entityHint} value={provider.service.entityID} />
          <p>
            <a href={provider.service.entityID} target="_blank" rel="noreferrer">
              {texts.metadata}
            </a>
          </p>
          <p class="hint">{texts.attribute}</p>
        </div>
      </section>
      <ProviderValues organizationId={organizationId} provider={provider} />
      <section class="section">
        <h2>{texts.tryTitle}</h2>
        <p class="section-text">{isActive ? texts.tryText : texts.notYet}</p>
        {isActive && (
          <div class="form">
            <CopyField label={texts.start} value={provider.service.startURL} />
          </div>
        )}
      </section>
      <NewMembers organizationId={organizationId} provider={provider} />
    </>
  );
}

async function update(
  { organizationId, provider }: ProviderProps,
  body: {
    readonly label?: string;
    readonly entityID?: string;
    readonly ssoURL?: string;
    readonly certificate?: string;
    readonly defaultRole?: SAMLProvider["defaultRole"];
    readonly defaultTeam?: string | null;
  },
): Promise<void> {
  await call(
    "PATCH /orgs/:organizationId/saml/:samlProviderId",
    { organizationId, samlProviderId: provider.id },
    { body },
  );
  refresh(`/orgs/${organizationId}/saml`);
}

async function deleteProvider({ organizationId, provider }: ProviderProps): Promise<void> {
  const { title, text, action } = texts.confirmDelete;
  if (!(await confirm({ title: title(provider.label), text, action, isDangerous: true }))) return;
  const params = { organizationId, samlProviderId: provider.id };
  const deleted = await attempt(
    () => call("DELETE /orgs/:organizationId/saml/:samlProviderId", params),
    texts.deleted,
  );
  if (deleted === undefined) return;
  changeStoredItems<SAMLProvider>(`/orgs/${organizationId}/saml`, (item) =>
    item.id === provider.id ? undefined : item,
  );
  navigate(`/orgs/${organizationId}/settings/sso`);
}

function ProviderValues(props: ProviderProps) {
  const { provider } = props;
  const save = (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim();
    return update(props, {
      label: text("label"),
      entityID: text("entityID"),
      // An empty address is no address: it is left as it is.
      ...(text("ssoURL") && { ssoURL: text("ssoURL") }),
      certificate: text("certificate"),
    });
  };
  return (
    <section class="section">
      <h2>{texts.pasteTitle}</h2>
      <Form
        label={texts.pasteLabel}
        action={words.common.save}
        done={texts.saved}
        labels={{ entityID: texts.entityId, ssoURL: texts.ssoUrl, certificate: texts.certificate }}
        onSubmit={save}
      >
        <TextField label={texts.name} name="label" required maxLength={30} initialValue={provider.label} />
        <TextField
          label={texts.entityId}
          name="entityID"
          hint={texts.entityIdHint}
          initialValue={provider.entityID ?? ""}
        />
        <TextField
          label={texts.ssoUrl}
          name="ssoURL"
          type="url"
          hint={texts.ssoUrlHint}
          initialValue={provider.ssoURL ?? ""}
        />
        <TextAreaField
          label={texts.certificate}
          name="certificate"
          rows={6}
          isCode
          hint={texts.certificateHint}
          placeholder="-----BEGIN CERTIFICATE-----"
          initialValue={provider.certificate}
        />
      </Form>
    </section>
  );
}

function NewMembers(props: ProviderProps) {
  const { organizationId, provider } = props;
  const [role, setRole] = useState(provider.defaultRole);
  const [team, setTeam] = useState(provider.defaultTeam?.id ?? "");
  const teams = useList(
    "GET /orgs/:organizationId/teams",
    { organizationId },
    { limit: 1000 },
    { all: true },
  ).data;
  return (
    <section class="section">
      <h2>{texts.membersTitle}</h2>
      <Form
        kind="plain"
        label={texts.membersLabel}
        action={words.common.save}
        done={texts.saved}
        onSubmit={() => update(props, { defaultRole: role, defaultTeam: team || null })}
      >
        <RoleField label={texts.role} value={role} allowsGuest onChange={setRole} />
        <SelectField
          label={texts.team}
          value={team}
          options={[
            { value: "", label: texts.noTeam },
            ...(teams ?? []).map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={setTeam}
        />
      </Form>
    </section>
  );
}
