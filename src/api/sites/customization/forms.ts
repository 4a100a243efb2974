import { type Static, type TObject, type TProperties, type TSchema, Type } from "@sinclair/typebox";
import { nullable } from "../../http/index.ts";

const container = Symbol("container");

/** An object that is merged field by field. Any other value is replaced as a whole. */
export interface TContainer<T extends TProperties = TProperties> extends TObject<T> {
  readonly [container]: true;
}

export function Container<T extends TProperties>(fields: T): TContainer<T> {
  return Object.assign(Type.Object(fields), { [container]: true as const });
}

export function isContainer(schema: TSchema): schema is TContainer {
  return container in schema;
}

type Loose<T extends TProperties, Reset = never> = {
  [K in keyof T]?: T[K] extends TContainer<infer Fields> ? Loose<Fields, Reset> : Static<T[K]> | Reset;
};

/** The same, but anything may be left out. */
export function LayerOf<T extends TProperties>(settings: TContainer<T>) {
  return Type.Unsafe<Loose<T>>(loosen(settings, (value) => value));
}

/** The same, but anything may be left out, and every value may be null instead. */
export function ChangesOf<T extends TProperties>(settings: TContainer<T>) {
  return Type.Unsafe<Loose<T, null>>(loosen(settings, orNull));
}

function loosen(settings: Pick<TContainer, "properties">, ofValue: (value: TSchema) => TSchema): TObject {
  const fields = Object.entries(settings.properties).map(([name, field]) => {
    const loosened = isContainer(field) ? loosen(field, ofValue) : ofValue(field);
    return [name, Type.Optional(loosened)] as const;
  });
  return Type.Object(Object.fromEntries(fields));
}

function orNull(value: TSchema): TSchema {
  const { type } = value;
  return Array.isArray(type) ? Type.Unsafe({ ...value, type: [...type, "null"] }) : nullable(value);
}

/**
 * The same for answers. What is one of several objects was checked when it came in and is written out as it is: the
 * serializer would try every alternative on each of them, and takes none of them where there is null.
 */
export function AnswerOf<T extends TContainer>(settings: T, title: string) {
  return Type.Unsafe<Static<T>>({ ...untag(settings), title });
}

function untag(schema: TSchema): TSchema {
  if ("discriminator" in schema) return Type.Unsafe({ description: schema.description });
  const properties = Object.entries<TSchema>(schema.properties ?? {});
  return {
    ...schema,
    ...(schema.properties && {
      properties: Object.fromEntries(properties.map(([name, field]) => [name, untag(field)])),
    }),
    ...(schema.items && { items: untag(schema.items) }),
  };
}
