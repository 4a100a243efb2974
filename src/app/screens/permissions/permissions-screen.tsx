import { faPlus } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { attempt, showDone } from "../../data/toasts.ts";
import { urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { FormDialog } from "../../parts/dialog.tsx";
import { SelectField } from "../../parts/field.tsx";
import { InviteLinks } from "../../parts/invite-links.tsx";
import { type Grantee, PersonPicker } from "../../parts/person-picker.tsx";
import { type Role, RoleField, readRole, roleName, roles } from "../../parts/role-select.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { words } from "../../words/index.ts";
import { DirectGrants } from "./direct-grants.tsx";
import { grant, type PermissionItem, pathOfItem, setDefaultLevel } from "./grants.ts";
import { InheritedGrants } from "./inherited-grants.tsx";
import { Readers } from "./readers.tsx";

const texts = words.permissions;

/** Who sees a space or a collection, why, and with which role. */
export function PermissionsScreen({ item }: { readonly item: PermissionItem }) {
  const [isSharing, setSharing] = useState(false);
  const organization = useQuery("GET /orgs/:organizationId", { organizationId: item.organization }).data;
  useEffect(() => setOrganization(item.organization), [item.organization]);
  const mayList = item.isAdmin || (organization?.permissions.listMembers ?? false);
  return (
    <>
      <ScreenHeader
        title={texts.titleOf(item.title)}
        description={texts.description[item.kind]}
        crumbs={[{ label: item.title, href: urlOf(pathOfItem(item)) }]}
      >
        {item.isAdmin && (
          <Button kind="primary" icon={faPlus} onClick={() => setSharing(true)}>
            {texts.invite}
          </Button>
        )}
      </ScreenHeader>
      {!item.isAdmin && <p class="section-text">{mayList ? texts.onlyAdmins : texts.hidden}</p>}
      {mayList && (
        <>
          <DirectGrants item={item} />
          <DefaultLevel item={item} />
          {item.isAdmin && organization && <InviteLinks organization={organization} item={item} />}
          <InheritedGrants item={item} />
          <Readers item={item} />
        </>
      )}
      {isSharing && <ShareDialog item={item} onClose={() => setSharing(false)} />}
    </>
  );
}

function DefaultLevel({ item }: { readonly item: PermissionItem }) {
  const inherited = item.parent === undefined ? texts.inherit.organization : texts.inherit.collection;
  const change = (value: string) =>
    attempt(() => setDefaultLevel(item, readRole(value)), texts.defaultChanged);
  return (
    <section class="section form">
      <SelectField
        label={texts.defaultLevel}
        hint={texts.defaultLevelHint}
        value={item.defaultLevel ?? ""}
        disabled={!item.isAdmin}
        options={[
          { value: "", label: inherited },
          ...roles.map((role) => ({ value: role, label: roleName(role) })),
        ]}
        onChange={change}
      />
    </section>
  );
}

function ShareDialog({ item, onClose }: { readonly item: PermissionItem; readonly onClose: () => void }) {
  const [grantees, setGrantees] = useState<readonly Grantee[]>([]);
  const [role, setRole] = useState<Role>("read");
  const share = async () => {
    await grant(item, grantees, role);
    showDone(texts.shared);
  };
  return (
    <FormDialog
      title={texts.inviteTitle(item.title)}
      action={texts.inviteAction}
      isDisabled={grantees.length === 0}
      onClose={onClose}
      onSubmit={share}
    >
      <PersonPicker
        label={texts.pick}
        organizationId={item.organization}
        chosen={grantees}
        onChange={setGrantees}
        hasTeams
      />
      <RoleField label={texts.role} value={role} onChange={(next) => setRole(next ?? "read")} />
    </FormDialog>
  );
}
