import { useState } from "preact/hooks";
import type { Page, SiteSpace } from "../../../data/api-types.ts";
import { findMatches } from "../../../data/matching.ts";
import { useQuery } from "../../../data/queries.ts";
import { Select } from "../../../parts/field.tsx";
import { PickerDialog } from "../../../parts/picker-dialog.tsx";
import { words } from "../../../words/index.ts";

const texts = words.look.preview;
const maxShown = 100;

interface PickedPage {
  readonly page: Page;
  readonly siteSpace: SiteSpace;
}

/** A dialog in which a page of the site is chosen. */
export function PagePicker({
  siteSpaces,
  onPick,
  onClose,
}: {
  readonly siteSpaces: readonly SiteSpace[];
  readonly onPick: (picked: PickedPage) => void;
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState(siteSpaces[0]?.id ?? "");
  const siteSpace = siteSpaces.find(({ id }) => id === chosen);
  const params = siteSpace && { spaceId: siteSpace.space.id };
  const { data, isLoading } = useQuery("GET /spaces/:spaceId/content/pages", params);
  const pages = flatten(data?.pages ?? []);
  return (
    <PickerDialog
      title={texts.pick}
      search={texts.search}
      emptyText={texts.nothing}
      isLoading={isLoading}
      countText={texts.count}
      onClose={onClose}
      find={(query) => [
        {
          label: texts.page,
          options: findMatches(pages, query, ({ title }) => title, maxShown).map((page) => ({
            id: page.id,
            label: page.title,
            note: page.path,
            onPick: () => siteSpace && onPick({ page, siteSpace }),
          })),
        },
      ]}
    >
      {siteSpaces.length > 1 && (
        <Select
          label={words.look.link.space}
          value={chosen}
          options={siteSpaces.map(({ id, title, space }) => ({ value: id, label: title || space.title }))}
          onChange={setChosen}
        />
      )}
    </PickerDialog>
  );
}

function flatten(pages: readonly Page[]): Page[] {
  return pages.flatMap((page) => [
    ...(page.type === "document" ? [page] : []),
    ...flatten((page.pages ?? []) as Page[]),
  ]);
}
