import {
  faBolt,
  faBook,
  faBookOpen,
  faCodePullRequest,
  faFileLines,
  faFolder,
  faGlobe,
  type IconDefinition,
} from "@fortawesome/free-solid-svg-icons";
import { useMemo, useState } from "preact/hooks";
import type { Action } from "../../data/actions.ts";
import type { FoundSpace, Member, Organization, Site } from "../../data/api-types.ts";
import { pathOfItem, useLibrary } from "../../data/library.ts";
import { ancestorsOf, type Library } from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { useList } from "../../data/queries.ts";
import { type RecentItem, readRecent } from "../../data/recent.ts";
import { useSearchReply } from "../../data/search-reply.ts";
import { isGuestIn, useMe, useOrganization } from "../../data/session.ts";
import { showFailure } from "../../data/toasts.ts";
import { navigate, pathOfUrl, urlOf } from "../../navigation/router.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerGroup, type PickerOption } from "../../parts/picker.tsx";
import { Avatar, Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { ItemIcon } from "../library/item-icon.tsx";

interface PaletteProps {
  readonly actions: readonly Action[];
  readonly onClose: () => void;
}

/** The number of results of each kind. */
const maxOfKind = 6;

/** The command palette: everything that can be opened or done, by typing. */
export function Palette({ actions, onClose }: PaletteProps) {
  const [query, setQuery] = useState("");
  const organization = useOrganization();
  const me = useMe();
  const { library } = useLibrary(organization?.id);
  const params = organization && { organizationId: organization.id };
  // Guests list neither sites nor members.
  const paramsOfMember = organization && !isGuestIn(organization) ? params : undefined;
  const sites = useList("GET /orgs/:organizationId/sites", paramsOfMember, { limit: 1000 }, { all: true });
  const pages = useSearchReply("GET /orgs/:organizationId/search", params, query, { query, limit: 10 });
  const people = useSearchReply("GET /orgs/:organizationId/members", paramsOfMember, query, {
    search: query,
    limit: maxOfKind,
  });
  const open = openerOf(onClose);
  const recent = me && organization ? readRecent(me.id, organization.id) : [];
  const groups = useMemo(() => {
    const texts = words.palette.groups;
    const actionOptions = actionsFor(actions, query, onClose);
    const recentOptions = findMatches(recent, query, ({ title }) => title, maxOfKind).map((item) =>
      recentOption(item, open),
    );
    const all: PickerGroup[] = query.trim()
      ? [
          { label: texts.recent, options: recentOptions.slice(0, 3) },
          { label: texts.spaces, options: library ? itemsFor(library, query, open) : [] },
          { label: texts.pages, options: pagesFor(pages.data?.items ?? [], open) },
          { label: texts.actions, options: actionOptions },
          { label: texts.sites, options: sitesFor(sites.data ?? [], query, organization, open) },
          { label: texts.people, options: peopleFor(people.data?.items ?? [], organization, open) },
        ]
      : [
          { label: texts.recent, options: recentOptions },
          { label: texts.actions, options: actionOptions },
        ];
    return withoutRepeated(all);
  }, [query, actions, library, recent, pages.data, people.data, sites.data, organization]);

  return (
    <Dialog title={words.palette.title} size="wide" hasHiddenTitle onClose={onClose}>
      <Picker
        label={words.palette.title}
        placeholder={words.palette.placeholder}
        query={query}
        onQuery={setQuery}
        groups={groups}
        emptyText={words.palette.empty}
        isLoading={pages.isLoading || people.isLoading}
        countText={words.palette.found}
      />
    </Dialog>
  );
}

type Open = (path: string) => PickerOption["onPick"];

/** Opens a place; with Ctrl or ⌘ in a new tab. */
function openerOf(onClose: () => void): Open {
  return (path) => (event) => {
    onClose();
    if (event.ctrlKey || event.metaKey) window.open(urlOf(path), "_blank", "noopener");
    else navigate(path);
  };
}

/** Something that was opened lately is not listed again among the others. */
function withoutRepeated(groups: readonly PickerGroup[]): PickerGroup[] {
  const seen = new Set<string>();
  return groups
    .map(({ label, options }) => ({
      label,
      options: options.filter(({ id }) => !seen.has(id) && seen.add(id)),
    }))
    .filter(({ options }) => options.length > 0);
}

function actionsFor(actions: readonly Action[], query: string, onClose: () => void): PickerOption[] {
  const offered = actions.filter(({ id }) => id !== "search");
  return findMatches(offered, query, textOf, query.trim() ? maxOfKind : offered.length).map(
    ({ id, label, note, icon, shortcut, run }) => ({
      id: `action-${id}`,
      label,
      note,
      shortcut,
      icon: <ItemSymbol icon={icon ?? faBolt} />,
      onPick: () => {
        onClose();
        const result = run();
        if (result instanceof Promise) result.catch(showFailure);
      },
    }),
  );
}

/** Typing the title of the screen finds its actions. */
function textOf({ label, note }: Action): string {
  return note === undefined ? label : `${label} ${note}`;
}

function itemsFor(library: Library, query: string, open: Open): PickerOption[] {
  return findMatches([...library.byId.values()], query, ({ title }) => title, maxOfKind).map((item) => ({
    id: pathOfItem(item),
    label: item.title || words.library.untitled,
    note: ancestorsOf(library, item.id)
      .map(({ title }) => title)
      .join(" / "),
    icon: <ItemIcon item={item} />,
    onPick: open(pathOfItem(item)),
  }));
}

function pagesFor(spaces: readonly FoundSpace[], open: Open): PickerOption[] {
  return spaces
    .flatMap((space) => space.pages.map((page) => ({ space, page })))
    .sort((a, b) => a.page.rank - b.page.rank)
    .slice(0, 8)
    .map(({ space, page }) => {
      const path = pathOfUrl(page.urls.app) ?? `/spaces/${space.id}`;
      return {
        id: path,
        label: page.title || words.library.untitled,
        note: [space.title, ...page.ancestors.map(({ title }) => title)].join(" / "),
        icon: <ItemSymbol icon={faFileLines} />,
        onPick: open(path),
      };
    });
}

function sitesFor(
  sites: readonly Site[],
  query: string,
  organization: Organization | undefined,
  open: Open,
): PickerOption[] {
  return findMatches(sites, query, ({ title }) => title, maxOfKind).map((site) => {
    const path = `/orgs/${organization?.id}/sites/${site.id}`;
    return {
      id: path,
      label: site.title || words.library.untitled,
      note: site.urls.published,
      icon: <ItemSymbol icon={faGlobe} />,
      onPick: open(path),
    };
  });
}

function peopleFor(
  members: readonly Member[],
  organization: Organization | undefined,
  open: Open,
): PickerOption[] {
  return members.map(({ id, user }) => ({
    id: `member-${id}`,
    label: user.displayName,
    note: user.email,
    icon: <Avatar name={user.displayName} url={user.photoURL} size={20} />,
    onPick: open(`/orgs/${organization?.id}/members/${id}`),
  }));
}

const recentIcons: Readonly<Record<RecentItem["kind"], IconDefinition>> = {
  space: faBook,
  collection: faFolder,
  page: faFileLines,
  site: faGlobe,
  "change-request": faCodePullRequest,
};

function recentOption({ path, title, kind, emoji, note }: RecentItem, open: Open): PickerOption {
  return {
    id: path,
    label: title || words.library.untitled,
    note,
    icon: <Emoji code={emoji} fallback={<Icon of={recentIcons[kind] ?? faBookOpen} />} />,
    onPick: open(path),
  };
}

function ItemSymbol({ icon }: { readonly icon: IconDefinition }) {
  return <Emoji fallback={<Icon of={icon} />} />;
}
