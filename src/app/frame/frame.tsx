import { faBars, faInbox, faMagnifyingGlass } from "@fortawesome/free-solid-svg-icons";
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { useOrganization } from "../data/session.ts";
import { place, urlOf } from "../navigation/router.ts";
import { IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { UnreadCount } from "../parts/unread-count.tsx";
import { words } from "../words/index.ts";
import { useFrameActions } from "./frame-actions.ts";
import { useOpened } from "./opened.ts";
import { openPalette } from "./palette/open.tsx";
import { Sidebar } from "./sidebar.tsx";

/** Whether the navigation is open where it covers the content. */
const isDrawerOpen = signal(false);

/** What surrounds most screens: the navigation and the bar of small windows. */
export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path } = place.value;
  const organization = useOrganization();
  useOpened(organization);
  useFrameActions(organization);
  useEffect(() => {
    isDrawerOpen.value = false;
  }, [path]);
  return (
    <>
      <a class="skip-link" href="#content">
        {words.frame.skip}
      </a>
      <div class="frame" data-drawer={isDrawerOpen.value ? "open" : undefined}>
        <Sidebar onClose={() => (isDrawerOpen.value = false)} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the drawer closes it; Escape does so too. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above. */}
        <div class="drawer-shade" onClick={() => (isDrawerOpen.value = false)} />
        <div class="frame-main">
          <div class="top-bar">
            <IconButton
              icon={faBars}
              label={words.frame.openNavigation}
              aria-expanded={isDrawerOpen.value}
              onClick={() => (isDrawerOpen.value = true)}
            />
            <span class="product">{words.frame.product}</span>
            {organization && (
              <a class="icon-button top-bar-end top-bar-inbox" href={urlOf(`/orgs/${organization.id}/inbox`)}>
                <Icon of={faInbox} />
                <span class="hidden-text">{words.inbox.title}</span>
                <UnreadCount organizationId={organization.id} />
              </a>
            )}
            <IconButton icon={faMagnifyingGlass} label={words.frame.search} onClick={openPalette} />
          </div>
          <main id="content" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
    </>
  );
}
