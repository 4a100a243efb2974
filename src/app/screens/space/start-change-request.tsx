import { faCodePullRequest, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useEffect } from "preact/hooks";
import { call } from "../../data/api.ts";
import type { ChangeRequest, Space } from "../../data/api-types.ts";
import { formatDayAndMonth } from "../../data/format.ts";
import { findMatches } from "../../data/matching.ts";
import { refresh } from "../../data/queries.ts";
import { isShortcutKey, isTyping } from "../../data/shortcuts.ts";
import { attempt, showDone, showOffer } from "../../data/toasts.ts";
import { navigate } from "../../navigation/router.ts";
import { maxSubject } from "../../parts/change-request-subject.tsx";
import { openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { pathOfFirstPage, pathOfPage } from "./content-place.ts";

const maxShown = 50;

/** Leads to a page in a change request, or to its first page. */
function enter(space: Space, changeRequest: string, pageId: string | undefined): void {
  const place = { space: space.id, changeRequest };
  navigate(pageId === undefined ? pathOfFirstPage(place) : pathOfPage(place, pageId));
}

/** Opens a change request of a space and shows a page in it. Its title can be changed there. */
export async function startChangeRequest(space: Space, pageId?: string, subject?: string): Promise<void> {
  const started = await attempt(async () => {
    const { displayName } = await call("GET /user", {});
    const day = formatDayAndMonth(new Date());
    const title = subject ?? words.editing.changeRequest.subject(day, displayName);
    const body = { subject: title.slice(0, maxSubject) };
    return call("POST /spaces/:spaceId/change-requests", { spaceId: space.id }, { body });
  });
  if (started === undefined) return;
  refresh(`/spaces/${space.id}`, `/orgs/${space.organization}/change-requests`);
  enter(space, started.result.id, pageId);
  showDone(words.editing.changeRequest.started(started.result.number));
}

/** The change requests of the user in a space that can be changed, the last one first. */
async function readMine(space: Space): Promise<readonly ChangeRequest[]> {
  const { id: creator } = await call("GET /user", {});
  const { items } = await call(
    "GET /orgs/:organizationId/change-requests",
    { organizationId: space.organization },
    { query: { space: space.id, creator, status: ["draft", "open"], orderBy: "updatedAt", limit: 100 } },
  );
  return items;
}

/** Lets the user go on with one of their change requests, or opens one at once if they have none. */
export async function editInChangeRequest(space: Space, pageId?: string): Promise<void> {
  const mine = await attempt(() => readMine(space));
  if (mine === undefined) return;
  if (mine.result.length === 0) return startChangeRequest(space, pageId);
  openDialog((close) => (
    <ChooseDialog space={space} pageId={pageId} changeRequests={mine.result} onClose={close} />
  ));
}

interface ChooseDialogProps {
  readonly space: Space;
  readonly pageId: string | undefined;
  readonly changeRequests: readonly ChangeRequest[];
  readonly onClose: () => void;
}

function ChooseDialog({ space, pageId, changeRequests, onClose }: ChooseDialogProps) {
  const texts = words.editing.changeRequest;
  const icon = <Emoji fallback={<Icon of={faCodePullRequest} />} />;
  const begin = {
    ...{ id: "new", label: texts.new, icon: <Emoji fallback={<Icon of={faPlus} />} /> },
    onPick: () => void startChangeRequest(space, pageId),
  };
  const find = (query: string) => {
    const options = findMatches(changeRequests, query, ({ subject }) => subject, maxShown).map(
      ({ id, number, subject, status }) => ({
        ...{ id, icon, label: texts.numbered(number, subject) },
        note: words.reading.changeRequest.states[status],
        onPick: () => enter(space, id, pageId),
      }),
    );
    return [
      { label: texts.continue, options },
      { label: texts.begin, options: query === "" ? [begin] : [] },
    ];
  };
  return (
    <PickerDialog
      title={texts.choose}
      search={texts.search}
      onClose={onClose}
      find={find}
      emptyText={texts.none}
      countText={texts.found}
    />
  );
}

/** Offers a change request to somebody who begins to type on a page of a locked space. */
export function useTypingOffer(space: Space, pageId: string | undefined, isLocked: boolean): void {
  useEffect(() => {
    if (!isLocked) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isText = /^[\p{L}\p{N}]$/u.test(event.key) || event.key === "Enter";
      if (!isText || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isShortcutKey(event) || !isReading(event.target)) return;
      const texts = words.editing.changeRequest;
      showOffer(texts.locked, { label: texts.editHere, run: () => editInChangeRequest(space, pageId) });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [space, pageId, isLocked]);
}

/** Whether the focus is on the page itself and on no control of it. */
function isReading(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target === document.body || target.matches("main, h1");
}
