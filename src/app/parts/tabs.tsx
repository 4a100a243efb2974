import { place, urlOf } from "../navigation/router.ts";

/** Links between screens that belong together. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly label: string; readonly path: string }[];
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.path}
          href={urlOf(tab.path)}
          aria-current={place.value.path === tab.path ? "page" : undefined}
        >
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
