import {
  faArrowDown,
  faArrowUp,
  faClone,
  faCode,
  faCodePullRequest,
  faFileExport,
  faFileImport,
  faFileLines,
  faFolderTree,
  faGear,
  faGlobe,
  faLink,
  faPen,
  faPlus,
  faTrash,
  faUserPen,
} from "@fortawesome/free-solid-svg-icons";
import { call } from "../../data/api.ts";
import type { ListedPage, Space } from "../../data/api-types.ts";
import { copyText } from "../../data/copy-text.ts";
import { attempt, showDone } from "../../data/toasts.ts";
import { openExport, openImport } from "../../frame/open-runs.ts";
import { navigate, urlOf } from "../../navigation/router.ts";
import type { MenuItem } from "../../parts/menu.tsx";
import { words } from "../../words/index.ts";
import { besidePage, deletePage, duplicatePage, movePage } from "./change-tree.ts";
import {
  type ContentPlace,
  type EditAccess,
  isPrimary,
  pathOfFirstPage,
  pathOfPage,
} from "./content-place.ts";
import { openLink } from "./link-dialog.tsx";
import { openMove } from "./move-dialog.tsx";
import { branchIn, isAllowedIn, isPossibleMove, type PageList, stepDestination } from "./page-list.ts";
import { editInChangeRequest } from "./start-change-request.tsx";
import { neighboursIn } from "./tree-rows.ts";
import { typeNewPage, typeRename } from "./typed-title.ts";

export interface PageMenuInput {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly pages: PageList;
  readonly page: ListedPage;
  readonly access: EditAccess;
  /** The page that is open. */
  readonly openPage: string | undefined;
}

/** What the user may do with a page. The server decides in the end. */
export function pageMenu(input: PageMenuInput): MenuItem[] {
  const { space, place, page, access } = input;
  const texts = words.editing;
  const copy = { label: texts.copyLink, icon: faLink, onSelect: () => copyLink(place, page) };
  const source = [...sourceItems(input), ...exportItems(input)];
  if (access === "edit")
    return [
      ...createItems(input),
      ...editItems(input),
      ...source,
      copy,
      ...templateItems(input),
      ...placeItems(input),
    ];
  if (access === "read") return [copy, ...source];
  const propose = () => editInChangeRequest(space, page.id);
  return [
    copy,
    ...source,
    { label: texts.changeRequest.editHere, icon: faCodePullRequest, onSelect: propose },
  ];
}

/** The entries that bring pages below a page, and a page out of the space. */
function exportItems({ space, place, page, access }: PageMenuInput): MenuItem[] {
  if (place.revision !== undefined || page.type === "link") return [];
  const { id, organization } = space;
  const { changeRequest } = place;
  const target = { space: id, page: page.id, ...(changeRequest !== undefined && { changeRequest }) };
  const importPages = () =>
    openImport({ id: organization }, { ...target, label: words.transfers.intoPage(page.title) });
  const exportPages = () => openExport({ ...target, organization, title: page.title });
  return [
    ...(access === "edit"
      ? [{ label: words.transfers.importHere, icon: faFileImport, onSelect: importPages }]
      : []),
    { label: words.transfers.export, icon: faFileExport, onSelect: exportPages },
  ];
}

function createItems({ place, pages, page }: PageMenuInput): MenuItem[] {
  const texts = words.editing;
  return [
    ...(isAllowedIn(pages, "document", page.id)
      ? [{ label: texts.newInside, icon: faPlus, onSelect: () => typeNewPage(place, { parent: page.id }) }]
      : []),
    {
      label: texts.newBelow,
      icon: faPlus,
      onSelect: () => typeNewPage(place, besidePage(pages, page.id)),
    },
  ];
}

function editItems({ place, pages, page }: PageMenuInput): MenuItem[] {
  const texts = words.editing;
  return [
    {
      label: texts.rename,
      icon: faPen,
      shortcut: "F2",
      isFirstOfGroup: true,
      onSelect: () => typeRename(place, page),
    },
    { label: texts.duplicate, icon: faClone, onSelect: () => duplicatePage(place, pages, page) },
    {
      label: texts.openSettings,
      icon: faGear,
      href: urlOf(`${pathOfPage(place, page.id)}?settings=all`),
    },
    ...(page.href === undefined
      ? []
      : [{ label: texts.changeAddress, icon: faGlobe, onSelect: () => openLink({ place, page }) }]),
  ];
}

function sourceItems({ place, page, access }: PageMenuInput): MenuItem[] {
  if (page.type !== "document") return [];
  const label = access === "edit" ? words.source.edit : words.source.view;
  const path = pathOfPage(place, page.id);
  return [
    { label, icon: faCode, href: urlOf(`${path}?source`) },
    ...(isPrimary(place)
      ? [
          {
            label: words.history.authors.title,
            icon: faUserPen,
            href: urlOf(`${path}?authors&panel=history`),
          },
        ]
      : []),
  ];
}

/** Pages of the primary content can be templates for others. */
function templateItems({ place, page }: PageMenuInput): MenuItem[] {
  if (page.type !== "document" || !isPrimary(place)) return [];
  const texts = words.editing.templates;
  const params = { spaceId: place.space, pageId: page.id };
  const unmark = async () => {
    await call("DELETE /spaces/:spaceId/content/page/:pageId/template", params);
    showDone(texts.unmarked);
  };
  const mark = () =>
    attempt(() => call("POST /spaces/:spaceId/content/page/:pageId/template", params), texts.marked, unmark);
  return [{ label: texts.mark, icon: faFileLines, onSelect: mark }];
}

function placeItems(input: PageMenuInput): MenuItem[] {
  const { place, pages, page } = input;
  const texts = words.editing;
  const step = (label: string, icon: typeof faArrowUp, key: "up" | "down") => {
    const destination = stepDestination(pages, page.id, key);
    const onSelect = () => destination && movePage(place, pages, page, destination);
    const shortcut = key === "up" ? "alt+↑" : "alt+↓";
    return destination && isPossibleMove(pages, page.id, destination)
      ? [{ label, icon, shortcut, onSelect }]
      : [];
  };
  return [
    {
      label: texts.move,
      icon: faFolderTree,
      isFirstOfGroup: true,
      onSelect: () => openMove({ place, pages, page }),
    },
    ...step(texts.moveUp, faArrowUp, "up"),
    ...step(texts.moveDown, faArrowDown, "down"),
    {
      label: texts.delete,
      icon: faTrash,
      isDangerous: true,
      isFirstOfGroup: true,
      onSelect: () => removePage(input),
    },
  ];
}

async function copyLink(place: ContentPlace, { id }: ListedPage): Promise<void> {
  const { href } = new URL(urlOf(pathOfPage(place, id)), location.href);
  await attempt(() => copyText(href), words.editing.linkCopied);
}

/** Deletes a page, and leaves its screen or that of a page below it. */
export async function removePage({ place, pages, page, openPage = "" }: PageMenuInput): Promise<void> {
  const branch = new Set(branchIn(pages, page.id).map(({ id }) => id));
  if (branch.has(openPage)) {
    const remaining = pages.filter(({ id }) => id === page.id || !branch.has(id));
    const { previous, next } = neighboursIn(remaining, page.id);
    const neighbour =
      next ?? previous ?? remaining.find(({ id, type }) => id !== page.id && type === "document");
    navigate(neighbour === undefined ? pathOfFirstPage(place) : pathOfPage(place, neighbour.id), {
      replace: true,
    });
  }
  await deletePage(place, pages, page);
}
