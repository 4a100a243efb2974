import type { ComponentChildren, HTMLAttributes, Ref } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface VirtualListProps<Item> {
  readonly items: readonly Item[];
  /** The height of every row in pixels. */
  readonly rowHeight: number;
  readonly keyOf: (item: Item) => string;
  readonly row: (item: Item, index: number) => ComponentChildren;
  /** Called when the last loaded rows come into view. */
  readonly onEnd?: () => void;
  /** The row that must be in view. */
  readonly shownIndex?: number;
  /** Roles, names and listeners of the list, such as `role="tree"`. */
  readonly attributes?: HTMLAttributes<HTMLDivElement>;
  readonly class?: string;
  readonly listRef?: Ref<HTMLDivElement>;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** The number of rows that are drawn above and below the visible ones. */
const overscan = 8;
const headerHeight = 64;

/** A list of any length that draws only the rows that are seen. It scrolls with its nearest scrolling ancestor. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, rowHeight, keyOf, row, onEnd, shownIndex } = props;
  const own = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ first: 0, last: 40 });

  useLayoutEffect(() => {
    const list = own.current;
    if (list === null) return;
    const scroller = scrollerOf(list);
    const measure = () => {
      const viewTop = scroller instanceof Element ? scroller.getBoundingClientRect().top : 0;
      const viewHeight = scroller instanceof Element ? scroller.clientHeight : innerHeight;
      const above = viewTop - list.getBoundingClientRect().top;
      const first = Math.max(0, Math.floor(above / rowHeight) - overscan);
      const last = Math.ceil((above + viewHeight) / rowHeight) + overscan;
      setRange((before) => (before.first === first && before.last === last ? before : { first, last }));
    };
    measure();
    const target = scroller instanceof Element ? scroller : document;
    target.addEventListener("scroll", measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(scroller instanceof Element ? scroller : document.documentElement);
    return () => {
      target.removeEventListener("scroll", measure);
      observer.disconnect();
    };
  }, [items.length, rowHeight]);

  useEffect(() => {
    if (range.last >= items.length) onEnd?.();
  }, [range.last, items.length, onEnd]);

  useEffect(() => {
    const list = own.current;
    if (shownIndex === undefined || shownIndex < 0 || list === null) return;
    const scroller = scrollerOf(list);
    if (!(scroller instanceof Element)) {
      const top = list.getBoundingClientRect().top + shownIndex * rowHeight;
      // The header of a narrow window covers its upper edge.
      const isVisible = top >= headerHeight && top + rowHeight <= innerHeight;
      if (!isVisible) scrollBy(0, top - innerHeight / 2);
      return;
    }
    const top = list.offsetTop - (scroller as HTMLElement).offsetTop + shownIndex * rowHeight;
    const isVisible =
      top >= scroller.scrollTop && top + rowHeight <= scroller.scrollTop + scroller.clientHeight;
    if (!isVisible) scroller.scrollTop = top - scroller.clientHeight / 2;
  }, [shownIndex, rowHeight]);

  const first = Math.min(range.first, items.length);
  const visible = items.slice(first, range.last);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the attributes have the role.
    <div
      {...props.attributes}
      ref={(element) => {
        own.current = element;
        if (typeof props.listRef === "function") props.listRef(element);
        else if (props.listRef) props.listRef.current = element;
      }}
      class={`virtual-list ${props.class ?? ""}`}
      onKeyDown={props.onKeyDown}
    >
      <div role="presentation" style={{ height: `${first * rowHeight}px` }} />
      {visible.map((item, i) => (
        <Row key={keyOf(item)}>{row(item, first + i)}</Row>
      ))}
      <div
        role="presentation"
        style={{ height: `${Math.max(0, items.length - first - visible.length) * rowHeight}px` }}
      />
    </div>
  );
}

function Row({ children }: { readonly children: ComponentChildren }) {
  return <>{children}</>;
}

function scrollerOf(element: Element): Element | Document {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if ((overflowY === "auto" || overflowY === "scroll") && parent !== document.body) return parent;
  }
  return document;
}
