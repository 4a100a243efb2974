import type { Integration } from "../../../data/api-types.ts";
import { words } from "../../../words/index.ts";

/** What an integration asks to do, in words. */
export function ScopeList({ scopes }: Pick<Integration, "scopes">) {
  return (
    <ul class="scopes">
      {scopes.map((scope) => (
        <li key={scope} title={scope}>
          {words.integrations.scopes[scope] ?? scope}
        </li>
      ))}
    </ul>
  );
}
