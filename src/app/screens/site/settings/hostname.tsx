import { call } from "../../../data/api.ts";
import type { CustomHostname, SiteAddresses } from "../../../data/api-types.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyButton } from "../../../parts/copy-field.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Form } from "../../../parts/form.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings.hostname;

interface HostnameProps extends SiteSettingsProps {
  readonly record: SiteAddresses["record"];
}

/** The host name of the site: what to enter at the DNS provider, and whether it works. */
export function Hostname({ organization, site, record }: HostnameProps) {
  const save = async (form: FormData) => {
    await call(
      "PATCH /orgs/:organizationId/sites/:siteId",
      { organizationId: organization, siteId: site.id },
      { body: { hostname: String(form.get("hostname")).trim().toLowerCase() || null } },
    );
    refresh(`/orgs/${organization}/sites`, "/custom-hostnames");
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Form
        key={site.hostname}
        kind="plain"
        label={texts.label}
        action={texts.save}
        done={texts.saved}
        labels={{ hostname: texts.field }}
        onSubmit={save}
      >
        <TextField
          label={texts.field}
          name="hostname"
          hint={texts.fieldHint}
          placeholder="docs.example.com"
          required={site.hostname === undefined}
          maxLength={512}
          autocomplete="off"
          initialValue={site.hostname ?? ""}
        />
      </Form>
      {site.hostname && (
        <div class="hostname-details">
          <h3>{texts.record}</h3>
          <DnsRecord name={site.hostname} record={record} />
          <p class="hint">{texts.certificate}</p>
          <State hostname={site.hostname} organization={organization} isPublished={site.published} />
        </div>
      )}
    </section>
  );
}

function DnsRecord({ name, record }: { readonly name: string; readonly record: HostnameProps["record"] }) {
  const rows = [
    [texts.type, record.type],
    [texts.name, name],
    [texts.value, record.value],
  ] as const;
  return (
    <dl class="facts panel">
      {rows.map(([label, value]) => (
        <div key={label} class="dns-row">
          <dt>{label}</dt>
          <dd>
            <code>{value}</code>
            <CopyButton text={value} name={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface StateProps {
  readonly hostname: string;
  readonly organization: string;
  readonly isPublished: boolean;
}

function State({ hostname, organization, isPublished }: StateProps) {
  const state = useQuery("GET /custom-hostnames/:hostname", isPublished ? { hostname } : undefined);
  const check = async () => {
    await attempt(() => call("PATCH /custom-hostnames/:hostname", { hostname }), texts.checked);
    refresh("/custom-hostnames");
  };
  const remove = async () => {
    const { title, ...question } = texts.confirmRemove;
    if (!(await confirm({ ...question, title: title(hostname), isDangerous: true }))) return;
    await attempt(() => call("DELETE /custom-hostnames/:hostname", { hostname }), texts.removed);
    refresh(`/orgs/${organization}/sites`);
  };
  return (
    <>
      <div class="check-state" role="status">
        {isPublished ? (
          <Loaded query={state}>{(loaded) => <Status of={loaded.status} />}</Loaded>
        ) : (
          <p>{texts.inactive}</p>
        )}
      </div>
      <p class="form-actions">
        {isPublished && <Button onClick={check}>{texts.check}</Button>}
        <Button kind="danger" onClick={remove}>
          {texts.remove}
        </Button>
      </p>
    </>
  );
}

function Status({ of: status }: { readonly of: CustomHostname["status"] }) {
  const isLive = status === "live";
  return (
    <p>
      <Badge kind={isLive ? "success" : "warning"}>{isLive ? texts.badges.good : texts.badges.waiting}</Badge>{" "}
      {texts.statuses[status]}
    </p>
  );
}
