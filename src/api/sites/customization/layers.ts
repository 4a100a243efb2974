import type { TSchema } from "@sinclair/typebox";
import { defaultCustomization } from "./defaults.ts";
import { isContainer, type TContainer } from "./forms.ts";
import {
  Customization,
  type CustomizationInput,
  type CustomizationOverride,
  type CustomizationSettings,
} from "./schema.ts";

type Values = Record<string, unknown>;

/** The settings that these layers give together: the later ones win, and below them all are the defaults. */
export function completeCustomization(...layers: readonly CustomizationInput[]): CustomizationSettings {
  const settings = structuredClone(defaultCustomization);
  for (const layer of layers) layOver(Customization, settings, layer);
  return settings;
}

function layOver(container: TContainer, below: Values, layer: Values): void {
  for (const [name, field, value] of givenFields(container, layer)) {
    if (!isContainer(field)) below[name] = known(field, value);
    else if (isObject(value)) layOver(field, objectAt(below, name), value);
  }
}

/** What one space of a site has of its own after these changes: null gives a field back to the site. */
export function overrideCustomization(
  stored: CustomizationInput,
  changes: CustomizationOverride,
): CustomizationInput {
  const overrides = structuredClone(stored);
  change(Customization, overrides, changes);
  return overrides;
}

/** The same without the fields that this version does not know, and without empty containers. */
export function knownCustomization(body: CustomizationInput): CustomizationInput {
  return overrideCustomization({}, body);
}

function change(container: TContainer, stored: Values, changes: Values): void {
  for (const [name, field, value] of givenFields(container, changes)) {
    if (isContainer(field)) {
      const inner = objectAt(stored, name);
      if (isObject(value)) change(field, inner, value);
      if (Object.keys(inner).length === 0) delete stored[name];
    } else if (value === null) delete stored[name];
    else stored[name] = known(field, value);
  }
}

/** The conditions among these settings, each with the name of its field. */
export function conditionsOf({ header }: CustomizationOverride): { field: string; condition: string }[] {
  return (header?.links ?? []).flatMap(({ condition }, index) =>
    condition === undefined ? [] : [{ field: `header.links[${index}].condition`, condition }],
  );
}

/** The settings as a visitor gets them, for whom not every condition is true. */
export function withVisibleLinks(
  settings: CustomizationSettings,
  isVisible: (condition: string) => boolean,
): CustomizationSettings {
  // Visitors need not know what would let others see more.
  const links = settings.header.links
    .filter(({ condition }) => condition === undefined || isVisible(condition))
    .map(({ condition, ...link }) => link);
  return { ...settings, header: { ...settings.header, links } };
}

/** The fields of a container that are there, and no others, whatever else was sent. */
function givenFields(
  container: TContainer,
  values: Values,
): [name: string, field: TSchema, value: unknown][] {
  return Object.entries(container.properties).flatMap(([name, field]) =>
    Object.hasOwn(values, name) && values[name] !== undefined ? [[name, field, values[name]]] : [],
  );
}

/** A copy of a value with only those fields that its schema names. */
function known(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => known(schema.items, item));
  if (!isObject(value)) return value;
  const tag: string | undefined = schema.discriminator?.propertyName;
  if (tag !== undefined) {
    const alternatives: TSchema[] = schema.oneOf;
    const alternative = alternatives.find(({ properties }) => properties[tag].const === value[tag]);
    return alternative && known(alternative, value);
  }
  return Object.fromEntries(
    Object.entries<TSchema>(schema.properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .map(([name, field]) => [name, known(field, value[name])]),
  );
}

function objectAt(values: Values, name: string): Values {
  const present = values[name];
  if (isObject(present)) return present;
  const created = {};
  values[name] = created;
  return created;
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What was kept of somebody's choices. */
export function readLayer(kept: string | null): CustomizationInput {
  return JSON.parse(kept ?? "{}");
}
