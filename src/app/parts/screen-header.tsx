import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words/index.ts";
import { ScreenActions } from "./screen-actions.tsx";

interface Crumb {
  readonly label: string;
  readonly href: string;
}

/** The title of a screen with what leads to it and its actions. It is also the title of the page. */
export function ScreenHeader({
  title,
  icon,
  description,
  crumbs = [],
  children,
}: {
  readonly title: string;
  readonly icon?: ComponentChildren;
  readonly description?: string | undefined;
  readonly crumbs?: readonly Crumb[];
  /** The actions of the screen. */
  readonly children?: ComponentChildren;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(title);
  // A new screen takes the focus, so that screen readers say its title and Tab continues there.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest("nav") !== null)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header class="screen-header">
      <Crumbs crumbs={crumbs} />
      <div class="screen-title">
        {icon}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children && <ScreenActions title={title}>{children}</ScreenActions>}
      </div>
      {description && <p class="screen-description">{description}</p>}
    </header>
  );
}

/** The title of the page in the browser. */
export function useScreenTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${words.frame.product}`;
  }, [title]);
}

/** What leads to a screen. */
export function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null;
  return (
    <nav class="crumbs" aria-label={words.frame.breadcrumbs}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
