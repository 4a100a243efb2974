import { faFileLines, faUser, faXmark } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { Space } from "../data/api-types.ts";
import { findMatches } from "../data/matching.ts";
import { useList, useQuery } from "../data/queries.ts";
import { place, setQuery } from "../navigation/router.ts";
import { Button } from "../parts/button.tsx";
import { FormDialog, openDialog } from "../parts/dialog.tsx";
import { TextField } from "../parts/field.tsx";
import { type Grantee, PersonPicker } from "../parts/person-picker.tsx";
import { PickerDialog } from "../parts/picker-dialog.tsx";
import { words } from "../words/index.ts";

const texts = words.history;
const filterNames = ["authors", "page", "from", "to"] as const;
const maxShown = 100;

export function isFiltered(query: URLSearchParams): boolean {
  return filterNames.some((name) => query.has(name));
}

/** The filters in the address, as the API has them. Days are those of the reader's time zone. */
export function queryOf(query: URLSearchParams) {
  const authors = query.get("authors")?.split(",").filter(Boolean) ?? [];
  const [page, from, to] = [query.get("page"), timeOf(query.get("from")), timeOf(query.get("to"), true)];
  return {
    ...(authors.length > 0 && { authors }),
    ...(page !== null && { targetPage: page }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The first or the last moment of a day; undefined if it is not one. */
export function timeOf(day: string | null, isEnd = false): string | undefined {
  const time = new Date(`${day}T${isEnd ? "23:59:59.999" : "00:00:00"}`);
  return day === null || Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Filters revisions by person, page and time. What is chosen is in the address. */
export function HistoryFilters({ space }: { readonly space: Space | undefined }) {
  const { query } = place.value;
  const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
  const person = usePeopleNames(space, query.get("authors") ?? "");
  const page = usePageTitle(space, query.get("page") ?? undefined);
  return (
    <div class="toolbar history-filters">
      <Button icon={faUser} disabled={!space} onClick={() => space && openPeople(space)}>
        {`${texts.person}: ${person ?? texts.anyone}`}
      </Button>
      <Button icon={faFileLines} disabled={!space} onClick={() => space && openPages(space)}>
        {`${texts.page}: ${page ?? texts.anyPage}`}
      </Button>
      <TextField type="date" label={texts.from} value={from} onInput={(day) => setQuery({ from: day })} />
      <TextField type="date" label={texts.to} value={to} onInput={(day) => setQuery({ to: day })} />
      {isFiltered(query) && (
        <Button
          kind="quiet"
          icon={faXmark}
          onClick={() => setQuery({ authors: "", page: "", from: "", to: "" })}
        >
          {texts.clear}
        </Button>
      )}
    </div>
  );
}

/** The names of the chosen people, or their number. */
function usePeopleNames(space: Space | undefined, authors: string): string | undefined {
  const ids = authors.split(",").filter(Boolean);
  const [first] = ids;
  const member = useQuery(
    "GET /orgs/:organizationId/members/:userId",
    space && ids.length === 1 && first !== undefined
      ? { organizationId: space.organization, userId: first }
      : undefined,
  ).data;
  if (ids.length === 0) return undefined;
  return member && ids.length === 1 ? member.user.displayName : texts.foundPeople(ids.length);
}

function usePageTitle(space: Space | undefined, page: string | undefined): string | undefined {
  const found = useList(
    "GET /spaces/:spaceId/content/page/:pageId/revisions",
    space && page !== undefined ? { spaceId: space.id, pageId: page } : undefined,
    { limit: 1 },
  ).data?.[0];
  return page === undefined ? undefined : (found?.title ?? "…");
}

function openPeople(space: Space): void {
  openDialog((close) => <PeopleDialog space={space} onClose={close} />);
}

interface DialogProps {
  readonly space: Space;
  readonly onClose: () => void;
}

function PeopleDialog({ space, onClose }: DialogProps) {
  const [chosen, setChosen] = useState<readonly Grantee[]>([]);
  return (
    <FormDialog
      title={texts.choosePerson}
      action={texts.filter}
      onClose={onClose}
      onSubmit={async () => setQuery({ authors: chosen.map(({ id }) => id).join(",") })}
    >
      <PersonPicker
        label={texts.person}
        organizationId={space.organization}
        chosen={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  );
}

function openPages(space: Space): void {
  openDialog((close) => <PageDialog space={space} onClose={close} />);
}

function PageDialog({ space, onClose }: DialogProps) {
  const { data = [], isComplete } = useList(
    "GET /spaces/:spaceId/content/page-titles",
    { spaceId: space.id },
    { limit: 1000 },
    { all: true, first: 100 },
  );
  const find = (text: string) => [
    {
      label: texts.page,
      options: findMatches(data, text, ({ title }) => title, maxShown).map(({ id, title }) => ({
        ...{ id, label: title },
        onPick: () => setQuery({ page: id }),
      })),
    },
  ];
  return (
    <PickerDialog
      title={texts.choosePage}
      onClose={onClose}
      find={find}
      emptyText={texts.noPages}
      isLoading={!isComplete}
      countText={texts.foundPages}
    />
  );
}
