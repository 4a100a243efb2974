import { faChevronLeft, faChevronRight, type IconDefinition } from "@fortawesome/free-solid-svg-icons";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { showFailure } from "../data/toasts.ts";
import { navigate, pathOfUrl } from "../navigation/router.ts";
import { Icon } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import { useScreenActions } from "./screen-actions.tsx";

export interface MenuItem {
  /** Needed if several entries have the same label. */
  readonly id?: string;
  readonly label: string;
  readonly icon?: IconDefinition;
  /** A link, or an action. */
  readonly href?: string;
  readonly onSelect?: () => unknown;
  /** Further entries, which replace the others when this one is selected. */
  readonly items?: readonly MenuItem[];
  /** The keys that do the same. */
  readonly shortcut?: string;
  readonly isDangerous?: boolean;
  readonly isChecked?: boolean;
  /** Begins a new group. */
  readonly isFirstOfGroup?: boolean;
}

interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  /** What the button shows. */
  readonly children: ComponentChildren;
  /** The entries, or what makes them when the menu is opened. */
  readonly items: readonly MenuItem[] | (() => readonly MenuItem[]);
  readonly buttonClass?: string;
  /** Whether Tab reaches the button. In a tree, it does so only in the active row. */
  readonly isTabbable?: boolean;
  /** Further properties of the button, such as that it can be dragged. */
  readonly buttonProps?: JSX.IntrinsicElements["button"];
}

/** A button that opens a menu: arrow keys move, letters jump, Escape closes. */
export function Menu(props: MenuProps) {
  const { label, children, items, buttonClass = "icon-button", isTabbable = true, buttonProps } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [opened, setOpened] = useState<MenuItem>();

  useLayoutEffect(() => {
    if (!isOpen) return;
    const show = () => {
      if (list.current === null || button.current === null) return;
      place(list.current, button.current);
      // The first entry of a submenu leads back.
      if (opened !== undefined) focusItem(list.current, 1);
      else if (!list.current.contains(document.activeElement)) focusItem(list.current, 0);
    };
    // The entries are drawn before the browser shows the menu, unless a script opens it.
    if (list.current?.matches(":popover-open")) return show();
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [isOpen, opened]);

  const currentItems = () => (typeof items === "function" ? items() : items);
  useScreenActions(() =>
    currentItems()
      .flatMap((item) => item.items ?? [item])
      .map(({ label: name, icon, href, onSelect }) => ({
        ...{ label: name, icon },
        run: () => (href === undefined ? onSelect?.() : openUrl(href)),
      })),
  );
  const close = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const select = (item: MenuItem) => {
    if (item.items !== undefined) {
      setOpened(item === opened ? undefined : item);
      return;
    }
    close();
    const result = item.onSelect?.();
    if (result instanceof Promise) result.catch(showFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Tab") close();
    if (event.key === "ArrowLeft") setOpened(undefined);
    const focused = document.activeElement;
    if (event.key === "ArrowRight" && focused?.matches("[role^=menuitem][aria-haspopup]"))
      (focused as HTMLElement).click();
    if (list.current) moveInMenu(list.current, event);
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={buttonClass}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        tabIndex={isTabbable ? 0 : -1}
        aria-expanded={isOpen}
        popoverTarget={id}
        {...buttonProps}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          list.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        class="menu"
        // The next key may come before the event that follows opening, and must find the entries.
        onBeforeToggle={(event) => {
          if (event.newState === "open") setOpen(true);
        }}
        // Closing gives the focus back only while the entry that has it exists.
        onToggle={(event) => {
          setOpen(event.newState === "open");
          setOpened(undefined);
        }}
        onKeyDown={onKeyDown}
      >
        {isOpen &&
          (opened ? [opened, ...(opened.items ?? [])] : currentItems()).map((item, index) => (
            <MenuEntry
              key={item.id ?? item.label}
              item={item}
              isFirst={index === 0}
              isOpened={item === opened}
              onSelect={() => select(item)}
            />
          ))}
      </div>
    </>
  );
}

function openUrl(url: string): void {
  const path = pathOfUrl(url);
  if (path === undefined) location.assign(url);
  else navigate(path);
}

/** Opens the menu of a row where the browser would show its own. */
export function openRowMenu(event: MouseEvent): void {
  const button = (event.currentTarget as Element).querySelector<HTMLElement>("[aria-haspopup=menu]");
  if (button === null || (event.target as Element).closest("input") !== null) return;
  event.preventDefault();
  // Many systems send this event when the mouse button is pressed. Its release would close a menu that is open already.
  if (event.buttons === 0) button.click();
  else addEventListener("mouseup", () => button.click(), { once: true });
}

/** Opens the menu of the active row of a tree, which has the focus instead of its rows: the key for menus means that row. */
export function openActiveRowMenu(event: MouseEvent, rowId: string): void {
  if (event.target !== event.currentTarget) return;
  event.preventDefault();
  document.getElementById(rowId)?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click();
}

/** The entries of a menu that something else opens and places, such as the handle of a block. */
export function MenuList({
  label,
  items,
  onClose,
}: Pick<MenuProps, "label"> & { readonly items: readonly MenuItem[]; readonly onClose: () => void }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) focusItem(list.current, 0);
  }, []);
  const select = (item: MenuItem) => {
    onClose();
    const result = item.onSelect?.();
    if (result instanceof Promise) result.catch(showFailure);
  };
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      class="menu-list"
      onKeyDown={(event) => {
        if (event.key === "Tab") {
          event.preventDefault();
          onClose();
        }
        if (list.current) moveInMenu(list.current, event);
      }}
    >
      {items.map((item) => (
        <MenuEntry key={item.id ?? item.label} item={item} isOpened={false} onSelect={() => select(item)} />
      ))}
    </div>
  );
}

/** Arrow keys move in a menu, letters jump. */
function moveInMenu(list: HTMLElement, event: KeyboardEvent): void {
  const elements = itemsOf(list);
  const index = elements.indexOf(document.activeElement as HTMLElement);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: elements.length - 1,
  };
  const target = moves[event.key] ?? findByLetter(elements, index, event);
  if (target === undefined) return;
  event.preventDefault();
  focusItem(list, target);
}

interface MenuEntryProps {
  readonly item: MenuItem;
  /** Whether the browser gives it the focus when it shows the menu. */
  readonly isFirst?: boolean;
  /** Whether its entries are shown. It then leads back to the menu. */
  readonly isOpened: boolean;
  readonly onSelect: () => void;
}

function MenuEntry({ item, isFirst = false, isOpened, onSelect }: MenuEntryProps) {
  const icon = isOpened ? faChevronLeft : item.icon;
  const content = (
    <>
      <span class="menu-icon">{icon && <Icon of={icon} />}</span>
      <span class="menu-label">{item.label}</span>
      {item.shortcut && <Keys of={item.shortcut} />}
      {item.items && !isOpened && <Icon of={faChevronRight} />}
    </>
  );
  const props = {
    class: `menu-item${item.isDangerous ? " is-dangerous" : ""}${item.isFirstOfGroup ? " begins-group" : ""}`,
    role: item.isChecked === undefined ? ("menuitem" as const) : ("menuitemradio" as const),
    ...(item.isChecked !== undefined && { "aria-checked": item.isChecked }),
    ...(item.items !== undefined && { "aria-haspopup": "menu" as const, "aria-expanded": isOpened }),
    tabIndex: -1,
    autofocus: isFirst,
    onClick: onSelect,
  };
  if (item.href !== undefined)
    return (
      <a {...props} href={item.href}>
        {content}
      </a>
    );
  return (
    <button {...props} type="button">
      {content}
    </button>
  );
}

function itemsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
}

function focusItem(list: HTMLElement, index: number): void {
  const items = itemsOf(list);
  items.at(((index % items.length) + items.length) % items.length)?.focus();
}

function findByLetter(
  items: readonly HTMLElement[],
  index: number,
  event: KeyboardEvent,
): number | undefined {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === " ")
    return undefined;
  const letter = event.key.toLocaleLowerCase();
  const order = items.map((_, i) => (index + 1 + i) % items.length);
  return order.find((i) => items[i]?.textContent?.trim().toLocaleLowerCase().startsWith(letter));
}

/** Places a menu below its button, or above it, within the window. */
function place(menu: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const gap = 4;
  const isRightToLeft = getComputedStyle(button).direction === "rtl";
  const start = isRightToLeft === at.left + width > innerWidth - 8 ? at.left : at.right - width;
  const left = at.left + width > innerWidth - 8 ? at.right - width : isRightToLeft ? start : at.left;
  const top = at.bottom + gap + height > innerHeight - 8 ? at.top - gap - height : at.bottom + gap;
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}
