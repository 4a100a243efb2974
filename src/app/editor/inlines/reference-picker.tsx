import { faFileLines, faHashtag, faLink, faPaperclip } from "@fortawesome/free-solid-svg-icons";
import { useMemo, useState } from "preact/hooks";
import type { Node } from "prosemirror-model";
import type { EditorView } from "prosemirror-view";
import type { Reply } from "../../data/api.ts";
import { findMatches } from "../../data/matching.ts";
import { useList } from "../../data/queries.ts";
import { useSearchReply } from "../../data/search-reply.ts";
import { isGuestIn, useOrganization } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerGroup, type PickerOption } from "../../parts/picker.tsx";
import { Avatar, Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { contentParams, contentPath } from "../content-source.ts";
import { type Reference, referenceFrom } from "../model/references.ts";
import { contextOf } from "../view/editor-context.ts";

interface ReferencePickerProps {
  readonly view: EditorView;
  /** Whether people can be chosen. */
  readonly hasPeople?: boolean;
  readonly initialQuery?: string;
  /** Called when the picker gets the focus, for what was typed before. */
  readonly takeTyped?: () => string;
  /** Called when something is typed. */
  readonly onQuery?: (query: string) => void;
  readonly onPick: (reference: Reference, name: string) => void;
}

/** The number of results of each kind. */
const maxOfKind = 6;

/** Chooses what a link or a mention refers to: pages, headings, files and people by name, or an address. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { view, hasPeople = false, initialQuery = "", onPick, onQuery, takeTyped } = props;
  const { content, page: writtenPage } = contextOf(view.state);
  const headings = useMemo(() => headingsOf(view.state.doc), []);
  const [query, setQuery] = useState(initialQuery);
  const texts = words.editor.references;
  const organization = useOrganization();
  const params = organization && { organizationId: organization.id };
  const path = contentPath(content);
  const of = contentParams(content);
  const { data: pages = [] } = useList(
    `GET ${path}/page-titles`,
    of,
    { limit: 1000 },
    { all: true, first: 100 },
  );
  const { data: files = [] } = useList(`GET ${path}/files`, of, { limit: 1000 });
  const elsewhere = useSearchReply("GET /orgs/:organizationId/search", params, query, { query, limit: 10 });
  const mayListPeople = hasPeople && organization !== undefined && !isGuestIn(organization);
  const people = useSearchReply(
    "GET /orgs/:organizationId/members",
    mayListPeople ? params : undefined,
    query,
    { search: query, limit: maxOfKind },
  );
  const groups = useMemo((): PickerGroup[] => {
    const option = (
      id: string,
      label: string,
      reference: Reference,
      icon: PickerOption["icon"],
      note?: string,
    ): PickerOption => ({ id, label, icon, note, onPick: () => onPick(reference, label) });
    const address = referenceFrom(query, new URL(urlOf(""), location.href).href.replace(/\/$/, ""));
    const matches = <T,>(items: readonly T[], textOf: (item: T) => string) =>
      findMatches(items, query, textOf, maxOfKind);
    const all: PickerGroup[] = [
      {
        label: texts.address,
        options: address ? [option("address", query.trim(), address, <Icon of={faLink} />)] : [],
      },
      {
        label: texts.pages,
        options: matches(pages, ({ title }) => title).map(({ id, title, emoji }) =>
          option(
            `page-${id}`,
            title,
            { kind: "page", page: id },
            <Emoji code={emoji} fallback={<Icon of={faFileLines} />} />,
          ),
        ),
      },
      {
        label: texts.headings,
        options: [
          ...matches(headings, ({ title }) => title).map(({ anchor, title }) =>
            option(`heading-${anchor}`, title, { kind: "anchor", anchor }, <Icon of={faHashtag} />),
          ),
          ...matches(foundHeadings(elsewhere.data?.items ?? []), ({ title }) => title)
            .filter(({ page }) => page.id !== writtenPage)
            .map(({ anchor, title, page, space }) => {
              const ref = { kind: "anchor", anchor, page: page.id, space } as const;
              return option(`heading-${page.id}-${anchor}`, title, ref, <Icon of={faHashtag} />, page.title);
            }),
        ],
      },
      {
        label: texts.people,
        options: (people.data?.items ?? []).map(({ user }) =>
          option(
            `user-${user.id}`,
            user.displayName,
            { kind: "user", user: user.id },
            <Avatar name={user.displayName} url={user.photoURL} size={20} />,
            user.email,
          ),
        ),
      },
      {
        label: texts.files,
        options: query.trim()
          ? matches(files, ({ name }) => name).map(({ id, name }) =>
              option(`file-${id}`, name, { kind: "file", file: id }, <Icon of={faPaperclip} />),
            )
          : [],
      },
      {
        label: texts.elsewhere,
        options: (elsewhere.data?.items ?? [])
          .filter(({ id }) => id !== content.space)
          .flatMap((space) =>
            space.pages.map((page) =>
              option(
                `elsewhere-${space.id}-${page.id}`,
                page.title,
                { kind: "page", page: page.id, space: space.id },
                <Icon of={faFileLines} />,
                space.title,
              ),
            ),
          )
          .slice(0, maxOfKind),
      },
    ];
    return all.filter(({ options }) => options.length > 0);
  }, [query, pages, files, headings, elsewhere.data, people.data]);
  const onFocus = () => {
    const typed = takeTyped?.() ?? "";
    if (typed !== "") setQuery(typed);
  };
  return (
    <div class="reference-picker" onFocusCapture={onFocus}>
      <Picker
        label={hasPeople ? texts.mention : texts.link}
        placeholder={hasPeople ? texts.mentionPlaceholder : texts.linkPlaceholder}
        query={query}
        onQuery={(text) => {
          setQuery(text);
          onQuery?.(text);
        }}
        groups={groups}
        emptyText={texts.empty}
        isLoading={elsewhere.isLoading || people.isLoading}
        countText={words.palette.found}
      />
    </div>
  );
}

/** The headings of the page, with the anchors that they had when it was last saved. */
function headingsOf(doc: Node) {
  const headings: { anchor: string; title: string }[] = [];
  doc.descendants((node) => {
    const anchor = node.attrs.meta?.id ?? node.attrs.data?.id;
    if (node.type.name.startsWith("heading") && anchor) headings.push({ anchor, title: node.textContent });
    return !node.inlineContent;
  });
  return headings;
}

type FoundSpace = Reply<"GET /orgs/:organizationId/search">["items"][number];

/** The headings that a search has found in any space. */
function foundHeadings(spaces: readonly FoundSpace[]) {
  return spaces.flatMap(({ id: space, pages }) =>
    pages.flatMap((page) =>
      (page.sections ?? []).flatMap(({ id, title }) => {
        const anchor = id.split("#")[1];
        return anchor === undefined ? [] : [{ anchor, title, page, space }];
      }),
    ),
  );
}
