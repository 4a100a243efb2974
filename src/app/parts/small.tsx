import type { ComponentChildren } from "preact";
import { formatDate, formatRelative } from "../data/format.ts";

/** The photo of a person, or their initials. The name is always beside it. */
export function Avatar({
  name,
  url,
  size = 24,
}: {
  readonly name: string;
  readonly url?: string | undefined;
  readonly size?: number;
}) {
  const initials = name
    .split(/\s+/)
    .map((part) => [...part][0] ?? "")
    .slice(0, 2)
    .join("")
    .toLocaleUpperCase();
  const style = { width: `${size}px`, height: `${size}px`, fontSize: `${size * 0.42}px` };
  // Photos of other hosts are not loaded.
  const isOwn = url !== undefined && new URL(url, location.href).origin === location.origin;
  return isOwn ? (
    <img class="avatar" src={url} alt="" width={size} height={size} style={style} />
  ) : (
    // The initials are no text of the page: a button with an avatar is not named by them.
    <span class="avatar" style={style} data-initials={initials} aria-hidden="true" />
  );
}

export function Badge({
  kind = "plain",
  children,
}: {
  readonly kind?: "plain" | "info" | "success" | "warning" | "danger";
  readonly children: ComponentChildren;
}) {
  return <span class={`badge badge-${kind}`}>{children}</span>;
}

/** A time as "3 hours ago", with the date on hover. */
export function Time({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={formatDate(at)}>
      {formatRelative(at)}
    </time>
  );
}

/** The emoji or the icon of a space, a collection or a page. */
export function Emoji({
  code,
  fallback,
}: {
  readonly code?: string | undefined;
  readonly fallback: ComponentChildren;
}) {
  if (!code) return <span class="item-icon">{fallback}</span>;
  return (
    <span class="item-icon emoji" aria-hidden="true">
      {emojiOf(code)}
    </span>
  );
}

/** The API has emoji as code points in hexadecimal, such as `1f4da`, or as themselves. */
export function emojiOf(code: string): string {
  if (!/^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(code)) return code;
  return String.fromCodePoint(...code.split("-").map((part) => Number.parseInt(part, 16)));
}
