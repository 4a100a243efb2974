import { faEllipsis } from "@fortawesome/free-solid-svg-icons";
import type { Member, Organization } from "../../../data/api-types.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Icon } from "../../../parts/icon.tsx";
import { Menu } from "../../../parts/menu.tsx";
import { RoleSelect, roleName } from "../../../parts/role-select.tsx";
import { Avatar, Badge, Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { changeRole, memberActions } from "./change-member.ts";

const texts = words.people.members;

/** The height of a row in pixels. */
export const memberRowHeight = 60;

export function MemberRow({
  member,
  organization,
  isMe,
}: {
  readonly member: Member;
  readonly organization: Organization;
  readonly isMe: boolean;
}) {
  const { user, role } = member;
  const mayChange = organization.permissions.admin;
  const path = `/orgs/${organization.id}/members/${member.id}`;
  return (
    <li class={`member-row${member.disabled ? " is-disabled" : ""}`}>
      <Avatar name={user.displayName} url={user.photoURL} size={32} />
      <div class="row-main">
        <a class="row-title" href={urlOf(path)}>
          {user.displayName}
        </a>
        <span class="row-note">{user.email}</span>
      </div>
      {isMe && <Badge kind="info">{texts.you}</Badge>}
      {member.disabled && <Badge kind="warning">{texts.disabled}</Badge>}
      <span class="row-note row-aside">
        {member.lastSeenAt ? (
          <>
            {texts.seen} <Time at={member.lastSeenAt} />
          </>
        ) : (
          texts.neverSeen
        )}
      </span>
      {mayChange ? (
        <RoleSelect
          label={texts.roleOf(user.displayName)}
          value={role}
          allowsGuest
          onChange={(next) => changeRole(organization.id, member, next, isMe)}
        />
      ) : (
        <Badge>{roleName(role)}</Badge>
      )}
      {mayChange && (
        <Menu label={texts.actionsFor(user.displayName)} items={memberActions(organization.id, member)}>
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </li>
  );
}
