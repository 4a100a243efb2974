import {
  faCircleCheck,
  faCircleExclamation,
  faCodePullRequest,
  faComment,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import type { ChangeRequest } from "../../data/api-types.ts";
import { formatDate, formatDayAndMonth } from "../../data/format.ts";
import { useList } from "../../data/queries.ts";
import { useMe } from "../../data/session.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Select } from "../../parts/field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const texts = words.changeRequests.list;
const kinds = { draft: "plain", open: "success", archived: "plain", merged: "info" } as const;
const rowHeight = 57;

type Filter = keyof typeof texts.filters;
const filters = Object.keys(texts.filters) as Filter[];
type Sort = keyof typeof texts.sorts;
const sorts = Object.keys(texts.sorts) as Sort[];

/** What a filter asks the API for. */
function queryOf(filter: Filter, userId: string) {
  const unmerged = ["draft" as const, "open" as const];
  switch (filter) {
    case "unmerged":
      return { status: unmerged };
    case "mine":
      return { status: unmerged, creator: userId };
    case "waiting":
      return { status: unmerged, pendingReviewer: userId };
    case "all":
      return { status: [...unmerged, "merged" as const, "archived" as const] };
    default:
      return { status: [filter] };
  }
}

interface ChangeRequestListProps {
  readonly organizationId: string | undefined;
  /** Lists only those of a space. */
  readonly spaceId?: string;
  /** The title of a space, where those of several are listed. */
  readonly spaceTitle?: (id: string) => string | undefined;
}

/** Change requests with a filter, a search and a sort key, which are in the address. */
export function ChangeRequestList({ organizationId, spaceId, spaceTitle }: ChangeRequestListProps) {
  const me = useMe();
  const { query } = place.value;
  const filter = filters.find((name) => name === query.get("filter")) ?? "unmerged";
  const orderBy = sorts.find((name) => name === query.get("sort")) ?? "updatedAt";
  const search = query.get("search") ?? "";
  const list = useList(
    "GET /orgs/:organizationId/change-requests",
    organizationId !== undefined && me ? { organizationId } : undefined,
    {
      ...queryOf(filter, me?.id ?? ""),
      ...{ orderBy, limit: 50 },
      ...(spaceId !== undefined && { space: spaceId }),
      ...(search !== "" && { search }),
    },
  );
  const isFiltered = search !== "" || (filter !== "unmerged" && filter !== "all");
  return (
    <>
      <div class="toolbar">
        <SearchField label={texts.search} value={search} onSearch={(text) => setQuery({ search: text })} />
        <Select
          label={texts.filter}
          value={filter}
          options={filters.map((value) => ({ value, label: texts.filters[value] }))}
          onChange={(value) => setQuery({ filter: value === "unmerged" ? "" : value })}
        />
        <Select
          label={texts.sort}
          value={orderBy}
          options={sorts.map((value) => ({ value, label: texts.sorts[value] }))}
          onChange={(value) => setQuery({ sort: value === "updatedAt" ? "" : value })}
        />
      </div>
      <PagedList
        list={list}
        label={texts.of}
        rowHeight={rowHeight}
        empty={
          <EmptyState
            icon={faCodePullRequest}
            title={isFiltered ? texts.noMatch : texts.empty}
            text={isFiltered ? texts.noMatchText : texts.emptyText}
          />
        }
        row={(changeRequest) => (
          <Row changeRequest={changeRequest} spaceTitle={spaceTitle?.(changeRequest.space)} />
        )}
      />
    </>
  );
}

interface RowProps {
  readonly changeRequest: ChangeRequest;
  readonly spaceTitle: string | undefined;
}

function Row({ changeRequest, spaceTitle }: RowProps) {
  const { id, number, subject, status, createdBy, updatedAt, space, outdated, comments } = changeRequest;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual.
    <div role="listitem">
      <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={28} />
      <div class="row-main">
        <a class="row-title" href={urlOf(`/spaces/${space}/change-requests/${id}`)}>
          {subject === "" ? words.reading.changeRequest.untitled : subject}
        </a>
        <span class="row-note">
          {spaceTitle !== undefined && `${spaceTitle} · `}#{number} · {createdBy.displayName} ·{" "}
          {texts.updated} <Time at={updatedAt} />
        </span>
      </div>
      <Verdicts changeRequest={changeRequest} />
      {comments > 0 && (
        <span class="comment-count" title={texts.comments(comments)}>
          <Icon of={faComment} /> {comments}
          <span class="hidden-text">{texts.comments(comments)}</span>
        </span>
      )}
      <span class="row-badges">
        <Badge kind={kinds[status]}>{words.reading.changeRequest.states[status]}</Badge>
        {outdated && (status === "open" || status === "draft") && (
          <Badge kind="warning">{texts.outdated}</Badge>
        )}
        <MergeState changeRequest={changeRequest} />
      </span>
    </div>
  );
}

/** How many reviewers have approved a change request, and how many ask for changes. */
function Verdicts({ changeRequest: { reviewers = [] } }: Pick<RowProps, "changeRequest">) {
  const { approved, critics } = words.mergeRules.reviewers;
  const verdict = (status: string, icon: IconDefinition, name: string, say: (names: string) => string) => {
    const names = reviewers
      .filter((reviewer) => reviewer.status === status && !reviewer.outdated)
      .map(({ user }) => user.displayName);
    if (names.length === 0) return null;
    const text = say(words.changeRequests.people(names));
    return (
      <span class={`comment-count ${name}`} title={text}>
        <Icon of={icon} /> <span aria-hidden="true">{names.length}</span>
        <span class="hidden-text">{text}</span>
      </span>
    );
  };
  return (
    <>
      {verdict("approved", faCircleCheck, "verdict-approved", approved)}
      {verdict("changes-requested", faCircleExclamation, "verdict-critics", critics)}
    </>
  );
}

/** When a change request is merged, or else what the rules of its space miss. */
function MergeState({ changeRequest }: Pick<RowProps, "changeRequest">) {
  const { scheduledMerge, mergeability, status } = changeRequest;
  const { schedule } = words.mergeRules;
  if (scheduledMerge)
    return scheduledMerge.reason === undefined ? (
      <span title={schedule.waiting(formatDate(scheduledMerge.at))}>
        <Badge kind="info">{schedule.on(formatDayAndMonth(new Date(scheduledMerge.at)))}</Badge>
      </span>
    ) : (
      <Badge kind="danger">{schedule.ended}</Badge>
    );
  const missing = status === "open" ? mergeability?.missing.map(shortTextOf) : undefined;
  const text = missing?.find((short) => short !== undefined);
  return text === undefined ? null : <Badge kind="warning">{text}</Badge>;
}

function shortTextOf({
  rule,
  have = 0,
  needed = 0,
}: NonNullable<ChangeRequest["mergeability"]>["missing"][number]) {
  const { missing, short } = words.mergeRules;
  switch (rule) {
    case "require_approved_reviews":
    case "require_at_least_one_approved_review":
      return missing.approvals(have, needed);
    case "require_all_reviews_approved":
      return short.critics;
    case "require_specific_reviewers":
    case "require_one_of_specific_reviewers":
      return short.reviewers;
    case "require_up_to_date_change_request":
      return short.upToDate;
    case "require_change_request_subject":
    case "require_change_request_description":
      return short.texts;
    case "require_at_least_one_review":
      return short.review;
    default:
      return undefined;
  }
}
