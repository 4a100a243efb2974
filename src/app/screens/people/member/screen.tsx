import { faUserGroup } from "@fortawesome/free-solid-svg-icons";
import type { Member } from "../../../data/api-types.ts";
import { useList, useQuery } from "../../../data/queries.ts";
import { useMe } from "../../../data/session.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { mayGetFirstPassword, openFirstPasswordLink } from "../../../parts/first-password-link.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { RoleSelect, roleName } from "../../../parts/role-select.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Avatar, Badge, Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { changeRole, memberActions, removeMember } from "../members/change-member.ts";
import { MemberSpaces } from "./member-spaces.tsx";

const texts = words.people.member;

interface MemberPath {
  readonly organization: string;
  readonly member: string;
}

/** One member: what is known of them, their teams, and what they see. */
export function Screen({ organization, member }: MemberPath) {
  const query = useQuery("GET /orgs/:organizationId/members/:userId", {
    organizationId: organization,
    userId: member,
  });
  return (
    <Loaded query={query}>
      {(loaded) => <MemberScreen organizationId={organization} member={loaded} />}
    </Loaded>
  );
}

interface MemberProps {
  readonly organizationId: string;
  readonly member: Member;
}

function MemberScreen({ organizationId, member }: MemberProps) {
  const me = useMe();
  const isMe = me?.id === member.id;
  const organization = useQuery("GET /orgs/:organizationId", { organizationId }).data;
  const isAdmin = organization?.permissions.admin ?? false;
  const { displayName, photoURL, email } = member.user;
  const members = `/orgs/${organizationId}/members`;
  const [toggle] = memberActions(organizationId, member);
  const remove = async () => {
    if (await removeMember(organizationId, member)) navigate(members);
  };
  return (
    <>
      <ScreenHeader
        title={displayName}
        icon={<Avatar name={displayName} url={photoURL} size={40} />}
        crumbs={[{ label: words.people.tabs.members, href: urlOf(members) }]}
      >
        {isAdmin && mayGetFirstPassword(member) && (
          <Button onClick={() => openFirstPasswordLink({ organizationId, userId: member.id })}>
            {words.people.firstPassword.action}
          </Button>
        )}
        {isAdmin && toggle && <Button onClick={toggle.onSelect}>{toggle.label}</Button>}
        {isAdmin && (
          <Button kind="danger" onClick={remove}>
            {words.people.members.confirmRemove.action}
          </Button>
        )}
      </ScreenHeader>
      {member.disabled && <p class="section-text">{texts.disabledNotice}</p>}
      <dl class="facts">
        <dt>{texts.email}</dt>
        <dd>{email}</dd>
        <dt>{texts.role}</dt>
        <dd>
          {isAdmin ? (
            <RoleSelect
              label={words.people.members.roleOf(displayName)}
              value={member.role}
              allowsGuest
              onChange={(role) => changeRole(organizationId, member, role, isMe)}
            />
          ) : (
            roleName(member.role)
          )}
        </dd>
        <dt>{texts.joined}</dt>
        <dd>
          <Time at={member.joinedAt} />
        </dd>
        <dt>{texts.lastSeen}</dt>
        <dd>{member.lastSeenAt ? <Time at={member.lastSeenAt} /> : words.people.members.neverSeen}</dd>
      </dl>
      <MemberTeams organizationId={organizationId} member={member} />
      <section class="section">
        <h2>{texts.spaces}</h2>
        <p class="section-text">{isAdmin || isMe ? texts.spacesHint : texts.onlyAdmins}</p>
        {(isAdmin || isMe) && <MemberSpaces organizationId={organizationId} member={member} />}
      </section>
    </>
  );
}

function MemberTeams({ organizationId, member }: MemberProps) {
  const teams = useList(
    "GET /orgs/:organizationId/members/:userId/teams",
    { organizationId, userId: member.id },
    { limit: 1000 },
    { all: true },
  );
  return (
    <section class="section">
      <h2>{texts.teams}</h2>
      <Loaded query={teams}>
        {(items) =>
          items.length === 0 ? (
            <p class="muted">{texts.noTeams}</p>
          ) : (
            <ul class="panel rows" aria-label={texts.teams}>
              {items.map(({ team, member: { role } }) => (
                <li key={team.id}>
                  <Icon of={faUserGroup} />
                  <a class="row-title row-main" href={urlOf(`/orgs/${organizationId}/teams/${team.id}`)}>
                    {team.title}
                  </a>
                  {role === "owner" && <Badge>{texts.owner}</Badge>}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
