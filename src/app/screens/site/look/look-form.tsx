import { faRotateLeft } from "@fortawesome/free-solid-svg-icons";
import type { ComponentType } from "preact";
import { Button } from "../../../parts/button.tsx";
import { words } from "../../../words/index.ts";
import { ColorsField, OptionalColorsField, TintField } from "./color-fields.tsx";
import { FieldRow } from "./field-row.tsx";
import { type Field, type FieldKind, fonts, groups, monospaceFonts, pathsOf } from "./fields.ts";
import { FontField, OwnFonts } from "./font-field.tsx";
import { useForm } from "./form-context.ts";
import { FaviconField, ImageField, ImagesField } from "./image-fields.tsx";
import { HeaderLinksField, PrimaryLinkField } from "./link-fields.tsx";
import { siteLayer } from "./look-state.ts";
import { AccountsField, AnnouncementField, FooterGroupsField, SiteTitleField } from "./part-fields.tsx";
import { presets } from "./presets.ts";
import { ChoiceField, CodeThemeField, PlainTextField, SwitchField } from "./simple-fields.tsx";
import { isEqual, leavesOf, valueAt, without, withValue } from "./values.ts";

const texts = words.look;

type FieldComponent = ComponentType<{ readonly path: string; readonly maxLength?: number | undefined }>;

const components: Readonly<Record<FieldKind, FieldComponent>> = {
  choice: ChoiceField,
  switch: SwitchField,
  text: PlainTextField,
  address: ({ path }) => <PlainTextField path={path} type="url" />,
  colors: ColorsField,
  "optional-colors": OptionalColorsField,
  tint: TintField,
  font: ({ path }) => <FontField path={path} names={fonts} />,
  "monospace-font": ({ path }) => <FontField path={path} names={monospaceFonts} />,
  "code-theme": CodeThemeField,
  images: ImagesField,
  image: ImageField,
  favicon: FaviconField,
  title: SiteTitleField,
  link: PrimaryLinkField,
  "header-links": HeaderLinksField,
  "footer-groups": FooterGroupsField,
  accounts: AccountsField,
  announcement: AnnouncementField,
};

/** All fields of one layer of the customization, in groups. */
export function LookFields() {
  const form = useForm();
  return (
    <>
      {form.layer === siteLayer && <Presets />}
      {groups.map(({ id, fields }) => (
        <FieldGroup key={`${form.layer} ${id}`} id={id} fields={fields} />
      ))}
    </>
  );
}

function FieldGroup({ id, fields }: (typeof groups)[number]) {
  const form = useForm();
  const paths = fields.flatMap(pathsOf);
  const set = paths.filter((path) => valueAt(form.own, path) !== undefined);
  const shown = fields.filter(({ isShown }) => isShown?.((path) => valueAt(form.effective, path)) ?? true);
  const reset = () => form.edit((own) => without(own, paths));
  return (
    <details class="look-group" open={id === "theme" || id === "colors"}>
      <summary>
        <h2>{texts.groups[id]}</h2>
        {set.length > 0 && <span class="look-count">{set.length}</span>}
      </summary>
      <div class="look-fields">
        {shown.map((field) => (
          <OneField key={field.path} field={field} />
        ))}
        {id === "fonts" && <OwnFonts />}
        {set.length > 0 && (
          <Button
            kind="quiet"
            icon={faRotateLeft}
            aria-label={texts.resetGroup(texts.groups[id])}
            onClick={reset}
          >
            {texts.resetGroupShort}
          </Button>
        )}
      </div>
    </details>
  );
}

function OneField({ field }: { readonly field: Field }) {
  const Component = components[field.kind];
  return (
    <FieldRow field={field}>
      <Component path={field.path} maxLength={field.maxLength} />
    </FieldRow>
  );
}

/** Looks to begin with. They set the fields of the style and leave the rest alone. */
function Presets() {
  const form = useForm();
  const current = valueAt(form.own, "styling") ?? {};
  const apply = (styling: object) =>
    form.edit((own) => withValue(own, "styling", Object.keys(styling).length === 0 ? undefined : styling));
  return (
    <section class="look-presets">
      <h2>{texts.groups.presets}</h2>
      <div>
        {presets.map(({ id, styling }) => {
          const color = (valueAt(styling, "primaryColor.light") ??
            valueAt(form.inherited, "styling.primaryColor.light")) as string;
          return (
            <button
              key={id}
              type="button"
              class="preset"
              aria-label={texts.preset(texts.presets[id])}
              aria-pressed={isEqual(current, styling)}
              onClick={() => apply(styling)}
            >
              <span
                class={`preset-picture preset-${valueAt(styling, "theme") ?? "clean"}`}
                style={{ "--preset": color }}
                aria-hidden="true"
              />
              {texts.presets[id]}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** The number of fields that a layer sets. */
export function countFields(values: Parameters<typeof leavesOf>[0]): number {
  return leavesOf(values).size;
}
