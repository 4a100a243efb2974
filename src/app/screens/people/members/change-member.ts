import { call } from "../../../data/api.ts";
import type { Member } from "../../../data/api-types.ts";
import { changeStored, changeStoredItems, refresh } from "../../../data/queries.ts";
import { showDone, showFailure } from "../../../data/toasts.ts";
import { confirm } from "../../../parts/dialog.tsx";
import { mayGetFirstPassword, openFirstPasswordLink } from "../../../parts/first-password-link.tsx";
import type { MenuItem } from "../../../parts/menu.tsx";
import { type Role, roleName } from "../../../parts/role-select.tsx";
import { words } from "../../../words/index.ts";

const texts = words.people.members;

/** Changes the role of a member. Admins are asked before they give up their own role. */
export async function changeRole(
  organizationId: string,
  member: Member,
  role: Role | null,
  isMe: boolean,
): Promise<void> {
  if (role === member.role) return;
  const { title, text, action } = texts.confirmOwnRole;
  if (isMe && !(await confirm({ title, text, action, isDangerous: true }))) {
    // Drawing the list again resets the choice.
    showMember(organizationId, { ...member });
    return;
  }
  await update(organizationId, member, { role }, texts.changedRole(nameOf(member), roleName(role)));
  if (isMe) refresh(`/orgs/${organizationId}`, "/orgs");
}

/** The actions on a member besides the role. */
export function memberActions(organizationId: string, member: Member): readonly MenuItem[] {
  return [
    member.disabled
      ? {
          label: texts.enable,
          onSelect: () =>
            update(organizationId, member, { disabled: false }, texts.wasEnabled(nameOf(member))),
        }
      : {
          label: texts.disable,
          onSelect: () =>
            update(organizationId, member, { disabled: true }, texts.wasDisabled(nameOf(member))),
        },
    ...(mayGetFirstPassword(member)
      ? [
          {
            label: words.people.firstPassword.action,
            onSelect: () => openFirstPasswordLink({ organizationId, userId: member.id }),
          },
        ]
      : []),
    { label: texts.remove, isDangerous: true, onSelect: () => removeMember(organizationId, member) },
  ];
}

/** Removes a member after a confirmation. The result says whether they were removed. */
export async function removeMember(organizationId: string, member: Member): Promise<boolean> {
  const { title, text, action } = texts.confirmRemove;
  if (!(await confirm({ title: title(nameOf(member)), text, action, isDangerous: true }))) return false;
  try {
    await call("DELETE /orgs/:organizationId/members/:userId", { organizationId, userId: member.id });
  } catch (error) {
    showFailure(error);
    return false;
  }
  changeStoredItems<Member>(`/orgs/${organizationId}/members`, (item) =>
    item.id === member.id ? undefined : item,
  );
  refresh(`/orgs/${organizationId}/teams`);
  showDone(texts.wasRemoved(nameOf(member)));
  return true;
}

type Change = { readonly role?: Role | null; readonly disabled?: boolean };

/** Shows the change at once, and reverts it if the server refuses it. */
async function update(organizationId: string, member: Member, change: Change, done: string): Promise<void> {
  const revert = showMember(organizationId, { ...member, ...change });
  const before = { ...("role" in change ? { role: member.role } : { disabled: member.disabled }) };
  try {
    const changed = await send(organizationId, member.id, change);
    showMember(organizationId, changed);
    showDone(done, async () => {
      showMember(organizationId, await send(organizationId, member.id, before));
    });
  } catch (error) {
    revert();
    showFailure(error);
  }
}

function send(organizationId: string, userId: string, body: Change): Promise<Member> {
  return call("PATCH /orgs/:organizationId/members/:userId", { organizationId, userId }, { body });
}

/** Replaces a member wherever it is shown. The result undoes it. */
function showMember(organizationId: string, member: Member): () => void {
  const path = `/orgs/${organizationId}/members`;
  const revertLists = changeStoredItems<Member>(path, (item) => (item.id === member.id ? member : item));
  const revertMember = changeStored<Member>(`${path}/${member.id}`, () => member);
  return () => {
    revertLists();
    revertMember();
  };
}

function nameOf({ user }: Member): string {
  return user.displayName;
}
