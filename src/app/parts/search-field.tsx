import { useEffect, useRef, useState } from "preact/hooks";

/** The time without typing after which a search begins, in milliseconds. */
const delay = 200;

/** A search input. `onSearch` is called after a short pause in typing, and at once with Enter. */
export function SearchField({
  label,
  value,
  onSearch,
}: {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => unknown;
}) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // The address may change by other means, such as Back.
  useEffect(() => {
    if (timer.current === undefined) setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, wait: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onSearch(next.trim());
    }, wait);
  };
  return (
    <input
      class="input"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onInput={(event) => search(event.currentTarget.value, delay)}
      onKeyDown={(event) => event.key === "Enter" && search(event.currentTarget.value, 0)}
    />
  );
}
