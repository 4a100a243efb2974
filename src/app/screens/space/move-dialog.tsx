import { faFile, faFolder, faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import type { ListedPage } from "../../data/api-types.ts";
import { topLevel } from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { openDialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
import { Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { movePage } from "./change-tree.ts";
import type { ContentPlace } from "./content-place.ts";
import { branchIn, isPossibleMove, type PageList } from "./page-list.ts";
import { ancestorsIn } from "./tree-rows.ts";

interface MoveInput {
  readonly place: ContentPlace;
  readonly pages: PageList;
  readonly page: ListedPage;
}

const maxShown = 50;

/** Asks for the page that gets a page. */
export function openMove(input: MoveInput): void {
  openDialog((close) => <MoveDialog {...input} onClose={close} />);
}

function MoveDialog({ place, pages, page, onClose }: MoveInput & { readonly onClose: () => void }) {
  const texts = words.editing.moveDialog;
  const moveInto = (parent: string) => void movePage(place, pages, page, { parent });
  const own = new Set(branchIn(pages, page.id).map(({ id }) => id));
  const candidates =
    page.type === "group" ? [] : pages.filter(({ id, type }) => type !== "link" && !own.has(id));
  const titles = new Map(pages.map(({ id, title }) => [id, title]));
  const top = {
    ...{ id: topLevel, label: texts.top, onPick: () => moveInto(topLevel) },
    icon: <Emoji fallback={<Icon of={faLayerGroup} />} />,
  };
  const find = (query: string) => {
    const found = findMatches(candidates, query, ({ title }) => title, maxShown).filter(({ id }) =>
      isPossibleMove(pages, page.id, { parent: id }),
    );
    const isTopOffered = query === "" && isPossibleMove(pages, page.id, { parent: topLevel });
    const options = found.map(({ id, title, type, emoji }) => ({
      ...{ id, label: title, onPick: () => moveInto(id) },
      note: ancestorsIn(pages, id)
        .map((ancestor) => titles.get(ancestor))
        .join(" / "),
      icon: <Emoji code={emoji} fallback={<Icon of={type === "group" ? faFolder : faFile} />} />,
    }));
    return [{ label: texts.pages, options: isTopOffered ? [top, ...options] : options }];
  };
  return (
    <PickerDialog
      title={texts.title(page.title)}
      search={texts.search}
      onClose={onClose}
      find={find}
      emptyText={texts.none}
      countText={texts.found}
    />
  );
}
