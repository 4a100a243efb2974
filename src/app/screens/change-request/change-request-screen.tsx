import { faEllipsis, faPen, faPenToSquare } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChangeRequest, Space } from "../../data/api-types.ts";
import { useConflictCount } from "../../data/conflicts.ts";
import { useReadChangeRequest } from "../../data/notifications.ts";
import { useQuery } from "../../data/queries.ts";
import { setOrganization } from "../../data/session.ts";
import { openExport, openImport } from "../../frame/open-runs.ts";
import { place, urlOf } from "../../navigation/router.ts";
import { IconButton, LinkButton } from "../../parts/button.tsx";
import { ChangeRequestSubject } from "../../parts/change-request-subject.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { ScreenActions } from "../../parts/screen-actions.tsx";
import { Crumbs, useScreenTitle } from "../../parts/screen-header.tsx";
import { Avatar, Badge, Time } from "../../parts/small.tsx";
import { Loaded } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";
import { duplicate, setStatus } from "./actions.ts";

const texts = words.changeRequests;

export interface ChangeRequestPath {
  readonly space: string;
  readonly changeRequest: string;
}

interface ChangeRequestScreenProps extends ChangeRequestPath {
  readonly children: (changeRequest: ChangeRequest, space: Space) => ComponentChildren;
}

/** A screen of a change request: its title and state, the tabs, and what is below them. */
export function ChangeRequestScreen({
  space: spaceId,
  changeRequest: id,
  children,
}: ChangeRequestScreenProps) {
  const space = useQuery("GET /spaces/:spaceId", { spaceId });
  const request = useQuery("GET /spaces/:spaceId/change-requests/:changeRequestId", {
    spaceId,
    changeRequestId: id,
  });
  useEffect(() => {
    if (space.data) setOrganization(space.data.organization);
  }, [space.data?.organization]);
  return (
    <Loaded query={request}>
      {(changeRequest) => (
        <Loaded query={space}>
          {(loaded) => (
            <>
              <Head changeRequest={changeRequest} space={loaded} />
              {children(changeRequest, loaded)}
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const kinds = { draft: "plain", open: "success", archived: "plain", merged: "info" } as const;

function Head({ changeRequest, space }: { readonly changeRequest: ChangeRequest; readonly space: Space }) {
  const { id, number, subject, status, outdated, createdBy, createdAt } = changeRequest;
  const heading = useRef<HTMLHeadingElement>(null);
  const [isEditing, setEditing] = useState(false);
  const path = `/spaces/${space.id}/change-requests/${id}`;
  const isEditable = space.permissions.edit && status !== "merged";
  const open = useConflictCount(changeRequest)?.count ?? 0;
  const hasConflicts = open > 0 || place.value.path === `${path}/conflicts`;
  useScreenTitle(texts.title(number, subject));
  useReadChangeRequest(space.organization, id);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header class="screen-header">
        <Crumbs
          crumbs={[
            { label: space.title, href: urlOf(`/spaces/${space.id}`) },
            { label: texts.list.of, href: urlOf(`/spaces/${space.id}/change-requests`) },
          ]}
        />
        <div class="screen-title">
          <h1 ref={heading} tabIndex={-1} class="request-title">
            {isEditing ? (
              <ChangeRequestSubject
                changeRequest={changeRequest}
                autoFocus
                onDone={() => setEditing(false)}
              />
            ) : (
              subject || words.reading.changeRequest.untitled
            )}{" "}
            <span class="muted">#{number}</span>
          </h1>
          {isEditable && !isEditing && (
            <IconButton icon={faPen} label={texts.editTitle} onClick={() => setEditing(true)} />
          )}
          <ScreenActions title={subject}>
            {isEditable && status !== "archived" && (
              <LinkButton icon={faPenToSquare} href={urlOf(`${path}/content`)}>
                {texts.edit}
              </LinkButton>
            )}
            <Menu label={texts.actions} items={() => menuItems(space, changeRequest)}>
              <Icon of={faEllipsis} />
            </Menu>
          </ScreenActions>
        </div>
        <p class="request-note">
          <Badge kind={kinds[status]}>{words.reading.changeRequest.states[status]}</Badge>
          {outdated && status !== "archived" && <Badge kind="warning">{texts.list.outdated}</Badge>}
          <Avatar name={createdBy.displayName} url={createdBy.photoURL} size={20} />
          <span class="muted">
            {createdBy.displayName} · {texts.opened} <Time at={createdAt} />
          </span>
        </p>
      </header>
      <Tabs
        label={texts.tabs.label}
        tabs={[
          { label: texts.tabs.overview, path },
          { label: texts.tabs.changes, path: `${path}/changes` },
          ...(hasConflicts ? [{ label: words.conflicts.tab(open), path: `${path}/conflicts` }] : []),
          { label: texts.tabs.pages, path: `${path}/content` },
        ]}
      />
    </>
  );
}

function menuItems(space: Space, changeRequest: ChangeRequest): MenuItem[] {
  return [
    ...(space.permissions.edit ? editItems(space, changeRequest) : []),
    exportItem(space, changeRequest),
  ];
}

function exportItem({ id: space, organization }: Space, { id, number, subject }: ChangeRequest): MenuItem {
  const source = { organization, space, changeRequest: id, title: texts.title(number, subject) };
  return { label: words.transfers.export, isFirstOfGroup: true, onSelect: () => openExport(source) };
}

function editItems(space: Space, changeRequest: ChangeRequest): MenuItem[] {
  const { status, id } = changeRequest;
  const target = { space: space.id, changeRequest: id, label: words.transfers.intoRequest };
  const set = (next: "draft" | "open" | "archived", done: string) => () =>
    setStatus(space, changeRequest, next, done);
  return [
    ...(status === "draft" ? [{ label: texts.ready, onSelect: set("open", texts.done.open) }] : []),
    ...(status === "open" ? [{ label: texts.draft, onSelect: set("draft", texts.done.draft) }] : []),
    ...(status === "archived" ? [{ label: texts.reopen, onSelect: set("open", texts.done.reopened) }] : []),
    { label: texts.duplicate, onSelect: () => duplicate(space, changeRequest) },
    ...(status === "draft" || status === "open"
      ? [
          {
            label: words.transfers.importHere,
            onSelect: () => openImport({ id: space.organization }, target),
          },
        ]
      : []),
    ...(status === "draft" || status === "open"
      ? [{ label: texts.archive, onSelect: set("archived", texts.done.archived), isFirstOfGroup: true }]
      : []),
  ];
}
