import {
  faAlignCenter,
  faAlignLeft,
  faAlignRight,
  faBold,
  faCode,
  faEllipsis,
  faItalic,
  faKeyboard,
  faPalette,
  faStrikethrough,
  faSubscript,
  faSuperscript,
} from "@fortawesome/free-solid-svg-icons";
import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { toggleMark } from "prosemirror-commands";
import type { MarkType } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { IconButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import type { Tool } from "../kinds.ts";
import { schema } from "../model/schema.ts";
import { selectedBlocks } from "./block-range.ts";
import { ColorPalette } from "./color-palette.tsx";
import { alignmentAt, hasMark, setAlignment } from "./format.ts";
import { targetsFor, turnInto } from "./turn-into.ts";

const texts = words.editorMenus.format;
const { marks } = schema;

const frequent: readonly Tool[] = [
  markTool(marks.bold, texts.bold, faBold, "mod+B"),
  markTool(marks.italic, texts.italic, faItalic, "mod+I"),
  markTool(marks.strikethrough, texts.strikethrough, faStrikethrough, "mod+shift+X"),
  markTool(marks.code, texts.code, faCode, "mod+E"),
];
const rare: readonly Tool[] = [
  markTool(marks.keyboard, texts.keyboard, faKeyboard, "mod+shift+K"),
  markTool(marks.superscript, texts.superscript, faSuperscript, "mod+."),
  markTool(marks.subscript, texts.subscript, faSubscript, "mod+,"),
];

function markTool(type: MarkType, label: string, icon: Tool["icon"], shortcut: string): Tool {
  return { label, icon, shortcut, isActive: (state) => hasMark(state, type), run: toggleMark(type) };
}

const alignments = [
  { align: "start", label: texts.alignStart, icon: faAlignLeft },
  { align: "center", label: texts.alignCenter, icon: faAlignCenter },
  { align: "end", label: texts.alignEnd, icon: faAlignRight },
] as const;

interface FormatBarProps {
  readonly view: EditorView;
  readonly state: ReadonlySignal<EditorState>;
  /** Those of the kinds, such as links. */
  readonly tools: readonly Tool[];
  readonly onLeave: () => void;
  readonly onBlur: () => void;
}

export function FormatBar({ view, state: current, tools, onLeave, onBlur }: FormatBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [hasColors, setColors] = useState(false);
  const state = current.value;
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    if (!bar.current?.contains(document.activeElement)) view.focus();
  };

  // Tab reaches one button; arrow keys move among them.
  useLayoutEffect(() => {
    const buttons = buttonsOf(bar.current);
    const active = buttons.find((button) => button === document.activeElement) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === active ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = buttonsOf(bar.current);
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Escape" && index >= 0) {
      event.stopPropagation();
      if (hasColors) setColors(false);
      else onLeave();
    }
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: index + 1,
      ArrowLeft: index - 1,
      Home: 0,
      End: -1,
    };
    const target = moves[event.key];
    if (index === -1 || target === undefined) return;
    event.preventDefault();
    for (const button of buttons) button.tabIndex = -1;
    const next = buttons.at(target % buttons.length);
    if (next) next.tabIndex = 0;
    next?.focus();
  };

  const range = selectedBlocks(state.selection);
  const targets = range ? targetsFor(state, range) : [];
  const alignment = alignmentAt(state);
  const more = [
    ...rare.map((tool) => toItem(tool, state, () => run(tool.run))),
    ...(alignment === undefined
      ? []
      : alignments.map(({ align, label, icon }, i) => ({
          label,
          icon,
          isChecked: align === alignment,
          isFirstOfGroup: i === 0,
          onSelect: () => run(setAlignment(align)),
        }))),
  ];
  return (
    <div
      ref={bar}
      class="format-bar"
      role="toolbar"
      tabIndex={-1}
      aria-label={texts.label}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
      onFocusOut={onBlur}
    >
      {targets.length > 0 && range && (
        <Menu
          label={texts.turnInto}
          buttonClass="format-menu-button"
          items={targets.map((target) => ({
            label: target.label,
            icon: target.icon,
            onSelect: () => {
              const tr = turnInto(view.state, selectedBlocks(view.state.selection) ?? range, target);
              if (tr) view.dispatch(tr);
              view.focus();
            },
          }))}
        >
          {texts.turnInto}
        </Menu>
      )}
      {[...frequent, ...tools]
        .filter((tool) => tool.run(state, undefined, view))
        .map((tool) => (
          <IconButton
            key={tool.label}
            icon={tool.icon}
            label={tool.label}
            aria-pressed={tool.isActive?.(state)}
            onClick={() => run(tool.run)}
          />
        ))}
      {!state.selection.empty && (
        <IconButton
          icon={faPalette}
          label={texts.color}
          aria-expanded={hasColors}
          onClick={() => setColors(!hasColors)}
        />
      )}
      <Menu label={texts.more} items={more}>
        <Icon of={faEllipsis} />
      </Menu>
      {hasColors && <ColorPalette state={state} onPick={run} />}
    </div>
  );
}

function toItem(tool: Tool, state: EditorState, onSelect: () => void): MenuItem {
  return {
    label: tool.label,
    icon: tool.icon,
    ...(tool.shortcut && { shortcut: tool.shortcut }),
    isChecked: tool.isActive?.(state) ?? false,
    onSelect,
  };
}

function buttonsOf(bar: HTMLElement | null): HTMLElement[] {
  return [...(bar?.querySelectorAll<HTMLElement>("button:not([role])") ?? [])];
}
