import type { OpenAPISpec } from "../../data/api-types.ts";
import { Badge } from "../../parts/small.tsx";
import { words } from "../../words/index.ts";

/** Whether the source of a spec was read. */
export function SpecState({ spec }: { readonly spec: OpenAPISpec }) {
  const { states } = words.openapi;
  if (spec.processingState !== "complete") return <Badge kind="info">{states[spec.processingState]}</Badge>;
  if (spec.lastProcessErrorCode !== undefined) return <Badge kind="danger">{states.failed}</Badge>;
  return <Badge kind="success">{states.complete}</Badge>;
}
