import { faPlus, faTrash } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../data/api.ts";
import type { LinkInvite, Organization } from "../data/api-types.ts";
import { refresh, useList } from "../data/queries.ts";
import { attempt, showDone } from "../data/toasts.ts";
import { urlOf } from "../navigation/router.ts";
import { words } from "../words/index.ts";
import { Button, IconButton } from "./button.tsx";
import { CopyField } from "./copy-field.tsx";
import { confirm, FormDialog } from "./dialog.tsx";
import { type Role, RoleField, RoleSelect, roleName } from "./role-select.tsx";
import { Loaded } from "./states.tsx";

const texts = words.people.invites;

/** What people get with a link: a role in the organization, or one on a space or collection. */
interface InviteTarget {
  readonly organization: Organization;
  readonly item?: { readonly kind: "space" | "collection"; readonly id: string };
}

/** The links with which people join the organization, or get access to a space or collection. */
export function InviteLinks({ organization, item }: InviteTarget) {
  const [isCreating, setCreating] = useState(false);
  const list = useList(
    "GET /orgs/:organizationId/link-invites",
    { organizationId: organization.id },
    { limit: 100, ...(item && { [item.kind]: item.id }) },
    { all: true },
  );
  const hint = item === undefined ? texts.byLinkHint : texts.byItemLinkHint[item.kind];
  return (
    <section class="section">
      <h2>{texts.byLink}</h2>
      <p class="section-text">{organization.inviteLinks ? hint : texts.linksOff}</p>
      <Loaded query={list}>
        {(links) => (
          <ul class="panel rows" aria-label={texts.list}>
            {links.map((link) => (
              <LinkRow
                key={link.id}
                link={link}
                organizationId={organization.id}
                isOfItem={item !== undefined}
              />
            ))}
            {links.length === 0 && <li class="muted">{texts.noLinks}</li>}
          </ul>
        )}
      </Loaded>
      {organization.inviteLinks && (
        <p class="section-actions">
          <Button icon={faPlus} onClick={() => setCreating(true)}>
            {texts.createLink}
          </Button>
        </p>
      )}
      {isCreating && (
        <NewLinkDialog organization={organization} item={item} onClose={() => setCreating(false)} />
      )}
    </section>
  );
}

interface LinkRowProps {
  readonly link: LinkInvite;
  readonly organizationId: string;
  readonly isOfItem: boolean;
}

function LinkRow({ link, organizationId, isOfItem }: LinkRowProps) {
  const params = { organizationId, inviteId: link.id };
  const links = `/orgs/${organizationId}/link-invites`;
  const setRole = async (role: Role | null) => {
    const body = isOfItem ? { level: role } : { role };
    await attempt(
      () => call("PATCH /orgs/:organizationId/link-invites/:inviteId", params, { body }),
      texts.linkChanged(roleName(role)),
    );
    refresh(links);
  };
  const remove = async () => {
    if (!(await confirm({ ...texts.confirmDeleteLink, isDangerous: true }))) return;
    await attempt(
      () => call("DELETE /orgs/:organizationId/link-invites/:inviteId", params),
      texts.linkDeleted,
    );
    refresh(links);
  };
  return (
    <li class="wrapping-row">
      <div class="row-main">
        <CopyField label={texts.link} value={joinUrl(organizationId, link.id)} />
      </div>
      <RoleSelect
        label={texts.roleOfLink}
        value={(isOfItem ? link.level : link.role) ?? null}
        allowsGuest={!isOfItem}
        onChange={setRole}
      />
      <IconButton icon={faTrash} label={texts.deleteLink} onClick={remove} />
    </li>
  );
}

/** The address of the screen that joins. */
function joinUrl(organizationId: string, inviteId: string): string {
  return new URL(urlOf(`/join/${organizationId}/${inviteId}`), location.href).href;
}

function NewLinkDialog({ organization, item, onClose }: InviteTarget & { readonly onClose: () => void }) {
  const [role, setRole] = useState<Role | null>(item === undefined ? organization.defaultRole : "read");
  const create = async () => {
    const body = item === undefined ? { role } : { level: role, [item.kind]: item.id };
    await call("POST /orgs/:organizationId/link-invites", { organizationId: organization.id }, { body });
    refresh(`/orgs/${organization.id}/link-invites`);
    showDone(texts.linkCreated);
  };
  return (
    <FormDialog title={texts.newLinkTitle} action={words.common.create} onClose={onClose} onSubmit={create}>
      <RoleField label={texts.role} value={role} allowsGuest={item === undefined} onChange={setRole} />
    </FormDialog>
  );
}
