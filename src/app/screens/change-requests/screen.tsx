import { faCodePullRequest } from "@fortawesome/free-solid-svg-icons";
import type { ChangeRequest } from "../../data/api-types.ts";
import { useList, useQuery } from "../../data/queries.ts";
import { useMe } from "../../data/session.ts";
import { place, setQuery, urlOf } from "../../navigation/router.ts";
import { Checkbox, Select } from "../../parts/field.tsx";
import { PagedList } from "../../parts/paged-list.tsx";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { EmptyState } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";

const states = ["draft", "open", "merged", "archived"] as const;
const kinds = { draft: "plain", open: "success", archived: "plain", merged: "info" } as const;
const rowHeight = 57;

/** The change requests of a space: those that can be changed, or all in a chosen state. */
export function Screen({ space: spaceId }: { readonly space: string }) {
  const texts = words.editing.changeRequests;
  const space = useQuery("GET /spaces/:spaceId", { spaceId }).data;
  const me = useMe();
  const { query } = place.value;
  const status = query.get("status") ?? "unmerged";
  const isMine = query.has("mine");
  const chosen = states.find((state) => state === status);
  const list = useList(
    "GET /orgs/:organizationId/change-requests",
    space && (!isMine || me) ? { organizationId: space.organization } : undefined,
    {
      ...{ space: spaceId, orderBy: "updatedAt", limit: 50 },
      ...(status !== "all" && { status: chosen ? [chosen] : ["draft" as const, "open" as const] }),
      ...(isMine && me && { creator: me.id }),
    },
  );
  const options = [
    { value: "unmerged", label: texts.unmerged },
    ...states.map((value) => ({ value, label: words.reading.changeRequest.states[value] })),
    { value: "all", label: texts.allStates },
  ];
  const isFiltered = isMine || (status !== "unmerged" && status !== "all");
  return (
    <>
      <ScreenHeader
        title={texts.title}
        crumbs={space ? [{ label: space.title, href: urlOf(`/spaces/${spaceId}`) }] : []}
      />
      <div class="toolbar">
        <Select
          label={texts.status}
          value={chosen ?? (status === "all" ? "all" : "unmerged")}
          options={options}
          onChange={(value) => setQuery({ status: value === "unmerged" ? "" : value })}
        />
        <Checkbox
          label={texts.mine}
          checked={isMine}
          onChange={(checked) => setQuery({ mine: checked ? "1" : "" })}
        />
      </div>
      <PagedList
        list={list}
        label={texts.title}
        rowHeight={rowHeight}
        empty={
          <EmptyState
            icon={faCodePullRequest}
            title={isFiltered ? texts.noMatch : texts.empty}
            text={texts.emptyText}
          />
        }
        row={(changeRequest) => <Row changeRequest={changeRequest} />}
      />
    </>
  );
}

function Row({ changeRequest }: { readonly changeRequest: ChangeRequest }) {
  const { id, number, subject, status, createdBy, updatedAt, space } = changeRequest;
  const texts = words.reading.changeRequest;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list is virtual.
    <div role="listitem">
      <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={28} />
      <div class="row-main">
        <a class="row-title" href={urlOf(`/spaces/${space}/change-requests/${id}`)}>
          {subject === "" ? texts.untitled : subject}
        </a>
        <span class="row-note">
          #{number} · {createdBy.displayName} · {words.editing.changeRequests.updated} <Time at={updatedAt} />
        </span>
      </div>
      <Badge kind={kinds[status]}>{texts.states[status]}</Badge>
    </div>
  );
}
