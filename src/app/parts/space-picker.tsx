import { useLibrary } from "../data/library.ts";
import { findMatches } from "../data/matching.ts";
import { words } from "../words/index.ts";
import { MultiPickerDialog } from "./multi-picker-dialog.tsx";
import { PickerDialog } from "./picker-dialog.tsx";

interface SpacePickerProps {
  readonly title: string;
  readonly organizationId: string;
  readonly initial?: readonly string[];
  readonly canBeEmpty?: boolean;
  /** The label of the button that takes what is chosen. */
  readonly action: (count: number) => string;
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

const maxShown = 100;

/** A dialog in which spaces that the user may publish are chosen, in an order. */
export function SpacePicker({ organizationId, onChoose, ...dialog }: SpacePickerProps) {
  const texts = words.siteCreation.pick;
  const { find, isLoading } = useSpaceOptions(organizationId);
  return (
    <MultiPickerDialog
      {...dialog}
      placeholder={texts.search}
      find={(query) => [{ label: texts.group, options: find(query) }]}
      emptyText={texts.none}
      isLoading={isLoading}
      countText={texts.found}
      onSubmit={onChoose}
    />
  );
}

interface OneSpacePickerProps {
  readonly title: string;
  readonly organizationId: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
}

/** A dialog in which one space that the user may publish is chosen. */
export function OneSpacePicker({ organizationId, onChoose, ...dialog }: OneSpacePickerProps) {
  const texts = words.siteCreation.pick;
  const { find, isLoading } = useSpaceOptions(organizationId);
  const options = (query: string) =>
    find(query).map((option) => ({ ...option, onPick: () => onChoose(option.id) }));
  return (
    <PickerDialog
      {...dialog}
      search={texts.search}
      find={(query) => [{ label: texts.group, options: options(query) }]}
      emptyText={texts.none}
      isLoading={isLoading}
      countText={texts.found}
    />
  );
}

/** The spaces that match a text, with the collections that contain them. */
function useSpaceOptions(organizationId: string) {
  const { library } = useLibrary(organizationId);
  // Of the roles that the API tells, this is the nearest to the one that publishing needs; the server decides.
  const spaces = [...(library?.byId.values() ?? [])].filter(
    (item) => item.object === "space" && item.permissions.merge,
  );
  const titleOf = (id?: string) => (id === undefined ? undefined : library?.byId.get(id)?.title);
  const find = (query: string) =>
    findMatches(spaces, query, ({ title }) => title, maxShown).map(({ id, title, parent }) => ({
      ...{ id, label: title || words.library.untitled },
      note: titleOf(parent) ?? "",
    }));
  return { find, isLoading: library === undefined };
}
