import type { ComponentChildren } from "preact";
import { ScreenHeader } from "../../parts/screen-header.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { words } from "../../words/index.ts";

/** A screen of the user's account: the title, the tabs, and what is below them. */
export function AccountScreen({
  actions,
  children,
}: {
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { title, tabs } = words.account;
  return (
    <>
      <ScreenHeader title={title}>{actions}</ScreenHeader>
      <Tabs
        label={title}
        tabs={[
          { label: tabs.profile, path: "/account" },
          { label: tabs.password, path: "/account/password" },
          { label: words.inbox.choose.tab, path: "/account/inbox" },
          { label: tabs.sessions, path: "/account/sessions" },
          { label: tabs.tokens, path: "/account/tokens" },
        ]}
      />
      {children}
    </>
  );
}
