import { useState } from "preact/hooks";
import { useQuery } from "../../../data/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { openDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextField } from "../../../parts/field.tsx";
import { words } from "../../../words/index.ts";
import { fieldWords } from "./field-words.ts";
import { useField, useForm } from "./form-context.ts";
import { ListEditor } from "./list-editor.tsx";
import { type Localized, LocalizedTexts } from "./localized-texts.tsx";
import { PagePicker } from "./page-picker.tsx";

const texts = words.look.link;

/** Where a link leads: a URL, or an object of the workspace. */
export type LinkTarget = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface ContentLink {
  readonly title: string;
  readonly localizedTitle?: Localized;
  readonly to: LinkTarget;
}

interface HeaderLink extends Omit<ContentLink, "to"> {
  readonly to: LinkTarget | null;
  readonly style?: string;
  readonly links: readonly ContentLink[];
  readonly condition?: string;
}

const newTarget: LinkTarget = { kind: "url", url: texts.urlExample };
export const newLink = (): ContentLink => ({ title: texts.new, to: newTarget });

const maxLinks = 100;

/** Where the logo leads. */
export function PrimaryLinkField({ path }: { readonly path: string }) {
  const { value, set } = useField<LinkTarget>(path);
  return (
    <TargetFields
      label={fieldWords(path).label}
      emptyLabel={texts.first}
      value={value ?? null}
      onChange={(target) => set(target ?? undefined)}
    />
  );
}

/** The links, buttons and menus of the header. */
export function HeaderLinksField({ path }: { readonly path: string }) {
  const { value = [], set } = useField<readonly HeaderLink[]>(path);
  const { label } = fieldWords(path);
  return (
    <fieldset class="look-list">
      <legend>{label}</legend>
      <ListEditor<HeaderLink>
        label={label}
        items={value}
        nameOf={({ title }) => title}
        addLabel={texts.add}
        newItem={() => ({ ...newLink(), links: [] })}
        maxItems={maxLinks}
        onChange={set}
      >
        {(link, change) => <HeaderLinkFields link={link} onChange={change} />}
      </ListEditor>
    </fieldset>
  );
}

function HeaderLinkFields({
  link,
  onChange,
}: {
  readonly link: HeaderLink;
  readonly onChange: (link: HeaderLink) => void;
}) {
  const { condition, ...unconditional } = link;
  return (
    <>
      <TitleFields item={link} maxLength={128} onChange={onChange} />
      <TargetFields
        label={texts.target}
        emptyLabel={texts.kinds.none}
        value={link.to}
        onChange={(to) => onChange({ ...link, to })}
      />
      <SelectField
        label={texts.style}
        value={link.style ?? "link"}
        options={Object.entries(texts.styles).map(([value, label]) => ({ value, label }))}
        onChange={(style) => onChange({ ...link, style })}
      />
      <TextField
        label={texts.condition}
        hint={texts.conditionHint}
        value={condition ?? ""}
        onInput={(text) => onChange(text === "" ? unconditional : { ...link, condition: text })}
      />
      <LinkList
        label={texts.inMenu}
        addLabel={texts.addTo(link.title)}
        links={link.links}
        onChange={(links) => onChange({ ...link, links })}
      />
    </>
  );
}

/** Links below each other: of a menu, or of a group in the footer. */
export function LinkList({
  label,
  addLabel,
  links,
  onChange,
}: {
  readonly label: string;
  readonly addLabel: string;
  readonly links: readonly ContentLink[];
  readonly onChange: (links: readonly ContentLink[]) => void;
}) {
  return (
    <fieldset class="look-list">
      <legend>{label}</legend>
      <ListEditor<ContentLink>
        label={label}
        items={links}
        nameOf={({ title }) => title}
        addLabel={addLabel}
        newItem={newLink}
        maxItems={maxLinks}
        onChange={onChange}
      >
        {(link, change) => <LinkFields link={link} onChange={change} />}
      </ListEditor>
    </fieldset>
  );
}

export function LinkFields({
  link,
  onChange,
}: {
  readonly link: ContentLink;
  readonly onChange: (link: ContentLink) => void;
}) {
  return (
    <>
      <TitleFields item={link} maxLength={64} onChange={onChange} />
      <TargetFields
        label={texts.target}
        value={link.to}
        onChange={(to) => onChange({ ...link, to: to ?? newTarget })}
      />
    </>
  );
}

/** The title of a link or a group, in all languages. */
export function TitleFields<T extends { readonly title: string; readonly localizedTitle?: Localized }>({
  item,
  maxLength,
  onChange,
}: {
  readonly item: T;
  readonly maxLength: number;
  readonly onChange: (item: T) => void;
}) {
  const change = (localized: Localized | undefined) => {
    const { localizedTitle: _, ...others } = item;
    onChange((localized ? { ...others, localizedTitle: localized } : others) as T);
  };
  return (
    <>
      <TextField
        label={texts.title}
        value={item.title}
        maxLength={maxLength}
        onInput={(title) => onChange({ ...item, title })}
      />
      <LocalizedTexts
        label={texts.title}
        value={item.localizedTitle}
        maxLength={maxLength}
        onChange={change}
      />
    </>
  );
}

interface TargetFieldsProps {
  readonly label: string;
  /** What it means if there is no target. Without it, there is always one. */
  readonly emptyLabel?: string;
  readonly value: LinkTarget | null;
  readonly onChange: (target: LinkTarget | null) => void;
}

/** Where a link leads. Targets of kinds that are not offered here are kept. */
function TargetFields({ label, emptyLabel, value, onChange }: TargetFieldsProps) {
  const { siteSpaces } = useForm();
  const [, setAsked] = useState(0);
  const kind = value?.kind ?? "none";
  const offered: readonly string[] = ["url", "page", "space"];
  const options = [
    ...(emptyLabel === undefined ? [] : [{ value: "none", label: emptyLabel }]),
    ...offered.map((name) => ({ value: name, label: texts.kinds[name as "url"] })),
    ...(kind === "none" || offered.includes(kind) ? [] : [{ value: kind, label: texts.other(kind) }]),
  ];
  const choosePage = () =>
    openDialog((close) => (
      <PagePicker
        siteSpaces={siteSpaces}
        onClose={close}
        onPick={({ page, siteSpace }) => {
          onChange({ kind: "page", page: page.id, space: siteSpace.space.id });
        }}
      />
    ));
  const chooseKind = (next: string) => {
    const [first] = siteSpaces;
    if (next === "none") onChange(null);
    else if (next === "url") onChange(newTarget);
    else if (next === "space" && first) onChange({ kind: "space", space: first.space.id });
    else if (next === "page") {
      choosePage();
      // Drawn again, the field shows the present kind until a page is chosen.
      setAsked((times) => times + 1);
    }
  };
  return (
    <>
      <SelectField label={label} value={kind} options={options} onChange={chooseKind} />
      {value?.kind === "url" && (
        <TextField
          label={texts.url}
          value={String(value.url ?? "")}
          maxLength={2048}
          onInput={(url) => onChange({ kind: "url", url })}
        />
      )}
      {value?.kind === "space" && (
        <SelectField
          label={texts.space}
          value={String(value.space)}
          options={siteSpaces.map(({ title, space }) => ({ value: space.id, label: title || space.title }))}
          onChange={(space) => onChange({ kind: "space", space })}
        />
      )}
      {value?.kind === "page" && (
        <ChosenPage
          page={String(value.page)}
          space={typeof value.space === "string" ? value.space : undefined}
          onChoose={choosePage}
        />
      )}
    </>
  );
}

/** The title of the page to which a link leads, with which another one is chosen. */
function ChosenPage({
  page,
  space,
  onChoose,
}: {
  readonly page: string;
  readonly space: string | undefined;
  readonly onChoose: () => void;
}) {
  const params = space === undefined ? undefined : { spaceId: space, pageId: page };
  const { data } = useQuery("GET /spaces/:spaceId/content/page/:pageId", params);
  return <Button onClick={onChoose}>{texts.chosenPage(data?.title ?? texts.unknownPage)}</Button>;
}
