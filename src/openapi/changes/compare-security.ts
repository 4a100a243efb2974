import { firstOf, own, textOf } from "../description/index.ts";
import { isJsonObject } from "../document/index.ts";
import { change, quoted, type SpecChange } from "./change.ts";
import type { Operation } from "./compare-operations.ts";
import type { Versions } from "./compare-schemas.ts";

const maxAlternatives = 20;
const maxParts = 50;

/** What a client must present: schemes with their scopes. */
type Requirement = ReadonlySet<string>;

/** What changed in the security of an operation. It breaks clients if something that was enough is not enough any more. */
export function compareSecurity({ before, after }: Versions<Operation>): SpecChange[] {
  const [old, now] = [requirementsOf(before), requirementsOf(after)];
  const keyOf = (requirements: readonly Requirement[]) =>
    requirements
      .map((requirement) => [...requirement].toSorted().join(" and "))
      .toSorted()
      .join(" or ");
  if (keyOf(old) === keyOf(now)) return [];
  const isEnough = (given: Requirement) => now.some((needed) => needed.isSubsetOf(given));
  const isBreaking = !old.every(isEnough);
  const message = `The security changed from ${describe(old)} to ${describe(now)}.`;
  return [change("security-changed", isBreaking, message)];
}

/** The alternative requirements of an operation. Each scheme is identified by its definition, since its name is arbitrary. */
function requirementsOf({ reader, operation }: Operation): Requirement[] {
  const { document } = reader;
  const security = own(operation, "security") ?? own(document, "security");
  const schemes = own(own(document, "components"), "securitySchemes") ?? own(document, "securityDefinitions");
  const requirements = firstOf(security, maxAlternatives)
    .filter(isJsonObject)
    .map((requirement) => {
      const parts = Object.entries(requirement).slice(0, maxParts);
      return new Set(
        parts.flatMap(([name, scopes]) => {
          const label = labelOf(name, reader.resolve(own(schemes, name)));
          return [label, ...firstOf(scopes, maxParts).map((scope) => `${label} with ${String(scope)}`)];
        }),
      );
    });
  return requirements.length === 0 ? [new Set()] : requirements;
}

function labelOf(name: string, scheme: unknown): string {
  const text = (key: string) => textOf(own(scheme, key), 100);
  const type = text("type");
  if (type === undefined) return quoted(name);
  const parts =
    type === "apiKey"
      ? ["API key in", text("in"), text("name")]
      : type === "http"
        ? ["HTTP", text("scheme")]
        : [type];
  return parts
    .filter((part) => part !== undefined)
    .join(" ")
    .toLowerCase();
}

function describe(requirements: readonly Requirement[]): string {
  const maxLength = 300;
  const texts = requirements.map((parts) => (parts.size === 0 ? "none" : [...parts].join(" and ")));
  return texts.join(" or ").slice(0, maxLength);
}
