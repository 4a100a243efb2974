import { words } from "../../../words/index.ts";
import type { AddressChange } from "./site-addresses.ts";

const maxShown = 5;

/** The addresses that a change moves, and what happens to links to the former ones. */
export function AddressChanges({ changes }: { readonly changes: readonly AddressChange[] }) {
  if (changes.length === 0) return null;
  const texts = words.siteStructure.addresses;
  const taken = new Map(
    changes.flatMap(({ from, takenBy }) => (takenBy === undefined ? [] : [[from, takenBy]])),
  );
  return (
    <div class="address-changes" role="status">
      <p>{texts.title}</p>
      <ul>
        {changes.slice(0, maxShown).map(({ id, from, to }) => (
          <li key={id}>
            <code>{texts.change(`/${from}`, `/${to}`)}</code>
          </li>
        ))}
        {changes.length > maxShown && <li>{texts.more(changes.length - maxShown)}</li>}
      </ul>
      <p>
        {texts.kept}
        {[...taken].slice(0, maxShown).map(([from, owner]) => ` ${texts.taken(owner, `/${from}`)}`)}
      </p>
    </div>
  );
}
