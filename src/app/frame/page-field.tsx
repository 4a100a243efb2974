import { useState } from "preact/hooks";
import type { ListedPage } from "../data/api-types.ts";
import { useList } from "../data/queries.ts";
import { SelectField, TextField } from "../parts/field.tsx";
import { words } from "../words/index.ts";

/** How many pages a list offers at once. More are found by the filter. */
const maxPlaces = 200;

interface PageFieldProps {
  readonly spaceId: string;
  /** Empty for the primary content. */
  readonly changeRequestId: string;
  readonly value: string;
  readonly onChange: (page: string) => void;
}

/** Chooses the page of a space or a change request that will contain other pages, or the top level. */
export function PageField({ spaceId, changeRequestId, value, onChange }: PageFieldProps) {
  const texts = words.places;
  const [filter, setFilter] = useState("");
  const inSpace = useList(
    "GET /spaces/:spaceId/content/page-titles",
    changeRequestId === "" ? { spaceId } : undefined,
    { limit: 1000 },
    { all: true },
  );
  const inRequest = useList(
    "GET /spaces/:spaceId/change-requests/:changeRequestId/content/page-titles",
    changeRequestId === "" ? undefined : { spaceId, changeRequestId },
    { limit: 1000 },
    { all: true },
  );
  const pages = (changeRequestId === "" ? inSpace : inRequest).data ?? [];
  const places = pages.filter(({ type }) => type !== "link");
  const wanted = filter.toLocaleLowerCase();
  const found = places
    .filter(({ id, title }) => id === value || title.toLocaleLowerCase().includes(wanted))
    .slice(0, maxPlaces);
  return (
    <>
      {places.length > maxPlaces && (
        <TextField label={texts.filter} type="search" value={filter} onInput={setFilter} />
      )}
      <SelectField
        label={texts.page}
        value={value}
        options={[{ value: "", label: texts.topLevel }, ...found.map(optionOf)]}
        onChange={onChange}
      />
    </>
  );
}

/** A page in the list, indented by its depth. */
function optionOf({ id, title, depth }: ListedPage) {
  return { value: id, label: `${"\u2003".repeat(depth + 1)}${title}` };
}
