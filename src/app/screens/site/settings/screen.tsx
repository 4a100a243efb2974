import { call } from "../../../data/api.ts";
import { refresh } from "../../../data/queries.ts";
import { TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { words } from "../../../words/index.ts";
import { SiteScreen, type SiteScreenProps } from "../site-screen.tsx";
import { Addresses } from "./addresses.tsx";
import { DeleteSite } from "./delete-site.tsx";
import { Integrations } from "./integrations.tsx";
import { Languages } from "./languages.tsx";
import { McpServers } from "./mcp-servers.tsx";
import { People } from "./people.tsx";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings;

/** The settings of a site: its title, its addresses, its languages, who works on it. */
export function Screen({ organization, site: siteId }: SiteScreenProps) {
  return (
    <SiteScreen organization={organization} site={siteId}>
      {(site) => {
        const props = { organization, site };
        const isAdmin = site.permissions.admin;
        return (
          <>
            {isAdmin ? <General {...props} /> : <p class="section-text">{texts.onlyAdmins}</p>}
            <Addresses {...props} />
            <Languages {...props} />
            {isAdmin && <McpServers {...props} />}
            <Integrations {...props} />
            <People {...props} />
            {isAdmin && <DeleteSite {...props} />}
          </>
        );
      }}
    </SiteScreen>
  );
}

function General({ organization, site }: SiteSettingsProps) {
  const save = async (form: FormData) => {
    await call(
      "PATCH /orgs/:organizationId/sites/:siteId",
      { organizationId: organization, siteId: site.id },
      { body: { title: String(form.get("title")).trim() } },
    );
    refresh(`/orgs/${organization}/sites`);
  };
  return (
    <section class="section">
      <h2>{texts.general}</h2>
      <Form
        label={texts.general}
        action={words.common.save}
        done={texts.saved}
        labels={{ title: texts.name }}
        onSubmit={save}
      >
        <TextField
          label={texts.name}
          name="title"
          required
          minLength={2}
          maxLength={128}
          initialValue={site.title}
        />
      </Form>
    </section>
  );
}
