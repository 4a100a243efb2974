import { faEllipsis, faFaceSmile, faImage, faPen } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useActions } from "../../data/actions.ts";
import type { PageHtml, Space } from "../../data/api-types.ts";
import { withoutMarkers } from "../../data/conflict-title.ts";
import { setQuery, urlOf } from "../../navigation/router.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { chooseIcon } from "../../parts/icon-picker/open.ts";
import { Keys } from "../../parts/keys.tsx";
import { Menu } from "../../parts/menu.tsx";
import { ScreenActions } from "../../parts/screen-actions.tsx";
import { Crumbs, ScreenHeader, useScreenTitle } from "../../parts/screen-header.tsx";
import { Badge } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";
import { type ContentPlace, type EditAccess, pathOfFirstPage, pathOfPage } from "./content-place.ts";
import { PageCover } from "./page-cover.tsx";
import type { PageList } from "./page-list.ts";
import { saveNow, savePage, unsavedFields, usePageSaving } from "./page-saving.ts";
import { editInChangeRequest, useTypingOffer } from "./start-change-request.tsx";
import { pageMenu } from "./tree-menu.ts";

interface PageHeadProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
  readonly pages: PageList;
  readonly access: EditAccess;
  /** Called when Enter is pressed in the title: the text gets the focus. */
  readonly onEnter?: (() => void) | undefined;
}

/** The cover, the icon, the title and the description of a page. Who may edit it changes them in place. */
export function PageHead(props: PageHeadProps) {
  const { space, place, page, access } = props;
  const propose = () => editInChangeRequest(space, page.id);
  const changeIcon = () => chooseIcon((chosen) => savePage(place, page.id, { ...chosen }, true));
  const texts = words.editing;
  useTypingOffer(space, page.id, access === "propose");
  useActions(
    access === "propose"
      ? [
          {
            ...{ id: "edit", label: texts.edit, icon: faPen, shortcut: "e", run: propose },
            group: words.palette.shortcuts.general,
          },
        ]
      : [],
  );
  const crumbs = [
    { label: space.title, href: urlOf(pathOfFirstPage(place)) },
    ...page.ancestors.map(({ id, title }) => ({
      label: withoutMarkers(title),
      href: urlOf(pathOfPage(place, id)),
    })),
  ];
  const actions = (
    <>
      {page.hidden && <Badge kind="warning">{words.reading.hidden}</Badge>}
      {page.condition && <Badge kind="info">{words.reading.conditionTitle(page.condition)}</Badge>}
      {access === "propose" && (
        <Button kind="primary" icon={faPen} onClick={propose}>
          {texts.edit}
          <Keys of="e" />
        </Button>
      )}
      <PageMenu {...props} />
    </>
  );
  const icon = page.icon && (
    // The server writes the icon; authors choose only its name.
    <span class="page-icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: page.icon }} />
  );
  if (access !== "edit")
    return (
      <>
        <PageCover page={page} />
        <ScreenHeader title={page.title} crumbs={crumbs} description={page.description} icon={icon}>
          {actions}
        </ScreenHeader>
      </>
    );
  return (
    <>
      <PageCover page={page} isEditable />
      <header class="screen-header page-head">
        <Crumbs crumbs={crumbs} />
        <div class="page-head-tools">
          <Button kind="quiet" icon={faFaceSmile} onClick={changeIcon}>
            {icon ? texts.head.changeIcon : texts.head.addIcon}
          </Button>
          {!page.cover && page.type === "document" && (
            <Button kind="quiet" icon={faImage} onClick={() => setQuery({ settings: "cover" })}>
              {texts.head.addCover}
            </Button>
          )}
          <SavingState place={place} page={page} />
        </div>
        <div class="screen-title">
          {icon}
          <TitleField {...props} />
          <ScreenActions title={page.title}>{actions}</ScreenActions>
        </div>
        {page.type === "document" && <DescriptionField place={place} page={page} />}
      </header>
    </>
  );
}

function PageMenu({ space, place, page, pages, access }: PageHeadProps) {
  const listed = pages.find(({ id }) => id === page.id);
  if (listed === undefined) return null;
  const items = () => pageMenu({ space, place, pages, page: listed, access, openPage: page.id });
  return (
    <Menu label={words.editing.pageActions} items={items}>
      <Icon of={faEllipsis} />
    </Menu>
  );
}

/** Says that the fields of the head are being saved or wait for a connection. The text has its own state below. */
function SavingState({ place, page }: Pick<PageHeadProps, "place" | "page">) {
  const state = usePageSaving(place, page.id, true);
  return (
    <span class="hint page-saving" role="status">
      {state === undefined || state === "saved" ? "" : words.editing.saving[state]}
    </span>
  );
}

/** What is typed into a field of a page; what the server says, unless it is being typed. */
function useTyped(place: ContentPlace, page: PageHtml, name: "title" | "description") {
  const [text, setText] = useState(() => unsavedFields(place, page.id)[name] ?? page[name] ?? "");
  const isFocused = useRef(false);
  useEffect(() => {
    if (!isFocused.current) setText(unsavedFields(place, page.id)[name] ?? page[name] ?? "");
  }, [page[name]]);
  return { text, setText, isFocused };
}

function TitleField({ place, page, onEnter }: PageHeadProps) {
  const { text, setText, isFocused } = useTyped(place, page, "title");
  const texts = words.editing.head;
  useScreenTitle(page.title);
  const save = (title: string) => {
    setText(title);
    // A page always has a title: the last one stays until there is another.
    if (title.trim() !== "") savePage(place, page.id, { title: title.trim() });
  };
  return (
    <h1>
      <GrowingField
        label={texts.title}
        placeholder={words.editing.untitled}
        maxLength={512}
        value={text}
        onInput={save}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
          if (text.trim() === "") setText(page.title);
          saveNow(place, page.id);
        }}
        onEnter={onEnter}
      />
    </h1>
  );
}

function DescriptionField({ place, page }: Pick<PageHeadProps, "place" | "page">) {
  const { text, setText, isFocused } = useTyped(place, page, "description");
  const texts = words.editing.head;
  return (
    <div class="screen-description">
      <GrowingField
        label={texts.description}
        placeholder={texts.addDescription}
        maxLength={4096}
        value={text}
        onInput={(description) => {
          setText(description);
          savePage(place, page.id, { description });
        }}
        onFocus={() => {
          isFocused.current = true;
        }}
        onBlur={() => {
          isFocused.current = false;
          saveNow(place, page.id);
        }}
      />
    </div>
  );
}

interface GrowingFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly maxLength: number;
  readonly value: string;
  readonly onInput: (text: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onEnter?: (() => void) | undefined;
}

/** A field of one paragraph that looks like text and is as high as what is typed. */
function GrowingField({ label, onInput, onEnter, ...field }: GrowingFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const resize = () => {
    if (area.current === null) return;
    area.current.style.height = "auto";
    area.current.style.height = `${area.current.scrollHeight}px`;
  };
  useLayoutEffect(resize, [field.value]);
  useEffect(() => {
    if (area.current === null) return;
    const observer = new ResizeObserver(resize);
    observer.observe(area.current.parentElement as Element);
    return () => observer.disconnect();
  }, []);
  return (
    <textarea
      {...field}
      ref={area}
      class="growing-field"
      rows={1}
      aria-label={label}
      onInput={({ currentTarget }) => {
        const text = currentTarget.value.replace(/\s*\n\s*/g, " ");
        if (text !== currentTarget.value) currentTarget.value = text;
        onInput(text);
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Enter") {
          event.preventDefault();
          if (onEnter) onEnter();
          else event.currentTarget.blur();
        } else if (event.key === "Escape") event.currentTarget.blur();
      }}
    />
  );
}
