import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { SiteAddresses } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { Hostname } from "./hostname.tsx";
import type { SiteSettingsProps } from "./settings-props.ts";

const { address: texts, proxy: proxyTexts } = words.siteSettings;

/** Where readers find the site: on this server, at a domain of its own, or below another website. */
export function Addresses(props: SiteSettingsProps) {
  const { organization, site } = props;
  const addresses = useQuery("GET /orgs/:organizationId/sites/:siteId/addresses", {
    organizationId: organization,
    siteId: site.id,
  });
  return (
    <>
      <section class="section">
        <h2>{texts.title}</h2>
        <Loaded query={addresses}>
          {(loaded) => (
            <>
              <div class="form">
                <CopyField label={texts.now} value={loaded.public} />
              </div>
              {site.permissions.admin && <Basename key={loaded.server} {...props} server={loaded.server} />}
            </>
          )}
        </Loaded>
      </section>
      {site.permissions.admin && (
        <Loaded query={addresses}>
          {(loaded: SiteAddresses) => (
            <>
              <Hostname {...props} record={loaded.record} />
              <ProxyPath {...props} server={loaded.server} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

interface ServerProps extends SiteSettingsProps {
  /** The address of the site on this server. */
  readonly server: string;
}

async function updateSite(
  { organization, site }: SiteSettingsProps,
  body: { readonly basename?: string | null; readonly proxy?: string | null },
): Promise<void> {
  await call(
    "PATCH /orgs/:organizationId/sites/:siteId",
    { organizationId: organization, siteId: site.id },
    { body },
  );
  refresh(`/orgs/${organization}/sites`);
}

function Basename({ server, ...props }: ServerProps) {
  const { site } = props;
  const [name, setName] = useState(site.basename ?? "");
  const changed = server.replace(/[^/]*$/, name.trim() || site.id);
  return (
    <Form
      kind="plain"
      label={texts.label}
      action={texts.save}
      done={texts.saved}
      labels={{ basename: texts.basename }}
      onSubmit={() => updateSite(props, { basename: name.trim() || null })}
    >
      <TextField
        label={texts.basename}
        hint={texts.basenameHint}
        value={name}
        maxLength={100}
        autocomplete="off"
        onInput={setName}
      />
      <p class={changed === server ? "hidden-text" : "site-notice"} role="status">
        {changed !== server &&
          (site.basename === undefined ? texts.changes(changed) : texts.breaks(server, changed))}
      </p>
    </Form>
  );
}

function ProxyPath({ server, ...props }: ServerProps) {
  const { site } = props;
  return (
    <section class="section">
      <h2>{proxyTexts.title}</h2>
      <p class="section-text">{proxyTexts.text}</p>
      <Form
        kind="plain"
        label={proxyTexts.label}
        action={proxyTexts.save}
        done={proxyTexts.saved}
        labels={{ proxy: proxyTexts.field }}
        onSubmit={(form) => updateSite(props, { proxy: String(form.get("proxy")).trim() || null })}
      >
        <TextField
          label={proxyTexts.field}
          name="proxy"
          hint={proxyTexts.fieldHint}
          placeholder="example.com/docs"
          maxLength={512}
          autocomplete="off"
          initialValue={site.proxy?.origin ?? ""}
        />
        {site.proxy && <CopyField label={proxyTexts.target} value={server} />}
      </Form>
    </section>
  );
}
