import { element } from "../view/elements.ts";

/** A number of pixels, or a number with its unit. */
export type ImageWidth = number | { readonly value: number; readonly unit: string };

/** The width as CSS has it; undefined if it is that of the image. */
export function widthOf(width: ImageWidth | undefined): string | undefined {
  if (typeof width === "number") return width > 0 ? `${width}px` : undefined;
  return width !== undefined && width.value > 0 ? `${width.value}${width.unit}` : undefined;
}

const minWidth = 32;

/** A handle that changes the width of images by dragging or arrow keys. `save` gets the width in pixels. */
export function resizeHandle(
  images: readonly HTMLImageElement[],
  label: string,
  save: (width: number) => void,
): HTMLElement {
  const handle = element("div", {
    className: "resize-handle",
    tabIndex: 0,
    role: "slider",
    ariaLabel: label,
  });
  handle.ariaValueMin = String(minWidth);
  const shown = () => images.find(({ offsetWidth }) => offsetWidth > 0) ?? images[0];
  const maxWidth = () => {
    const block = shown()?.closest(".images")?.clientWidth ?? 0;
    return block > 0 ? block : 4_000;
  };
  const limited = (width: number) => Math.round(Math.max(minWidth, Math.min(width, maxWidth())));
  const preview = (width: number) => {
    for (const image of images) image.style.inlineSize = `${width}px`;
    handle.ariaValueNow = String(width);
  };
  const say = () => {
    handle.ariaValueNow = String(Math.round(shown()?.offsetWidth ?? 0));
    handle.ariaValueMax = String(maxWidth());
  };
  say();
  for (const image of images) image.addEventListener("load", say);
  handle.addEventListener("focus", say);
  handle.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    const start = shown()?.offsetWidth ?? 0;
    const isRightToLeft = getComputedStyle(handle).direction === "rtl";
    let width = start;
    const move = ({ clientX }: PointerEvent) => {
      width = limited(start + (clientX - event.clientX) * (isRightToLeft ? -1 : 1));
      preview(width);
    };
    const end = () => {
      handle.removeEventListener("pointermove", move);
      if (width !== start) save(width);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", end, { once: true });
  });
  handle.addEventListener("keydown", (event) => {
    const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const width = limited((shown()?.offsetWidth ?? 0) + direction * (event.shiftKey ? 50 : 10));
    preview(width);
    save(width);
  });
  return handle;
}
