import { type AggregateContext, aggregateEvents } from "./aggregate.ts";
import { claimsOf } from "./dimensions.ts";

export interface VisitorSegment {
  readonly title: string;
  readonly claims: object;
  readonly events: number;
  readonly visitors: number;
  readonly sessions: number;
}

const maxSegments = 100;

/** The most frequent combinations of visitors' claims in the last 30 days. */
export async function readVisitorSegments(
  context: AggregateContext,
  siteId: string,
): Promise<VisitorSegment[]> {
  const [claims, events, visitors, sessions] = await aggregateEvents(context, siteId, {
    groupBy: [{ column: "visitorClaims" }],
    select: [{ column: "eventsCount" }, { column: "visitorsCount" }, { column: "sessionsCount" }],
    order: { by: { column: "eventsCount" }, direction: "desc" },
    range: "last30Days",
    limit: maxSegments,
  });
  return (claims?.values ?? []).map((text, i) => {
    const values = claimsOf(typeof text === "string" ? text : null);
    return {
      title: titleOf(values),
      claims: nest(values),
      events: Number(events?.values[i]),
      visitors: Number(visitors?.values[i]),
      sessions: Number(sessions?.values[i]),
    };
  });
}

function titleOf(claims: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(claims).map(([name, value]) => `${name}: ${value}`);
  return parts.length === 0 ? "Without claims" : parts.join(", ");
}

/** `{ unsigned: { beta: true } }` for `{ "unsigned.beta": true }`. */
function nest(claims: Readonly<Record<string, unknown>>): object {
  const nested: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(claims)) {
    const parts = path.split(".");
    const last = parts.pop() ?? "";
    let target = nested;
    for (const part of parts) {
      const inner = target[part];
      const next: Record<string, unknown> = typeof inner === "object" && inner !== null ? { ...inner } : {};
      Object.defineProperty(target, part, { value: next, enumerable: true, configurable: true });
      target = next;
    }
    Object.defineProperty(target, last, { value, enumerable: true, configurable: true });
  }
  return nested;
}
