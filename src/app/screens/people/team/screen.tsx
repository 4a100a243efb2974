import { faPlus, faUsers, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Team, TeamMember } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { changeStoredItems, refresh, useList, useQuery } from "../../../data/queries.ts";
import { attempt, showDone } from "../../../data/toasts.ts";
import { navigate, urlOf } from "../../../navigation/router.ts";
import { Button, IconButton } from "../../../parts/button.tsx";
import { confirm, FormDialog } from "../../../parts/dialog.tsx";
import { Select, TextField } from "../../../parts/field.tsx";
import { type Grantee, PersonPicker } from "../../../parts/person-picker.tsx";
import { ScreenHeader } from "../../../parts/screen-header.tsx";
import { Avatar, Badge } from "../../../parts/small.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";

const texts = words.people.teams;
type TeamRole = "owner" | "member";

interface TeamPath {
  readonly organization: string;
  readonly team: string;
}

/** A team with its members. */
export function Screen({ organization, team }: TeamPath) {
  const query = useQuery("GET /orgs/:organizationId/teams/:teamId", {
    organizationId: organization,
    teamId: team,
  });
  return (
    <Loaded query={query}>{(loaded) => <TeamScreen organizationId={organization} team={loaded} />}</Loaded>
  );
}

function TeamScreen({ organizationId, team }: { readonly organizationId: string; readonly team: Team }) {
  const [dialog, setDialog] = useState<"rename" | "add">();
  const organization = useQuery("GET /orgs/:organizationId", { organizationId });
  const isAdmin = organization.data?.permissions.admin ?? false;
  const teams = `/orgs/${organizationId}/teams`;
  const close = () => setDialog(undefined);
  const members = useList(
    "GET /orgs/:organizationId/teams/:teamId/members",
    { organizationId, teamId: team.id },
    { limit: 100 },
  );
  const addButton = team.permissions.admin && (
    <Button kind="primary" icon={faPlus} onClick={() => setDialog("add")}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <ScreenHeader
        title={team.title}
        description={`${texts.members(formatNumber(team.members))} · ${texts.spaces(formatNumber(team.spaces))}. ${texts.ownersHint}`}
        crumbs={[{ label: words.people.tabs.teams, href: urlOf(teams) }]}
      >
        {isAdmin && <Button onClick={() => setDialog("rename")}>{texts.rename}</Button>}
        {isAdmin && (
          <Button kind="danger" onClick={() => deleteTeam(organizationId, team)}>
            {texts.delete}
          </Button>
        )}
        {addButton}
      </ScreenHeader>
      <Loaded query={members}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState icon={faUsers} title={texts.noMembers} text={texts.noMembersText}>
              {addButton}
            </EmptyState>
          ) : (
            <VirtualList<TeamMember>
              items={items}
              rowHeight={60}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.membersList }}
              keyOf={(member) => member.organization.id}
              onEnd={members.loadMore}
              row={(member) => <TeamMemberRow organizationId={organizationId} team={team} member={member} />}
            />
          )
        }
      </Loaded>
      {dialog === "rename" && <RenameDialog organizationId={organizationId} team={team} onClose={close} />}
      {dialog === "add" && (
        <AddDialog
          organizationId={organizationId}
          team={team}
          present={new Set(members.data?.map((member) => member.organization.id))}
          onClose={close}
        />
      )}
    </>
  );
}

async function deleteTeam(organizationId: string, team: Team): Promise<void> {
  const { title, text, action } = texts.confirmDelete;
  if (!(await confirm({ title: title(team.title), text, action, isDangerous: true }))) return;
  const deleted = await attempt(
    () => call("DELETE /orgs/:organizationId/teams/:teamId", { organizationId, teamId: team.id }),
    texts.deleted(team.title),
  );
  if (deleted === undefined) return;
  changeStoredItems<Team>(`/orgs/${organizationId}/teams`, (item) =>
    item.id === team.id ? undefined : item,
  );
  navigate(`/orgs/${organizationId}/teams`);
}

function TeamMemberRow({
  organizationId,
  team,
  member: {
    organization: { id, user, disabled },
    team: { role },
  },
}: {
  readonly organizationId: string;
  readonly team: Team;
  readonly member: TeamMember;
}) {
  const name = user.displayName;
  const params = { organizationId, teamId: team.id, userId: id };
  const path = `/orgs/${organizationId}/teams/${team.id}/members`;
  const setRole = async (next: TeamRole) => {
    const revert = changeStoredItems<TeamMember>(path, (item) =>
      item.organization.id === id ? { ...item, team: { role: next } } : item,
    );
    const changed = await attempt(() =>
      call("PUT /orgs/:organizationId/teams/:teamId/members/:userId", params, { body: { role: next } }),
    );
    if (changed === undefined) revert();
    else refresh(`/orgs/${organizationId}/teams/${team.id}`);
  };
  const remove = async () => {
    const add = async () => {
      await call("PUT /orgs/:organizationId/teams/:teamId/members/:userId", params, { body: { role } });
      refresh(`/orgs/${organizationId}/teams`);
    };
    await attempt(
      () => call("DELETE /orgs/:organizationId/teams/:teamId/members/:userId", params),
      texts.removedMember(name),
      add,
    );
    refresh(`/orgs/${organizationId}/teams`);
  };
  return (
    <li class="fixed-row">
      <Avatar name={name} url={user.photoURL} size={32} />
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organizationId}/members/${id}`)}>
          {name}
        </a>
        <span class="row-note">{user.email}</span>
      </div>
      {disabled && <Badge kind="warning">{words.people.members.disabled}</Badge>}
      {team.permissions.admin ? (
        <>
          <Select
            label={texts.roleOf(name)}
            value={role}
            options={(["owner", "member"] as const).map((value) => ({ value, label: texts.roles[value] }))}
            onChange={(value) => setRole(value === "owner" ? "owner" : "member")}
          />
          <IconButton icon={faXmark} label={texts.removeMember(name)} onClick={remove} />
        </>
      ) : (
        <Badge>{texts.roles[role]}</Badge>
      )}
    </li>
  );
}

interface DialogProps {
  readonly organizationId: string;
  readonly team: Team;
  readonly onClose: () => void;
}

function RenameDialog({ organizationId, team, onClose }: DialogProps) {
  const rename = async (form: FormData) => {
    await call(
      "PATCH /orgs/:organizationId/teams/:teamId",
      { organizationId, teamId: team.id },
      { body: { title: String(form.get("title")) } },
    );
    refresh(`/orgs/${organizationId}/teams`);
    showDone(texts.renamed);
  };
  return (
    <FormDialog title={texts.renameTitle} action={words.common.rename} onClose={onClose} onSubmit={rename}>
      <TextField
        label={texts.name}
        name="title"
        required
        maxLength={64}
        initialValue={team.title}
        autoFocus
      />
    </FormDialog>
  );
}

function AddDialog({
  organizationId,
  team,
  present,
  onClose,
}: DialogProps & { readonly present: ReadonlySet<string> }) {
  const [people, setPeople] = useState<readonly Grantee[]>([]);
  const add = async () => {
    await call(
      "PUT /orgs/:organizationId/teams/:teamId/members",
      { organizationId, teamId: team.id },
      { body: { add: people.map(({ id }) => id) } },
    );
    refresh(`/orgs/${organizationId}/teams`);
    showDone(texts.added);
  };
  return (
    <FormDialog
      title={texts.addTitle(team.title)}
      action={texts.addAction}
      isDisabled={people.length === 0}
      onClose={onClose}
      onSubmit={add}
    >
      <PersonPicker
        label={texts.pick}
        organizationId={organizationId}
        chosen={people}
        onChange={setPeople}
        without={present}
      />
    </FormDialog>
  );
}
