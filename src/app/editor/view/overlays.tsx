import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** Something that floats over the text: a menu, a bar, a form. */
export interface Overlay {
  /** The place in the window that it belongs to. It is asked again when the text is scrolled. */
  readonly anchor: () => DOMRect | undefined;
  readonly content: () => ComponentChildren;
  /** Whether it is shown above its place if there is room. */
  readonly isAbove?: boolean;
  /** Called when Escape is pressed in it, or something else is clicked. Without it, only its owner closes it. */
  readonly onDismiss?: () => void;
}

/** What floats over the text of an editor. Each overlay has a name, and replaces the one with the same name. */
export class Overlays {
  readonly shown = signal<ReadonlyMap<string, Overlay>>(new Map());

  open(name: string, overlay: Overlay): void {
    this.shown.value = new Map(this.shown.peek()).set(name, overlay);
  }

  close(name: string): void {
    if (!this.shown.peek().has(name)) return;
    const remaining = new Map(this.shown.peek());
    remaining.delete(name);
    this.shown.value = remaining;
  }
}

export function EditorOverlays({ overlays }: { readonly overlays: Overlays }) {
  return (
    <>
      {[...overlays.shown.value].map(([name, overlay]) => (
        <OverlayHost key={name} overlay={overlay} />
      ))}
    </>
  );
}

function OverlayHost({ overlay }: { readonly overlay: Overlay }) {
  const host = useRef<HTMLDivElement>(null);
  const { onDismiss } = overlay;
  useLayoutEffect(() => {
    host.current?.showPopover();
  }, []);
  useLayoutEffect(() => {
    const update = () => host.current && place(host.current, overlay);
    update();
    addEventListener("scroll", update, { capture: true, passive: true });
    addEventListener("resize", update);
    const sizes = new ResizeObserver(update);
    if (host.current) sizes.observe(host.current);
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", update, { capture: true });
      removeEventListener("resize", update);
    };
  }, [overlay]);
  useEffect(() => {
    if (onDismiss === undefined) return;
    const dismiss = (event: PointerEvent) => {
      if (host.current && !event.composedPath().includes(host.current)) onDismiss();
    };
    addEventListener("pointerdown", dismiss, { capture: true });
    return () => removeEventListener("pointerdown", dismiss, { capture: true });
  }, [onDismiss]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is handled for what it contains.
    <div
      ref={host}
      class="editor-overlay"
      popover="manual"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || onDismiss === undefined) return;
        event.stopPropagation();
        onDismiss();
      }}
    >
      {overlay.content()}
    </div>
  );
}

const gap = 6;

/** Places an overlay at its anchor, on the side that has room, inside of the window. */
function place(host: HTMLElement, { anchor, isAbove = false }: Overlay): void {
  const rect = anchor();
  host.hidden = rect === undefined;
  if (rect === undefined) return;
  const { offsetWidth: width, offsetHeight: height } = host;
  const [above, below] = [rect.top - gap - height, rect.bottom + gap];
  const fitsBelow = below + height <= innerHeight;
  const top = (isAbove && above >= 0) || (!fitsBelow && above >= 0) ? above : below;
  const left = Math.max(gap, Math.min(rect.left, innerWidth - width - gap));
  host.style.inset = `${Math.max(gap, Math.min(top, innerHeight - height - gap))}px auto auto ${left}px`;
}
