import type { ComponentChildren } from "preact";
import type { Integration } from "../../data/api-types.ts";
import type { ListState } from "../../data/queries.ts";
import { Badge } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { IntegrationIcon } from "./integration-icon.tsx";

/** The height of a row in a list of integrations, in pixels. */
export const rowHeight = 60;

interface IntegrationRowProps {
  readonly integration: Integration;
  readonly href: string;
  readonly note?: string | undefined;
  /** The state, and what can be done with it. */
  readonly children?: ComponentChildren;
}

/** An integration in a list. */
export function IntegrationRow({ integration, href, note, children }: IntegrationRowProps) {
  const { title, name, description, verified } = integration;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list consists of div elements.
    <div role="listitem" class="fixed-row">
      <IntegrationIcon integration={integration} />
      <div class="row-main">
        <a class="row-title" href={href}>
          {title}
        </a>
        <span class="row-note">{note ?? (description || name)}</span>
      </div>
      <span class="row-badges">
        {verified && <Badge kind="info">{words.integrations.verified}</Badge>}
        {children}
      </span>
    </div>
  );
}

/** The state of an installation. */
export function StateBadge({ status }: { readonly status: keyof typeof words.integrations.states }) {
  return (
    <Badge kind={status === "active" ? "success" : "warning"}>{words.integrations.states[status]}</Badge>
  );
}

/** A list of integrations in which the names are the ids of the rows. */
export function withIds(list: ListState<Integration>): ListState<Integration & { readonly id: string }> {
  const { data, ...state } = list;
  return { ...state, ...(data && { data: data.map((item) => ({ ...item, id: item.name })) }) };
}
