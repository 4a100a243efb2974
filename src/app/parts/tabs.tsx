import { useLayoutEffect, useRef } from "preact/hooks";
import { place, urlOf } from "../navigation/router.ts";

/** Links between screens that belong together. A screen below one of them belongs to it. */
export function Tabs({
  label,
  tabs,
  kind = "outer",
}: {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly path: string }[];
  /** The inner ones are below others. */
  readonly kind?: "outer" | "inner";
}) {
  const { path } = place.value;
  const around = tabs.filter((tab) => path === tab.path || path.startsWith(`${tab.path}/`));
  const current = around.toSorted((a, b) => b.path.length - a.path.length)[0];
  const list = useRef<HTMLElement>(null);
  // In a narrow window, the tabs scroll.
  useLayoutEffect(() => showCurrent(list.current), [current?.path]);
  return (
    <nav ref={list} class={kind === "inner" ? "tabs tabs-inner" : "tabs"} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          href={urlOf(tab.path)}
          aria-current={tab === current ? (path === tab.path ? "page" : "true") : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}

/** Scrolls the current tab to the middle. */
function showCurrent(list: HTMLElement | null): void {
  const tab = list?.querySelector("[aria-current]");
  if (!list || !tab) return;
  const [outer, inner] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}
