import { faFileLines } from "@fortawesome/free-solid-svg-icons";
import { call, messageOf } from "../../data/api.ts";
import type { Template } from "../../data/api-types.ts";
import type { Destination } from "../../data/library-tree.ts";
import { findMatches } from "../../data/matching.ts";
import { useQuery } from "../../data/queries.ts";
import { attempt } from "../../data/toasts.ts";
import { contentParams, contentPath } from "../../editor/content-source.ts";
import { navigate } from "../../navigation/router.ts";
import { openDialog } from "../../parts/dialog.tsx";
import { PageIcon } from "../../parts/page-icon.tsx";
import { PickerDialog } from "../../parts/picker-dialog.tsx";
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

function TemplateDialog({
  place,
  pages,
  destination,
  onClose,
}: TemplateInput & { readonly onClose: () => void }) {
  const { data, error, isLoading } = useQuery("GET /spaces/:spaceId/templates", { spaceId: place.space });
  const texts = words.editing.templates;
  const create = async (template: string) => {
    const created = await attempt(() =>
      call(`POST ${contentPath(place)}/page-from-template`, contentParams(place), {
        body: { template, ...positionOf(pages, destination) },
      }),
    );
    if (created === undefined) return;
    refreshContent(place);
    navigate(pathOfPage(place, created.result.id));
  };
  const fill = async ({ id, title }: Template) => {
    const { space: spaceId, changeRequest: changeRequestId } = place;
    const body = { id, ...(changeRequestId !== undefined && { changeRequestId }) };
    await attempt(
      () => call("POST /spaces/:spaceId/content/template", { spaceId }, { body }),
      texts.filled(title),
    );
    refreshContent(place);
  };
  const optionsOf = (shown: readonly Template[], query: string) =>
    findMatches(shown, query, ({ title, description = "" }) => `${title} ${description}`, shown.length).map(
      (template) => {
        const { id, kind, title, description, emoji, icon, space } = template;
        return {
          ...{ id, label: title, note: space?.title ?? description },
          icon: <PageIcon emoji={emoji} icon={icon} fallback={faFileLines} />,
          onPick: () => (kind === "space" ? fill(template) : create(id)),
        };
      },
    );
  const ofKind = (kind: Template["kind"], isOwn: boolean) =>
    (data?.items ?? []).filter(
      (template) => template.kind === kind && (template.space !== undefined) === isOwn,
    );
  const find = (query: string) => [
    { label: texts.own, options: optionsOf(ofKind("page", true), query) },
    { label: texts.shipped, options: optionsOf(ofKind("page", false), query) },
    { label: texts.sets, options: optionsOf(ofKind("space", false), query) },
  ];
  return (
    <PickerDialog
      title={texts.title}
      search={texts.search}
      onClose={onClose}
      find={find}
      isLoading={isLoading}
      emptyText={error === undefined ? texts.none : messageOf(error)}
      countText={words.palette.found}
    />
  );
}
