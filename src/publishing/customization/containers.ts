import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { nullable } from "../../platform/index.ts";

const container = Symbol("container");

/** An object whose fields are merged one by one. Every other value is replaced as a whole. */
export interface TContainer<T extends TProperties = TProperties> extends TObject<T> {
  readonly [container]: true;
}

export function Container<T extends TProperties>(fields: T): TContainer<T> {
  return Object.assign(Type.Object(fields), { [container]: true as const });
}

export function isContainer(schema: TSchema): schema is TContainer {
  return container in schema;
}

type DeepPartial<T extends TProperties, Reset = never> = {
  [K in keyof T]?: T[K] extends TContainer<infer Fields> ? DeepPartial<Fields, Reset> : Static<T[K]> | Reset;
};

/** The container with every field optional. */
export function PartialOf<T extends TProperties>(settings: TContainer<T>) {
  return Type.Unsafe<DeepPartial<T>>(deepPartial(settings, (value) => value));
}

/** The container with every field optional and every value nullable. */
export function PatchOf<T extends TProperties>(settings: TContainer<T>) {
  return Type.Unsafe<DeepPartial<T, null>>(deepPartial(settings, orNull));
}

function deepPartial(
  settings: Pick<TContainer, "properties">,
  mapValue: (value: TSchema) => TSchema,
): TObject {
  const fields = Object.entries(settings.properties).map(([name, field]) => {
    const loosened = isContainer(field) ? deepPartial(field, mapValue) : mapValue(field);
    return [name, Type.Optional(loosened)] as const;
  });
  return Type.Object(Object.fromEntries(fields));
}

function orNull(value: TSchema): TSchema {
  const { type } = value;
  return Array.isArray(type) ? Type.Unsafe({ ...value, type: [...type, "null"] }) : nullable(value);
}

/**
 * The container as a reply. Unions were validated on input and are serialized unchanged: the serializer would try
 * every alternative, and it does not support null beside them.
 */
export function ReplyOf<T extends TContainer>(settings: T, title: string) {
  return Type.Unsafe<Static<T>>({ ...withoutUnions(settings), title });
}

/** The container as a reply that has only the fields that were set. */
export function PartialReplyOf<T extends TProperties>(settings: TContainer<T>, title: string) {
  const partial = deepPartial(settings, (value) => value);
  return Type.Unsafe<DeepPartial<T>>({ ...withoutUnions(partial), title });
}

function withoutUnions(schema: TSchema): TSchema {
  if ("discriminator" in schema) return Type.Unsafe({ description: schema.description });
  const properties = Object.entries<TSchema>(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(properties.map(([name, field]) => [name, withoutUnions(field)])),
    }),
    ...(schema.items && { items: withoutUnions(schema.items) }),
  };
}
