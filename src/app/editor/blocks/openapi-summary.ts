/** What a spec describes. */
export interface SpecSummary {
  readonly operations: readonly SpecOperation[];
  readonly webhooks: readonly SpecOperation[];
  readonly schemas: readonly string[];
}

/** An operation, or a webhook, whose path is its name. */
export interface SpecOperation {
  readonly path: string;
  readonly method: string;
  readonly summary: string;
  readonly tags: readonly string[];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function summaryOf(specification: unknown): SpecSummary {
  const { paths, webhooks, components, definitions } = fieldsOf(specification);
  return {
    operations: operationsIn(paths),
    webhooks: operationsIn(webhooks),
    schemas: Object.keys(fieldsOf(fieldsOf(components).schemas ?? definitions)),
  };
}

function operationsIn(paths: unknown): SpecOperation[] {
  return Object.entries(fieldsOf(paths)).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = fieldsOf(item)[method];
      if (operation === undefined) return [];
      const { summary, operationId, tags } = fieldsOf(operation);
      const named = [summary, operationId].find((name) => typeof name === "string" && name !== "");
      const list = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
      return [{ path, method, summary: String(named ?? ""), tags: list }];
    }),
  );
}
