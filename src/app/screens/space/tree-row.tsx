import {
  faChevronRight,
  faEllipsis,
  faEyeSlash,
  faFile,
  faFilter,
  faFolder,
  faLink,
} from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef } from "preact/hooks";
import { withoutMarkers } from "../../data/conflict-title.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu, openRowMenu } from "../../parts/menu.tsx";
import { PageIcon } from "../../parts/page-icon.tsx";
import type { Drag } from "../../parts/tree/drag.ts";
import { words } from "../../words/index.ts";
import { pathOfPage } from "./content-place.ts";
import { type PageMenuInput, pageMenu } from "./tree-menu.ts";
import type { TreeRow } from "./tree-rows.ts";
import type { TypedTitle } from "./typed-title.ts";

interface PageRowProps {
  readonly id: string;
  readonly row: TreeRow;
  readonly menu: PageMenuInput;
  readonly isCurrent: boolean;
  readonly isActive: boolean;
  /** Set while a title is typed in the row. */
  readonly typed: TypedTitle | undefined;
  /** Called with what was typed, or without a text if it is not wanted. */
  readonly onTyped: (text: string | undefined) => void;
  readonly onToggle: () => void;
  readonly onSelect: () => void;
  readonly drag: Drag;
}

const icons = { document: faFile, group: faFolder, link: faLink };

/** A page in the tree. The tree has the focus and names the active row. */
export function PageRow({
  id,
  row,
  menu,
  isCurrent,
  isActive,
  typed,
  onTyped,
  onToggle,
  onSelect,
  drag,
}: PageRowProps) {
  const { page, position, siblings, isOpen } = row;
  const { place, access } = menu;
  const texts = words.reading;
  const title = withoutMarkers(page.title) || words.editing.untitled;
  const mark = page.hidden ? texts.hidden : page.condition ? texts.conditional : undefined;
  const zone = drag.zoneOf(page.id);
  const path = pathOfPage(place, page.id);
  const content = (
    <>
      <PageIcon emoji={page.emoji} icon={page.icon} fallback={icons[page.type]} />
      <span class="tree-title">{title}</span>
      {mark && (
        <span class="page-row-mark" title={page.hidden ? mark : texts.conditionTitle(page.condition ?? "")}>
          <Icon of={page.hidden ? faEyeSlash : faFilter} />
        </span>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      id={id}
      role="treeitem"
      class={`tree-row page-row${isActive ? " is-active" : ""}${page.hidden ? " is-hidden" : ""}${zone ? ` drop-${zone}` : ""}`}
      aria-label={mark === undefined ? title : `${title} ${mark}`}
      aria-level={page.depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      aria-current={isCurrent ? "page" : undefined}
      style={{ "--level": page.depth + 1 }}
      draggable={access === "edit" && typed === undefined}
      onClick={onSelect}
      onContextMenu={openRowMenu}
      onDragStart={(event) => drag.onDragStart(event, page.id, path)}
      onDragOver={(event) => drag.onDragOver(event, row)}
      onDragEnd={drag.onDragEnd}
    >
      {isOpen === undefined ? (
        <span class="tree-toggle" />
      ) : (
        <button type="button" class="tree-toggle" tabIndex={-1} aria-hidden="true" onClick={onToggle}>
          <Icon of={faChevronRight} />
        </button>
      )}
      {typed ? (
        <TitleField typed={typed} row={row} onTyped={onTyped} />
      ) : page.type === "group" ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
        // biome-ignore lint/a11y/noStaticElementInteractions: the row has the role.
        <span class="tree-link" onClick={onToggle} title={title}>
          {content}
        </span>
      ) : (
        <a class="tree-link" href={urlOf(path)} tabIndex={-1} draggable={false} title={title}>
          {content}
        </a>
      )}
      {!typed && (
        <Menu
          label={words.editing.actionsFor(title)}
          buttonClass="icon-button tree-menu"
          isTabbable={isActive}
          items={() => pageMenu(menu)}
        >
          <Icon of={faEllipsis} />
        </Menu>
      )}
    </div>
  );
}

interface TitleFieldProps {
  readonly typed: TypedTitle;
  readonly row: TreeRow;
  readonly onTyped: (text: string | undefined) => void;
}

/** The title in its row: Enter and leaving it save, Escape does not. */
function TitleField({ typed, row, onTyped }: TitleFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const texts = words.editing;
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (text: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    onTyped(text);
  };
  return (
    <input
      ref={field}
      class="input tree-field"
      type="text"
      aria-label={typed.kind === "new" ? texts.newTitle[typed.type] : texts.renameField(row.title)}
      placeholder={typed.kind === "new" ? texts.newTitle[typed.type] : undefined}
      defaultValue={row.title}
      maxLength={512}
      autocomplete="off"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.isComposing) return;
        if (event.key === "Enter") end(event.currentTarget.value);
        else if (event.key === "Escape") end(undefined);
      }}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}
