import { faFileLines, faHashtag, faLink, faPaperclip } from "@fortawesome/free-solid-svg-icons";
import { useMemo, useState } from "preact/hooks";
import { findMatches } from "../../data/matching.ts";
import { useList } from "../../data/queries.ts";
import { useSearchReply } from "../../data/search-reply.ts";
import { isGuestIn, useOrganization } from "../../data/session.ts";
import { urlOf } from "../../navigation/router.ts";
import { Icon } from "../../parts/icon.tsx";
import { Picker, type PickerGroup, type PickerOption } from "../../parts/picker.tsx";
import { Avatar, Emoji } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { contentParams, contentPath, type WrittenContent } from "../content-source.ts";
import { type Reference, referenceFrom } from "../model/references.ts";

interface ReferencePickerProps {
  readonly content: WrittenContent;
  /** The headings of the page that is written, with their anchors. */
  readonly headings: readonly { readonly anchor: string; readonly title: string }[];
  /** Whether people can be chosen. */
  readonly hasPeople?: boolean;
  readonly initialQuery?: string;
  readonly onPick: (reference: Reference, name: string) => void;
}

/** The number of results of each kind. */
const maxOfKind = 6;

/** Chooses what a link or a mention refers to: pages, headings, files and people by name, or an address. */
export function ReferencePicker(props: ReferencePickerProps) {
  const { content, headings, hasPeople = false, initialQuery = "", onPick } = props;
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
        options: matches(headings, ({ title }) => title).map(({ anchor, title }) =>
          option(`heading-${anchor}`, title, { kind: "anchor", anchor }, <Icon of={faHashtag} />),
        ),
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
  return (
    <div class="reference-picker">
      <Picker
        label={hasPeople ? texts.mention : texts.link}
        placeholder={hasPeople ? texts.mentionPlaceholder : texts.linkPlaceholder}
        query={query}
        onQuery={setQuery}
        groups={groups}
        emptyText={texts.empty}
        isLoading={elsewhere.isLoading || people.isLoading}
        countText={words.palette.found}
      />
    </div>
  );
}
