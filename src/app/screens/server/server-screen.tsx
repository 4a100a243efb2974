import type { ComponentChildren } from "preact";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** A screen of the server: the title, the tabs, and what is below them. */
export function ServerScreen({
  actions,
  children,
}: {
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { title, tabs } = words.server;
  return (
    <>
      <ScreenHeader title={title}>{actions}</ScreenHeader>
      <Tabs
        label={title}
        tabs={[
          { label: tabs.overview, path: "/server" },
          { label: tabs.jobs, path: "/server/jobs" },
          { label: tabs.backups, path: "/server/backups" },
          { label: tabs.organizations, path: "/server/organizations" },
          { label: tabs.settings, path: "/server/settings" },
        ]}
      />
      {children}
    </>
  );
}
