import { faEllipsis, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { ShareLink } from "../../../data/api-types.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { confirm, FormDialog, openDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import type { SitePartProps } from "./audience-screen.tsx";

const texts = words.siteAudience.links;
const linkRoute = "/orgs/:organizationId/sites/:siteId/share-links/:shareLinkId";

/** The links with which people open a site that is shared by links. */
export function ShareLinks({ organization, site }: SitePartProps) {
  const [isCreating, setCreating] = useState(false);
  const params = { organizationId: organization, siteId: site.id };
  const list = useList(
    "GET /orgs/:organizationId/sites/:siteId/share-links",
    params,
    { limit: 100 },
    { all: true },
  );
  const create = async (form: FormData) => {
    const body = { name: String(form.get("name")).trim() };
    await call("POST /orgs/:organizationId/sites/:siteId/share-links", params, { body });
    refreshLinks(organization, site.id);
    showDone(texts.created);
  };
  return (
    <section class="section">
      <h2>{texts.title}</h2>
      <p class="section-text">
        {texts.text} {site.visibility !== "share-link" && texts.notUsed}
      </p>
      <Loaded query={list}>
        {(links) => (
          <ul class="panel rows" aria-label={texts.list}>
            {links.map((link) => (
              <LinkRow key={link.id} link={link} organization={organization} site={site} />
            ))}
            {links.length === 0 && <li class="muted">{texts.empty}</li>}
          </ul>
        )}
      </Loaded>
      {site.permissions.admin && (
        <p class="section-actions">
          <Button icon={faPlus} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        </p>
      )}
      {isCreating && (
        <FormDialog
          title={texts.createTitle}
          action={words.common.create}
          onClose={() => setCreating(false)}
          onSubmit={create}
        >
          <NameField />
        </FormDialog>
      )}
    </section>
  );
}

function NameField({ name = "" }: { readonly name?: string }) {
  return (
    <TextField
      label={texts.name}
      name="name"
      hint={texts.nameHint}
      required
      maxLength={50}
      autoFocus
      initialValue={name}
    />
  );
}

/** The address of the site itself contains the key of the first active link. */
function refreshLinks(organization: string, siteId: string): void {
  refresh(`/orgs/${organization}/sites/${siteId}`);
}

function LinkRow({ link, organization, site }: SitePartProps & { readonly link: ShareLink }) {
  const name = link.name || texts.unnamed;
  return (
    <li class="share-link">
      <div class="row-main">
        <div class="share-link-name">
          <strong>{name}</strong>
          <Badge kind={link.active ? "success" : "plain"}>
            {link.active ? texts.active : texts.inactive}
          </Badge>
          <span class="muted">
            <Time at={link.createdAt} />
          </span>
          {site.permissions.admin && (
            <Menu label={texts.actions(name)} items={linkActions(organization, site.id, link, name)}>
              <Icon of={faEllipsis} />
            </Menu>
          )}
        </div>
        {link.urls.published ? (
          <CopyField label={texts.address(name)} value={link.urls.published} />
        ) : (
          <p class="hint">{texts.notPublished}</p>
        )}
      </div>
    </li>
  );
}

function linkActions(organizationId: string, siteId: string, link: ShareLink, name: string) {
  const params = { organizationId, siteId, shareLinkId: link.id };
  const update = async (body: { readonly active?: boolean; readonly name?: string }) => {
    await call(`PATCH ${linkRoute}`, params, { body });
    refreshLinks(organizationId, siteId);
  };
  const setActive = (active: boolean) =>
    attempt(
      () => update({ active }),
      active ? texts.activated(name) : texts.deactivated(name),
      () => update({ active: !active }),
    );
  const rename = () =>
    openDialog((close) => (
      <FormDialog
        title={texts.renameTitle}
        action={words.common.rename}
        onClose={close}
        onSubmit={async (form) => {
          await update({ name: String(form.get("name")).trim() });
          showDone(texts.renamed);
        }}
      >
        <NameField name={link.name} />
      </FormDialog>
    ));
  const remove = async () => {
    const { title, ...question } = texts.confirmDelete;
    if (!(await confirm({ ...question, title: title(name), isDangerous: true }))) return;
    await attempt(() => call(`DELETE ${linkRoute}`, params), texts.deleted);
    refreshLinks(organizationId, siteId);
  };
  return [
    { label: link.active ? texts.deactivate : texts.activate, onSelect: () => setActive(!link.active) },
    { label: texts.rename, onSelect: rename },
    { label: texts.delete, isDangerous: true, isFirstOfGroup: true, onSelect: remove },
  ];
}
