import { faUsers } from "@fortawesome/free-solid-svg-icons";
import type { Member, Organization } from "../../../data/api-types.ts";
import { formatNumber } from "../../../data/format.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { useMe } from "../../../data/session.ts";
import { place, setQuery, urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/field.tsx";
import { readRole, roleName, roles } from "../../../parts/role-select.tsx";
import { SearchField } from "../../../parts/search-field.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { VirtualList } from "../../../parts/virtual-list.tsx";
import { words } from "../../../words/index.ts";
import { PeopleScreen } from "../people-header.tsx";
import { MemberRow, memberRowHeight } from "./member-row.tsx";

const texts = words.people.members;

/** The orders of the list. The server sorts. */
const sorts = {
  name: { sort: "name", order: "asc" },
  nameLast: { sort: "name", order: "desc" },
  newest: { sort: "joinedAt", order: "desc" },
  oldest: { sort: "joinedAt", order: "asc" },
  seen: { sort: "lastSeenAt", order: "desc" },
  seenFirst: { sort: "lastSeenAt", order: "asc" },
} as const;
type Sort = keyof typeof sorts;

/** The members of an organization. */
export function Screen({ organization }: { readonly organization: string }) {
  return (
    <PeopleScreen organization={organization}>
      {(loaded) => <Members organization={loaded} isGuests={false} />}
    </PeopleScreen>
  );
}

/** The members, or only the guests among them. */
export function Members({
  organization,
  isGuests,
}: {
  readonly organization: Organization;
  readonly isGuests: boolean;
}) {
  const me = useMe();
  const { query } = place.value;
  const search = query.get("search") ?? "";
  const role = isGuests ? "guest" : readRole(query.get("role") ?? "");
  const sort = (Object.keys(sorts) as Sort[]).find((name) => name === query.get("sort")) ?? "newest";
  const mayList = organization.permissions.listMembers;
  const list = useList(
    "GET /orgs/:organizationId/members",
    mayList ? { organizationId: organization.id } : undefined,
    { limit: 100, ...sorts[sort], ...(search && { search }), ...(role && { role }) },
  );
  if (!mayList) return <EmptyState icon={faUsers} title={texts.onlyMembers} />;
  const isFiltered = search !== "" || (!isGuests && role !== null);
  return (
    <>
      {isGuests && <p class="screen-description toolbar">{texts.guestsHint}</p>}
      <search class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
        {!isGuests && <RoleFilter role={role} />}
        <Select
          label={texts.sort}
          value={sort}
          options={(Object.keys(sorts) as Sort[]).map((name) => ({ value: name, label: texts.sorts[name] }))}
          onChange={(value) => setQuery({ sort: value === "newest" ? "" : value })}
        />
      </search>
      <p class="hint list-count" role="status">
        {list.count !== undefined && (list.count === 1 ? texts.one : texts.count(formatNumber(list.count)))}
      </p>
      <Loaded query={list}>
        {(members) =>
          members.length === 0 ? (
            <NoMembers isFiltered={isFiltered} isGuests={isGuests} organization={organization} />
          ) : (
            <VirtualList<Member>
              items={members}
              rowHeight={memberRowHeight}
              class="panel rows"
              attributes={{ role: "list", "aria-label": texts.list }}
              keyOf={({ id }) => id}
              onEnd={list.loadMore}
              row={(member) => (
                <MemberRow member={member} organization={organization} isMe={member.id === me?.id} />
              )}
            />
          )
        }
      </Loaded>
      {list.data && list.error && (
        <p class="toolbar" role="alert">
          {texts.someFailed}
          <Button onClick={() => refresh(`/orgs/${organization.id}/members`)}>{words.common.retry}</Button>
        </p>
      )}
    </>
  );
}

function RoleFilter({ role }: { readonly role: string | null }) {
  return (
    <Select
      label={texts.role}
      value={role ?? ""}
      options={[
        { value: "", label: texts.anyRole },
        ...roles.map((name) => ({ value: name, label: roleName(name) })),
      ]}
      onChange={(value) => setQuery({ role: value })}
    />
  );
}

function NoMembers({
  isFiltered,
  isGuests,
  organization,
}: {
  readonly isFiltered: boolean;
  readonly isGuests: boolean;
  readonly organization: Organization;
}) {
  if (isFiltered)
    return (
      <EmptyState icon={faUsers} title={texts.notFound} text={texts.notFoundText}>
        <Button onClick={() => setQuery({ search: "", role: "" })}>{texts.clear}</Button>
      </EmptyState>
    );
  return (
    <EmptyState
      icon={faUsers}
      title={isGuests ? texts.emptyGuests : texts.empty}
      text={isGuests ? texts.emptyGuestsText : texts.emptyText}
    >
      {organization.permissions.admin && (
        <a class="button button-primary" href={urlOf(`/orgs/${organization.id}/invites`)}>
          {words.people.invite}
        </a>
      )}
    </EmptyState>
  );
}
