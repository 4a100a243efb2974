import { faPlus, faTrash } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { LinkInvite, Organization } from "../../../data/api-types.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { CopyField } from "../../../parts/copy-field.tsx";
import { confirm, FormDialog } from "../../../parts/dialog.tsx";
import { type Role, RoleField, RoleSelect, roleName } from "../../../parts/role-select.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";

const texts = words.people.invites;

/** The links with which people join the organization. */
export function InviteLinks({ organization }: { readonly organization: Organization }) {
  const [isCreating, setCreating] = useState(false);
  const list = useList(
    "GET /orgs/:organizationId/link-invites",
    { organizationId: organization.id },
    { limit: 100 },
    { all: true },
  );
  return (
    <section class="section">
      <h2>{texts.byLink}</h2>
      <p class="section-text">{organization.inviteLinks ? texts.byLinkHint : texts.linksOff}</p>
      <Loaded query={list}>
        {(links) => (
          <ul class="panel rows" aria-label={texts.list}>
            {links.map((link) => (
              <LinkRow key={link.id} link={link} organizationId={organization.id} />
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
      {isCreating && <NewLinkDialog organization={organization} onClose={() => setCreating(false)} />}
    </section>
  );
}

function LinkRow({ link, organizationId }: { readonly link: LinkInvite; readonly organizationId: string }) {
  const params = { organizationId, inviteId: link.id };
  const links = `/orgs/${organizationId}/link-invites`;
  const setRole = async (role: Role | null) => {
    await attempt(
      () => call("PATCH /orgs/:organizationId/link-invites/:inviteId", params, { body: { role } }),
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
      <RoleSelect label={texts.roleOfLink} value={link.role ?? null} allowsGuest onChange={setRole} />
      <IconButton icon={faTrash} label={texts.deleteLink} onClick={remove} />
    </li>
  );
}

/** The address of the screen that joins. */
function joinUrl(organizationId: string, inviteId: string): string {
  return new URL(urlOf(`/join/${organizationId}/${inviteId}`), location.href).href;
}

function NewLinkDialog({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) {
  const [role, setRole] = useState<Role | null>(organization.defaultRole);
  const create = async () => {
    await call(
      "POST /orgs/:organizationId/link-invites",
      { organizationId: organization.id },
      { body: { role } },
    );
    refresh(`/orgs/${organization.id}/link-invites`);
    showDone(texts.linkCreated);
  };
  return (
    <FormDialog title={texts.newLinkTitle} action={words.common.create} onClose={onClose} onSubmit={create}>
      <RoleField label={texts.role} value={role} allowsGuest onChange={setRole} />
    </FormDialog>
  );
}
