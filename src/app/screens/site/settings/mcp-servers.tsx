import { faEllipsis, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { ApiError, call } from "../../../data/api.ts";
import type { SiteMcpServer } from "../../../data/api-types.ts";
import { refresh, useList, useQuery } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm, FormDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { parseHeaders, writeHeaders } from "./headers.ts";
import type { SiteSettingsProps } from "./settings-props.ts";

const texts = words.siteSettings.mcp;
const route = "/orgs/:organizationId/sites/:siteId/mcp-servers";

/** Further MCP servers of a site. */
export function McpServers({ organization, site }: SiteSettingsProps) {
  const [edited, setEdited] = useState<SiteMcpServer | "new">();
  const params = { organizationId: organization, siteId: site.id };
  const list = useList(`GET ${route}`, params, { limit: 100 }, { all: true });
  const refreshServers = () => refresh(`/orgs/${organization}/sites/${site.id}/mcp-servers`);
  const remove = async ({ id, name }: SiteMcpServer) => {
    const { title, ...question } = texts.confirmDelete;
    if (!(await confirm({ ...question, title: title(name), isDangerous: true }))) return;
    const ofServer = { ...params, siteMcpServerId: id };
    await attempt(() => call(`DELETE ${route}/:siteMcpServerId`, ofServer), texts.deleted);
    refreshServers();
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">{texts.text}</p>
      <Loaded query={list}>
        {(servers) => (
          <ul class="panel rows" aria-label={texts.list}>
            {servers.map((server) => (
              <li key={server.id}>
                <div class="row-main">
                  <span class="row-title">{server.name}</span>
                  <span class="row-note">{server.url}</span>
                </div>
                <Badge>{texts.transports[server.transport]}</Badge>
                <Menu
                  label={texts.actions(server.name)}
                  items={[
                    { label: texts.edit, onSelect: () => setEdited(server) },
                    { label: texts.delete, isDangerous: true, onSelect: () => remove(server) },
                  ]}
                >
                  <Icon of={faEllipsis} />
                </Menu>
              </li>
            ))}
            {servers.length === 0 && <li class="muted">{texts.empty}</li>}
          </ul>
        )}
      </Loaded>
      <p class="section-actions">
        <Button icon={faPlus} onClick={() => setEdited("new")}>
          {texts.add}
        </Button>
      </p>
      {edited && (
        <ServerDialog
          params={params}
          server={edited === "new" ? undefined : edited}
          onSaved={refreshServers}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

interface ServerDialogProps {
  readonly params: { readonly organizationId: string; readonly siteId: string };
  readonly server: SiteMcpServer | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

function ServerDialog({ params, server, onSaved, onClose }: ServerDialogProps) {
  const [transport, setTransport] = useState<SiteMcpServer["transport"]>(server?.transport ?? "http");
  const conditions =
    useQuery("GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions", params).data
      ?.items ?? [];
  const save = async (form: FormData) => {
    const text = (name: string) => String(form.get(name)).trim();
    const { headers, wrong } = parseHeaders(text("headers"));
    if (wrong !== undefined) throw new ApiError(400, texts.headersWrong(wrong));
    const body = {
      ...{ name: text("name"), url: text("url"), transport, headers },
      condition: text("condition") || null,
    };
    if (server === undefined) await call(`POST ${route}`, params, { body });
    else await call(`PATCH ${route}/:siteMcpServerId`, { ...params, siteMcpServerId: server.id }, { body });
    onSaved();
    showDone(texts.saved);
  };
  return (
    <FormDialog
      title={server === undefined ? texts.addTitle : texts.editTitle}
      action={server === undefined ? texts.add : words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={texts.name}
        name="name"
        required
        maxLength={100}
        initialValue={server?.name ?? ""}
        autoFocus
      />
      <TextField label={texts.url} name="url" type="url" required initialValue={server?.url ?? ""} />
      <SelectField
        label={texts.transport}
        value={transport}
        options={(["http", "sse"] as const).map((value) => ({ value, label: texts.transports[value] }))}
        onChange={(value) => setTransport(value as SiteMcpServer["transport"])}
      />
      <TextAreaField
        label={texts.headers}
        name="headers"
        hint={texts.headersHint}
        rows={3}
        isCode
        initialValue={writeHeaders(server?.headers ?? {})}
      />
      <TextField
        label={texts.condition}
        name="condition"
        hint={texts.conditionHint}
        autocomplete="off"
        suggestions={conditions.map(({ condition: value, description: label }) => ({ value, label }))}
        initialValue={server?.condition ?? ""}
      />
    </FormDialog>
  );
}
