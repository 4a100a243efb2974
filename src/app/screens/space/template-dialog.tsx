import { faFileLines } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import { call } from "../../data/api.ts";
import type { Template } from "../../data/api-types.ts";
import type { Destination } from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { useQuery } from "../../data/queries.ts";
import { attempt } from "../../data/toasts.ts";
import { contentParams, contentPath } from "../../editor/content-source.ts";
import { navigate } from "../../navigation/router.ts";
import { Dialog, openDialog } from "../../parts/dialog.tsx";
import { PageIcon } from "../../parts/page-icon.tsx";
import { Picker } from "../../parts/picker.tsx";
import { Loaded } from "../../parts/states.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, pathOfPage, refreshContent } from "./content-place.ts";
import { type PageList, positionOf } from "./page-list.ts";

interface TemplateInput {
  readonly place: ContentPlace;
  readonly pages: PageList;
  /** Where the new page will be. */
  readonly destination: Destination;
}

/** Asks for the template of a new page. */
export function openTemplates(input: TemplateInput): void {
  openDialog((close) => <TemplateDialog {...input} onClose={close} />);
}

function TemplateDialog(input: TemplateInput & { readonly onClose: () => void }) {
  const { place, onClose } = input;
  const templates = useQuery("GET /spaces/:spaceId/templates", { spaceId: place.space });
  return (
    <Dialog title={words.editing.templates.title} onClose={onClose}>
      <Loaded query={templates}>{({ items }) => <TemplateList {...input} templates={items} />}</Loaded>
    </Dialog>
  );
}

function TemplateList({
  place,
  pages,
  destination,
  templates,
  onClose,
}: TemplateInput & { readonly templates: readonly Template[]; readonly onClose: () => void }) {
  const [query, setQuery] = useState("");
  const texts = words.editing.templates;
  const create = async (template: string) => {
    onClose();
    const created = await attempt(() =>
      call(`POST ${contentPath(place)}/page-from-template`, contentParams(place), {
        body: { template, ...positionOf(pages, destination) },
      }),
    );
    if (created === undefined) return;
    refreshContent(place);
    navigate(pathOfPage(place, created.result.id));
  };
  const ofPages = templates.filter(({ kind }) => kind === "page");
  const options = (shown: readonly Template[]) =>
    findMatches(shown, query, ({ title, description = "" }) => `${title} ${description}`, shown.length).map(
      ({ id, title, description, emoji, icon, space }) => ({
        ...{ id, label: title, note: space?.title ?? description },
        icon: <PageIcon emoji={emoji} icon={icon} fallback={faFileLines} />,
        onPick: () => create(id),
      }),
    );
  const groups = [
    { label: texts.own, options: options(ofPages.filter(({ space }) => space !== undefined)) },
    { label: texts.shipped, options: options(ofPages.filter(({ space }) => space === undefined)) },
  ];
  return (
    <Picker
      label={texts.search}
      placeholder={texts.search}
      query={query}
      onQuery={setQuery}
      groups={groups.filter((group) => group.options.length > 0)}
      emptyText={texts.none}
      countText={words.palette.found}
    />
  );
}
