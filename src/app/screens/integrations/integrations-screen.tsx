import type { ComponentChildren } from "preact";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** A screen with integrations of an organization: the title, the tabs, and what is below them. */
export function IntegrationsScreen({
  organization,
  children,
}: {
  readonly organization: string;
  readonly children: ComponentChildren;
}) {
  const { title, tabs } = words.integrations;
  const root = `/orgs/${organization}/integrations`;
  return (
    <>
      <ScreenHeader title={title} />
      <Tabs
        label={title}
        tabs={[
          { label: tabs.browse, path: root },
          { label: tabs.own, path: `${root}/own` },
        ]}
      />
      {children}
    </>
  );
}
