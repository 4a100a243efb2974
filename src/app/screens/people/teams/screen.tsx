import { faPlus, faUserGroup } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../../data/api.ts";
import type { Organization, Team } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { navigate, place, setQuery, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog } from "../../../parts/dialog.tsx";
import { TextField } from "../../../parts/field.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { type Grantee, PersonPicker } from "../../../parts/person-picker.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";
import { PeopleScreen } from "../people-header.tsx";

const texts = words.people.teams;

/** The teams of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  const [isCreating, setCreating] = useState(false);
  return (
    <PeopleScreen
      organization={organization}
      actions={({ permissions }) =>
        permissions.admin && (
          <Button kind="primary" icon={faPlus} onClick={() => setCreating(true)}>
            {texts.create}
          </Button>
        )
      }
    >
      {(loaded) => (
        <>
          <Teams organization={loaded} onCreate={() => setCreating(true)} />
          {isCreating && <NewTeamDialog organization={loaded} onClose={() => setCreating(false)} />}
        </>
      )}
    </PeopleScreen>
  );
}

function Teams({
  organization,
  onCreate,
}: {
  readonly organization: Organization;
  readonly onCreate: () => void;
}) {
  const title = place.value.query.get("search") ?? "";
  const { admin, listTeams } = organization.permissions;
  const list = useList(
    "GET /orgs/:organizationId/teams",
    listTeams ? { organizationId: organization.id } : undefined,
    { limit: 100, ...(title && { title }) },
  );
  if (!listTeams) return <EmptyState icon={faUserGroup} title={words.people.members.onlyMembers} />;
  return (
    <>
      <search class="toolbar">
        <SearchField label={texts.search} value={title} onSearch={(text) => setQuery({ search: text })} />
      </search>
      <Loaded query={list}>
        {(teams) =>
          teams.length === 0 ? (
            <EmptyState
              icon={faUserGroup}
              title={title ? texts.emptySearch : texts.empty}
              {...(!title && { text: texts.emptyText })}
            >
              {admin && !title && (
                <Button kind="primary" onClick={onCreate}>
                  {texts.create}
                </Button>
              )}
            </EmptyState>
          ) : (
            <VirtualList<Team>
              items={teams}
              rowHeight={60}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.list }}
              keyOf={({ id }) => id}
              onEnd={list.loadMore}
              row={(team) => <TeamRow team={team} organizationId={organization.id} />}
            />
          )
        }
      </Loaded>
    </>
  );
}

function TeamRow({ team, organizationId }: { readonly team: Team; readonly organizationId: string }) {
  const { members, spaces } = texts;
  return (
    <li class="fixed-row">
      <span class="row-icon">
        <Icon of={faUserGroup} />
      </span>
      <div class="row-main">
        <a class="row-title" href={urlOf(`/orgs/${organizationId}/teams/${team.id}`)}>
          {team.title}
        </a>
        <span class="row-note">
          {members(formatNumber(team.members))} · {spaces(formatNumber(team.spaces))}
        </span>
      </div>
    </li>
  );
}

function NewTeamDialog({
  organization,
  onClose,
}: {
  readonly organization: Organization;
  readonly onClose: () => void;
}) {
  const [members, setMembers] = useState<readonly Grantee[]>([]);
  const create = async (form: FormData) => {
    const team = await call(
      "PUT /orgs/:organizationId/teams",
      { organizationId: organization.id },
      { body: { title: String(form.get("title")), members: members.map(({ id }) => id) } },
    );
    refresh(`/orgs/${organization.id}/teams`);
    showDone(texts.created(team.title));
    navigate(`/orgs/${organization.id}/teams/${team.id}`);
  };
  return (
    <FormDialog title={texts.createTitle} action={words.common.create} onClose={onClose} onSubmit={create}>
      <TextField label={texts.name} name="title" required maxLength={64} autoFocus />
      <PersonPicker
        label={texts.pick}
        organizationId={organization.id}
        chosen={members}
        onChange={setMembers}
      />
    </FormDialog>
  );
}
