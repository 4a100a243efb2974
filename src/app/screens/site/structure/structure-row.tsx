import {
  faBook,
  faChevronRight,
  faEllipsis,
  faFolder,
  faLayerGroup,
} from "@fortawesome/free-solid-svg-icons";
import { Fragment } from "preact";
import { urlOf } from "../../../navigation/router.ts";
import { Icon } from "../../../parts/icon.tsx";
import { Menu, openRowMenu } from "../../../parts/menu.tsx";
import { PageIcon } from "../../../parts/page-icon.tsx";
import { Badge } from "../../../parts/small.tsx";
import type { Drag } from "../../../parts/tree/drag.ts";
import { words } from "../../../words/index.ts";
import { type PartMenuInput, partMenu } from "./part-menu.ts";
import type { StructureRow } from "./structure-rows.ts";
import { type StructurePart, titleOf } from "./structure-tree.ts";

interface StructurePartRowProps {
  readonly id: string;
  readonly row: StructureRow;
  readonly rowHeight: number;
  readonly isActive: boolean;
  readonly menu: PartMenuInput;
  readonly onToggle: () => void;
  readonly onSelect: () => void;
  readonly drag: Drag;
}

const icons = { "site-section-group": faFolder, "site-section": faLayerGroup, "site-space": faBook };

/** A part in the tree. The tree has the focus and names the active row. */
export function StructurePartRow(props: StructurePartRowProps) {
  const { id, row, rowHeight, isActive, menu, onToggle, onSelect, drag } = props;
  const { part, isOpen } = row;
  const title = titleOf(part) || words.library.untitled;
  const zone = drag.zoneOf(part.id);
  const marks = marksOf(part);
  const shownPath = part.object === "site-section-group" || part.default ? "" : `/${part.path}`;
  const { organizationId, siteId } = menu.siteRef;
  const path = `/orgs/${organizationId}/sites/${siteId}/structure?edit=${part.id}`;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      id={id}
      role="treeitem"
      class={`tree-row structure-row${isActive ? " is-active" : ""}${zone ? ` drop-${zone}` : ""}`}
      aria-label={[title, shownPath, ...marks, words.siteStructure.kinds[part.object]]
        .filter(Boolean)
        .join(" ")}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isOpen}
      aria-selected={isActive}
      style={{ "--level": row.level, height: `${rowHeight}px` }}
      draggable={menu.site.permissions.create}
      onClick={onSelect}
      onContextMenu={openRowMenu}
      onDragStart={(event) => drag.onDragStart(event, part.id, path)}
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
      <a class="tree-link" href={urlOf(path)} tabIndex={-1} draggable={false} title={title}>
        <PageIcon
          emoji={part.object === "site-space" ? part.space.emoji : undefined}
          icon={part.object === "site-space" ? undefined : part.icon}
          fallback={icons[part.object]}
        />
        <span class="tree-title">{title}</span> <span class="structure-path">{shownPath}</span>
      </a>{" "}
      <span class="structure-marks" title={conditionOf(part)}>
        {marks.map((mark) => (
          <Fragment key={mark}>
            <Badge kind={mark === words.siteStructure.isDraft ? "warning" : "plain"}>{mark}</Badge>{" "}
          </Fragment>
        ))}
      </span>
      <Menu
        label={words.siteStructure.actionsFor(title)}
        buttonClass="icon-button tree-menu"
        isTabbable={isActive}
        items={() => partMenu(menu)}
      >
        <Icon of={faEllipsis} />
      </Menu>
    </div>
  );
}

function conditionOf(part: StructurePart): string | undefined {
  if (part.object === "site-section-group" || !part.condition) return undefined;
  return words.siteStructure.hasCondition(part.condition);
}

/** What is special about a part, in words. */
function marksOf(part: StructurePart): string[] {
  const texts = words.siteStructure;
  const isDefault = part.object !== "site-section-group" && part.default;
  return [
    ...(isDefault ? [part.object === "site-section" ? texts.isStart : texts.isDefault] : []),
    ...(part.draft ? [texts.isDraft] : []),
    ...(part.object === "site-space" && part.hidden ? [texts.isHidden] : []),
    ...(part.object !== "site-section-group" && part.condition ? [texts.conditional] : []),
  ];
}
