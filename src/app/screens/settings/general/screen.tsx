import { useState } from "preact/hooks";
import type { Organization } from "../../../data/api-types.ts";
import { useList } from "../../../data/queries.ts";
import { Checkbox, SelectField, TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { RoleField } from "../../../parts/role-select.tsx";
import { words } from "../../../words/index.ts";
import { EmailDomains } from "../email-domains.tsx";
import { SettingsScreen, updateOrganization } from "../settings-screen.tsx";

const texts = words.settings.general;

/** The settings of an organization, except single sign-on. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <SettingsScreen organization={organization}>
      {(loaded) => (
        <>
          <General key={loaded.id} organization={loaded} />
          <EmailDomains key={`${loaded.id} domains`} organization={loaded} />
        </>
      )}
    </SettingsScreen>
  );
}

function General({ organization }: { readonly organization: Organization }) {
  const { id, title, hostname, urls } = organization;
  const [role, setRole] = useState(organization.defaultRole);
  const [site, setSite] = useState(organization.defaultContent?.site ?? "");
  const [hasLinks, setLinks] = useState(organization.inviteLinks);
  const [hasAi, setAi] = useState(organization.ai);
  const sites = useList(
    "GET /orgs/:organizationId/sites",
    { organizationId: id },
    { limit: 1000 },
    { all: true },
  ).data;
  const save = (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim();
    return updateOrganization(id, {
      title: text("title"),
      // A hostname can be changed but not removed.
      ...(text("hostname") && { hostname: text("hostname") }),
      logo: text("logo") || null,
      defaultRole: role,
      // The schema of the API allows null, which removes it; the generated type does not.
      defaultContent: (site === "" ? null : { type: "site", site }) as { type: "site"; site: string },
      inviteLinks: hasLinks,
      ai: hasAi,
    });
  };
  return (
    <section class="section">
      <Form
        label={texts.label}
        action={words.common.save}
        done={words.settings.saved}
        labels={{ title: texts.name, hostname: texts.hostname, logo: texts.logo }}
        onSubmit={save}
      >
        <TextField
          label={texts.name}
          name="title"
          required
          minLength={2}
          maxLength={255}
          initialValue={title}
        />
        <TextField
          label={texts.hostname}
          name="hostname"
          hint={texts.hostnameHint}
          required={hostname !== undefined}
          maxLength={32}
          autocomplete="off"
          initialValue={hostname ?? ""}
        />
        <TextField
          label={texts.logo}
          name="logo"
          type="url"
          hint={texts.logoHint}
          initialValue={urls.logo ?? ""}
        />
        <SelectField
          label={texts.defaultSite}
          hint={texts.defaultSiteHint}
          value={site}
          options={[
            { value: "", label: texts.noSite },
            ...(sites ?? []).map(({ id: value, title: label }) => ({ value, label })),
          ]}
          onChange={setSite}
        />
        <RoleField label={texts.defaultRole} value={role} allowsGuest onChange={setRole} />
        <Checkbox
          label={texts.inviteLinks}
          hint={texts.inviteLinksHint}
          checked={hasLinks}
          onChange={setLinks}
        />
        <Checkbox label={texts.ai} hint={texts.aiHint} checked={hasAi} onChange={setAi} />
      </Form>
    </section>
  );
}
