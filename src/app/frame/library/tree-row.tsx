import { faChevronRight, faEllipsis } from "@fortawesome/free-solid-svg-icons";
import type { Organization } from "../../data/api-types.ts";
import { pathOfItem, setOpen } from "../../data/library.ts";
import type { Library, LibraryRow } from "../../data/library-tree.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu, openRowMenu } from "../../parts/menu.tsx";
import type { Drag } from "../../parts/tree/drag.ts";
import { words } from "../../words/index.ts";
import { ItemIcon } from "./item-icon.tsx";
import { itemMenu, mayMove } from "./item-menu.ts";
import { entryOf } from "./library-keys.ts";

interface TreeRowProps {
  readonly id: string;
  readonly row: LibraryRow;
  readonly library: Library;
  readonly organization: Organization;
  /** Whether its screen is shown. */
  readonly isCurrent: boolean;
  /** Whether the keys of the tree apply to it. */
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly drag: Drag;
}

/** A space or a collection in the tree. The tree has the focus and names the active row. */
export function TreeRow(props: TreeRowProps) {
  const { id, row, library, organization, isCurrent, isActive, onActivate, drag } = props;
  const { item, level, index, siblings, isOpen } = row;
  const zone = drag.zoneOf(item.id);
  const title = item.title || words.library.untitled;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      id={id}
      role="treeitem"
      class={`tree-row${isActive ? " is-active" : ""}${zone ? ` drop-${zone}` : ""}`}
      aria-label={title}
      aria-level={level}
      aria-posinset={index}
      aria-setsize={siblings}
      aria-expanded={isOpen}
      aria-selected={isCurrent}
      aria-current={isCurrent ? "page" : undefined}
      style={{ "--level": level }}
      draggable={mayMove({ item, library, organization })}
      onClick={onActivate}
      onContextMenu={openRowMenu}
      onDragStart={(event) => drag.onDragStart(event, item.id, pathOfItem(item))}
      onDragOver={(event) => drag.onDragOver(event, entryOf(row))}
      onDragEnd={drag.onDragEnd}
    >
      {isOpen === undefined ? (
        <span class="tree-toggle" />
      ) : (
        <button
          type="button"
          class="tree-toggle"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => setOpen(organization.id, [item.id], !isOpen)}
        >
          <Icon of={faChevronRight} />
        </button>
      )}
      <a class="tree-link" href={urlOf(pathOfItem(item))} tabIndex={-1} draggable={false} title={title}>
        <ItemIcon item={item} isOpen={isOpen ?? false} />
        <span class="tree-title">{title}</span>
      </a>
      <Menu
        label={words.library.actionsFor(title)}
        buttonClass="icon-button tree-menu"
        isTabbable={isActive}
        items={() => itemMenu({ item, library, organization })}
      >
        <Icon of={faEllipsis} />
      </Menu>
    </div>
  );
}
