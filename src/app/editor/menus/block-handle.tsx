import { faGripVertical, faPlus } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useRef, useState } from "preact/hooks";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { IconButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { schema } from "../model/schema.ts";
import { onViewUpdate } from "../view/view-updates.ts";
import { blockMenu } from "./block-menu.ts";
import { type BlockRange, blocksOfHandle, selectedBlocks } from "./block-range.ts";
import { blockUnder, handlePlace, isAtHandle } from "./handle-place.ts";
import { startDrag } from "./start-drag.ts";

const texts = words.editorMenus.block;

/** The handle in the margin of the block under the mouse, or with the caret on touch screens. */
export function BlockHandle({ view }: { readonly view: EditorView }) {
  const host = useRef<HTMLDivElement>(null);
  const [block, setBlock] = useState<BlockRange>();
  const shown = useRef(block);
  shown.current = block;
  const isDragging = useRef(false);
  const isBusy = () => host.current?.querySelector(":popover-open, :focus") != null || isDragging.current;

  useEffect(() => {
    let frame = 0;
    const move = (event: PointerEvent) => {
      if (event.pointerType !== "mouse" || event.buttons !== 0) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (view.isDestroyed || isBusy() || isAtHandle(view, host.current, shown.current, event)) return;
        const found = blockUnder(view, event);
        if (found?.from !== shown.current?.from || found?.nodes[0] !== shown.current?.nodes[0])
          setBlock(found);
      });
    };
    document.addEventListener("pointermove", move, { passive: true });
    const stop = onViewUpdate(view, (_, before) => {
      if (isTouch()) setBlock(view.hasFocus() ? selectedBlocks(view.state.selection) : undefined);
      // It is quiet while one types.
      else if (!before.doc.eq(view.state.doc)) setBlock(undefined);
    });
    /** The key for the menu of the block with the caret. */
    const call = (event: KeyboardEvent) => {
      if (!event.altKey || event.key !== "F9" || !view.hasFocus()) return;
      event.preventDefault();
      setBlock(selectedBlocks(view.state.selection));
      requestAnimationFrame(() => host.current?.querySelector<HTMLElement>(".block-grip")?.click());
    };
    document.addEventListener("keydown", call);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("pointermove", move);
      document.removeEventListener("keydown", call);
      stop();
    };
  }, [view]);

  const place = block && handlePlace(view, block, host.current);
  if (block === undefined || place === undefined) return <div ref={host} class="block-handle" hidden />;
  return (
    <div
      ref={host}
      role="toolbar"
      aria-label={texts.menu}
      tabIndex={-1}
      class={`block-handle${place.isAbove ? " is-above" : ""}`}
      style={{ left: `${place.left}px`, top: `${place.top}px` }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        setBlock(undefined);
        view.focus();
      }}
    >
      {place.hasRoom && (
        <IconButton
          icon={faPlus}
          label={texts.insert}
          tabIndex={-1}
          onClick={() => insertBelow(view, block)}
        />
      )}
      <Menu
        label={texts.menu}
        buttonClass="icon-button block-grip"
        isTabbable={false}
        items={() => blockMenu(view, block)}
        buttonProps={{
          draggable: true,
          onDragStart: (event: DragEvent) => {
            isDragging.current = true;
            startDrag(view, blocksOfHandle(view.state.selection, block), event, {
              onEnd: () => {
                isDragging.current = false;
              },
            });
          },
        }}
      >
        <Icon of={faGripVertical} />
      </Menu>
    </div>
  );
}

function isTouch(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** A new paragraph with a slash, which opens the menu of blocks. */
function insertBelow(view: EditorView, { to, nodes: [node] }: BlockRange): void {
  const { tr } = view.state;
  const $to = tr.doc.resolve(to);
  const paragraph = schema.nodes.paragraph.create();
  const isItem = node !== undefined && node.type.spec.group !== "block";
  tr.insert($to.pos, isItem ? node.type.create(null, paragraph) : paragraph);
  tr.setSelection(TextSelection.near(tr.doc.resolve($to.pos + 1)));
  view.dispatch(tr.scrollIntoView());
  view.focus();
  view.dispatch(view.state.tr.insertText("/"));
}
