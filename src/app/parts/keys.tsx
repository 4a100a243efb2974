import { isMac } from "../data/shortcuts.ts";
import { words } from "../words/index.ts";

interface KeysProps {
  readonly of: string;
  /** Whether they are beside what they do, so that screen readers skip them. */
  readonly isDecorative?: boolean;
}

/** A shortcut such as `g h`, one key after the other; `mod` is ⌘ or Ctrl. */
export function Keys({ of: shortcut, isDecorative = true }: KeysProps) {
  return (
    <span class="keys" aria-hidden={isDecorative || undefined}>
      {shortcut.split(" ").map((key, i) => (
        <kbd key={i}>{nameOf(key)}</kbd>
      ))}
    </span>
  );
}

function nameOf(key: string): string {
  const { keys } = words.palette;
  const parts = key.split("+").map((part) => {
    if (part === "mod") return isMac ? "⌘" : keys.control;
    if (part === "shift") return isMac ? "⇧" : keys.shift;
    if (part === "alt") return isMac ? "⌥" : keys.alt;
    return part.length === 1 ? part.toLocaleUpperCase() : part;
  });
  return parts.join(isMac ? "" : " + ");
}
