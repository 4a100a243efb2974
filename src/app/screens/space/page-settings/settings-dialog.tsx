import { faFaceSmile } from "@fortawesome/free-solid-svg-icons";
import { useEffect, useState } from "preact/hooks";
import type { Page, PageHtml, Space } from "../../../data/api-types.ts";
import { loadClaimConditions } from "../../../data/claim-conditions.ts";
import { showDone } from "../../../data/toasts.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog, FormDialog } from "../../../parts/dialog.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { chooseIcon } from "../../../parts/icon-picker/open.ts";
import { PageIcon } from "../../../parts/page-icon.tsx";
import { Failure, Skeleton } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { updatePage } from "../change-tree.ts";
import { type ContentPlace, readPage } from "../content-place.ts";
import { CoverFields, optionsOf } from "./cover-fields.tsx";
import { useCoverUpload } from "./cover-upload.ts";
import { changeOf, type PageSettings, settingsOf, tagsIn } from "./page-fields.ts";

export interface SettingsProps {
  readonly space: Space;
  readonly place: ContentPlace;
  readonly page: PageHtml;
  /** The part that is shown first. */
  readonly part: string;
  readonly onClose: () => void;
}

/** All settings of a page, which are saved together. */
export function SettingsDialog(props: SettingsProps) {
  const { place, page, onClose } = props;
  const [loaded, setLoaded] = useState<Page | { readonly error: unknown }>();
  useEffect(() => {
    readPage(place, page.id).then(setLoaded, (error) => setLoaded({ error }));
  }, [page.id]);
  const title = words.editing.settings.title(page.title);
  if (loaded === undefined || "error" in loaded)
    return (
      <Dialog title={title} size="wide" onClose={onClose}>
        {loaded === undefined ? <Skeleton lines={10} /> : <Failure error={loaded.error} />}
      </Dialog>
    );
  return <LoadedDialog {...props} loaded={loaded} />;
}

interface PartProps {
  readonly settings: PageSettings;
  readonly onChange: (change: Partial<PageSettings>) => void;
}

function LoadedDialog({
  space,
  place,
  page,
  part,
  onClose,
  loaded,
}: SettingsProps & { readonly loaded: Page }) {
  const before = settingsOf(loaded);
  const [settings, setSettings] = useState<PageSettings>(before);
  const texts = words.editing.settings;
  const onChange = (change: Partial<PageSettings>) => setSettings((last) => ({ ...last, ...change }));
  const { uploads, send } = useCoverUpload(place);
  const save = async () => {
    const cover = await send(settings.cover);
    const fields = changeOf(before, { ...settings, cover, title: settings.title.trim() });
    if (fields === undefined) return;
    await updatePage(place, page.id, fields);
    showDone(texts.saved);
  };
  useEffect(() => {
    if (part !== "") document.getElementById(`settings-${part}`)?.scrollIntoView();
  }, []);
  const isDocument = loaded.type === "document";
  return (
    <FormDialog
      title={texts.title(page.title)}
      size="wide"
      action={words.common.save}
      onClose={onClose}
      onSubmit={save}
    >
      <fieldset class="settings-part">
        <legend>{texts.general}</legend>
        <GeneralFields settings={settings} onChange={onChange} page={loaded} before={before} />
      </fieldset>
      <fieldset class="settings-part">
        <legend>{texts.visibility}</legend>
        <VisibilityFields settings={settings} onChange={onChange} space={space} isDocument={isDocument} />
      </fieldset>
      {isDocument && (
        <>
          <fieldset class="settings-part" id="settings-cover">
            <legend>{texts.cover}</legend>
            <CoverFields settings={settings} onChange={onChange} shown={page.cover} uploads={uploads} />
          </fieldset>
          <fieldset class="settings-part">
            <legend>{texts.layout}</legend>
            <LayoutFields settings={settings} onChange={onChange} />
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}

interface GeneralProps extends PartProps {
  readonly page: Page;
  readonly before: PageSettings;
}

function GeneralFields({ settings, onChange, page, before }: GeneralProps) {
  const texts = words.editing.settings;
  const path = `/${page.path ?? ""}`;
  const isMoved = settings.slug !== before.slug;
  return (
    <>
      <TextField
        label={texts.pageTitle}
        value={settings.title}
        required
        maxLength={512}
        autocomplete="off"
        autoFocus
        onInput={(title) => onChange({ title })}
      />
      <TextField
        label={texts.linkTitle}
        hint={texts.linkTitleHint}
        value={settings.linkTitle}
        maxLength={100}
        autocomplete="off"
        onInput={(linkTitle) => onChange({ linkTitle })}
      />
      {page.type === "document" && (
        <TextAreaField
          label={texts.description}
          initialValue={settings.description}
          rows={2}
          maxLength={4096}
          onInput={(description) => onChange({ description })}
        />
      )}
      <div class="icon-field">
        <span>{texts.icon}</span>
        <Button aria-label={texts.chooseIcon} onClick={() => chooseIcon((chosen) => onChange({ ...chosen }))}>
          <PageIcon emoji={settings.emoji} icon={settings.icon} fallback={faFaceSmile} />
        </Button>
      </div>
      {page.type !== "link" && (
        <TextField
          label={texts.slug}
          hint={isMoved ? texts.slugChanged(path) : texts.slugHint(path)}
          value={settings.slug}
          maxLength={100}
          autocomplete="off"
          onInput={(slug) => onChange({ slug })}
        />
      )}
    </>
  );
}

interface VisibilityProps extends PartProps {
  readonly space: Space;
  readonly isDocument: boolean;
}

function VisibilityFields({ settings, onChange, space, isDocument }: VisibilityProps) {
  const texts = words.editing.settings;
  const tags = tagsIn(settings.tags);
  return (
    <>
      <Checkbox
        label={texts.hidden}
        hint={texts.hiddenHint}
        checked={settings.hidden}
        onChange={(hidden) => onChange({ hidden })}
      />
      <Checkbox
        label={texts.noIndex}
        checked={settings.noIndex}
        onChange={(noIndex) => onChange({ noIndex })}
      />
      <Checkbox
        label={texts.noRobotsIndex}
        checked={settings.noRobotsIndex}
        onChange={(noRobotsIndex) => onChange({ noRobotsIndex })}
      />
      <TextField
        label={texts.condition}
        hint={texts.conditionHint}
        value={settings.condition}
        maxLength={1024}
        autocomplete="off"
        suggestions={useConditions(space)}
        onInput={(condition) => onChange({ condition })}
      />
      {isDocument && (
        <TextField
          label={texts.tags}
          hint={texts.tagsHint}
          value={settings.tags}
          autocomplete="off"
          onInput={(text) => onChange({ tags: text })}
        />
      )}
      {isDocument && tags.length > 0 && (
        <SelectField
          label={texts.primaryTag}
          value={tags.includes(settings.primaryTag) ? settings.primaryTag : ""}
          options={[
            { value: "", label: texts.noPrimaryTag },
            ...tags.map((tag) => ({ value: tag, label: tag })),
          ]}
          onChange={(primaryTag) => onChange({ primaryTag })}
        />
      )}
    </>
  );
}

function useConditions({ id }: Space) {
  const [conditions, setConditions] = useState<Awaited<ReturnType<typeof loadClaimConditions>>>([]);
  // Without them, conditions are typed.
  useEffect(() => void loadClaimConditions(id).then(setConditions, () => {}), [id]);
  return conditions;
}

function LayoutFields({ settings, onChange }: PartProps) {
  const { layout } = settings;
  const texts = words.editing.settings;
  const set = (change: Partial<typeof layout>) => onChange({ layout: { ...layout, ...change } });
  const parts = { cover: texts.cover, ...texts.partNames };
  return (
    <>
      <SelectField
        label={texts.width}
        value={layout.width}
        options={optionsOf(texts.widths)}
        onChange={(value) => set({ width: value as typeof layout.width })}
      />
      <fieldset class="settings-checks">
        <legend>{texts.parts}</legend>
        {(Object.keys(parts) as (keyof typeof parts)[]).map((name) => (
          <Checkbox
            key={name}
            label={parts[name]}
            checked={layout[name]}
            onChange={(checked) => set({ [name]: checked })}
          />
        ))}
      </fieldset>
    </>
  );
}
