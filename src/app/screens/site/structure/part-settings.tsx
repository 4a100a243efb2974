import { faBook, faFolder, faLayerGroup } from "@fortawesome/free-solid-svg-icons";
import { useState } from "preact/hooks";
import type { Site } from "../../../data/api-types.ts";
import { languageName, languages } from "../../../data/languages.ts";
import { useQuery } from "../../../data/queries.ts";
import { showDone } from "../../../data/toasts.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { FormDialog } from "../../../parts/dialog.tsx";
import { Checkbox, SelectField, TextAreaField, TextField } from "../../../parts/field.tsx";
import { chooseIcon } from "../../../parts/icon-picker/open.ts";
import { PageIcon } from "../../../parts/page-icon.tsx";
import { words } from "../../../words/index.ts";
import { isPath, maxPathLength } from "../../new-site/site-path.ts";
import { AddressChanges } from "./address-changes.tsx";
import { mayMakeDefault, refreshStructure, type SiteRef } from "./change-structure.ts";
import { fieldsOf, type PartFields, savePart } from "./part-fields.ts";
import { addressChanges, defaultChanges, pathsOf } from "./site-addresses.ts";
import { type StructurePart, type StructureTree, titleOf } from "./structure-tree.ts";

interface PartSettingsProps {
  readonly site: Site;
  readonly siteRef: SiteRef;
  readonly tree: StructureTree;
}

/** The settings of the part that the address names. */
export function PartSettings(props: PartSettingsProps) {
  const part = props.tree.parts.get(place.value.query.get("edit") ?? "");
  if (part === undefined || !props.site.permissions.create) return null;
  return <SettingsDialog key={part.id} {...props} part={part} onClose={() => setQuery({ edit: "" })} />;
}

interface SettingsDialogProps extends PartSettingsProps {
  readonly part: StructurePart;
  readonly onClose: () => void;
}

interface FieldsProps extends SettingsDialogProps {
  readonly fields: PartFields;
  readonly onChange: (change: Partial<PartFields>) => void;
}

function SettingsDialog(props: SettingsDialogProps) {
  const { siteRef, tree, part, onClose } = props;
  const texts = words.siteStructure;
  const [before] = useState(() => fieldsOf(part));
  const [fields, setFields] = useState(before);
  const onChange = (change: Partial<PartFields>) => setFields((last) => ({ ...last, ...change }));
  const save = async () => {
    await savePart(siteRef, tree, part, before, fields);
    refreshStructure(siteRef);
    showDone(texts.changed(fields.title.trim() || titleOf(part)));
  };
  const isGroup = part.object === "site-section-group";
  return (
    <FormDialog
      title={texts.settings.title(titleOf(part))}
      action={words.common.save}
      isDisabled={!isGroup && !isPath(fields.path)}
      onClose={onClose}
      onSubmit={save}
    >
      <NameFields {...props} fields={fields} onChange={onChange} />
      {!isGroup && <AddressFields {...props} fields={fields} onChange={onChange} />}
      <Checkbox
        label={texts.settings.draft}
        hint={texts.settings.draftHint}
        checked={fields.draft}
        onChange={(draft) => onChange({ draft })}
      />
      {part.object === "site-space" && <VariantFields {...props} fields={fields} onChange={onChange} />}
      {isGroup ? (
        <p class="hint">{texts.settings.groupCondition}</p>
      ) : (
        <ConditionField {...props} fields={fields} onChange={onChange} />
      )}
    </FormDialog>
  );
}

const icons = { "site-section-group": faFolder, "site-section": faLayerGroup, "site-space": faBook };

function NameFields({ part, fields, onChange }: FieldsProps) {
  const texts = words.siteStructure.settings;
  const isVariant = part.object === "site-space";
  const mayRename = !isVariant || part.space.permissions.admin;
  return (
    <>
      <TextField
        label={isVariant ? texts.spaceName : texts.name}
        {...(isVariant && { hint: mayRename ? texts.spaceNameHint : texts.spaceNameByAdmins })}
        value={fields.title}
        required
        disabled={!mayRename}
        minLength={part.object === "site-section" ? 2 : 1}
        maxLength={maxTitles[part.object]}
        autocomplete="off"
        autoFocus
        onInput={(title) => onChange({ title })}
      />
      {!isVariant && (
        <div class="icon-field">
          <span>{texts.icon}</span>
          <Button
            aria-label={texts.chooseIcon}
            onClick={() => chooseIcon(({ icon }) => onChange({ icon }), { hasEmoji: false })}
          >
            <PageIcon icon={fields.icon || undefined} fallback={icons[part.object]} />
          </Button>
        </div>
      )}
      {part.object === "site-section" && (
        <TextAreaField
          label={texts.description}
          hint={texts.descriptionHint}
          initialValue={fields.description}
          rows={2}
          maxLength={256}
          onInput={(description) => onChange({ description })}
        />
      )}
    </>
  );
}

/** The longest titles, as the server has them. */
const maxTitles = { "site-section-group": 100, "site-section": 128, "site-space": 50 };

/** The path and whether it is the default, with the addresses that this changes. */
function AddressFields({ site, tree, part, fields, onChange }: FieldsProps) {
  const texts = words.siteStructure.settings;
  if (part.object === "site-section-group") return null;
  const mayChange = mayMakeDefault(site, tree, part);
  const changes = new Map(fields.isDefault && !part.default ? defaultChanges(tree, part.id) : []);
  if (isPath(fields.path)) changes.set(part.id, { ...changes.get(part.id), path: fields.path });
  const moved = addressChanges(tree, pathsOf(tree), pathsOf(tree, changes));
  return (
    <>
      <TextField
        label={texts.path}
        {...(fields.isDefault && { hint: texts.defaultPath })}
        error={isPath(fields.path) ? undefined : texts.invalidPath}
        value={fields.path}
        required
        maxLength={maxPathLength}
        autocomplete="off"
        onInput={(path) => onChange({ path })}
      />
      <Checkbox
        label={part.object === "site-section" ? texts.isDefaultSection : texts.isDefaultVariant}
        {...(part.default ? { hint: texts.defaultHint } : !mayChange && { hint: texts.defaultByAdmins })}
        checked={fields.isDefault}
        disabled={part.default || !mayChange}
        onChange={(isDefault) => onChange({ isDefault })}
      />
      <AddressChanges changes={moved} />
    </>
  );
}

function VariantFields({ part, fields, onChange }: FieldsProps) {
  const texts = words.siteStructure.settings;
  if (part.object !== "site-space") return null;
  return (
    <>
      <Checkbox
        label={texts.hidden}
        hint={texts.hiddenHint}
        checked={fields.hidden}
        onChange={(hidden) => onChange({ hidden })}
      />
      <SelectField
        label={texts.language}
        hint={texts.languageHint}
        value={fields.language}
        disabled={!part.space.permissions.admin}
        options={[
          { value: "", label: texts.noLanguage },
          ...languages.map((value) => ({ value, label: languageName(value) })),
        ]}
        onChange={(language) => onChange({ language })}
      />
    </>
  );
}

/** The condition, with those that the adaptive schema of the site describes. */
function ConditionField({ site, siteRef, fields, onChange }: FieldsProps) {
  const texts = words.siteStructure.settings;
  const conditions = useQuery(
    "GET /orgs/:organizationId/sites/:siteId/adaptive-schema/template-conditions",
    site.adaptiveContent?.enabled ? siteRef : undefined,
  ).data;
  return (
    <TextField
      label={texts.condition}
      hint={texts.conditionHint}
      value={fields.condition}
      maxLength={1024}
      autocomplete="off"
      suggestions={(conditions?.items ?? []).map(({ condition, description }) => ({
        value: condition,
        label: description,
      }))}
      onInput={(condition) => onChange({ condition })}
    />
  );
}
