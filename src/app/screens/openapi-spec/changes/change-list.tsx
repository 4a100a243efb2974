import { useState } from "preact/hooks";
import type { Reply } from "../../../data/api.ts";
import { Button } from "../../../parts/button.tsx";
import { Badge } from "../../../parts/small.tsx";
import { EmptyState } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { groupByPath } from "./group-by-path.ts";

type Changes = Reply<"GET /orgs/:organizationId/openapi/:specSlug/versions/:versionId/changes">;
type OperationChange = Changes["operations"][number];

/** The number of paths that are shown at first, and of those that are added by a click. */
const step = 100;

/** What changed in each operation, grouped by path, breaking changes first. */
export function ChangeList({
  changes,
  onlyBreaking,
}: {
  readonly changes: Changes;
  readonly onlyBreaking: boolean;
}) {
  const texts = words.openapi.changes;
  const [shown, setShown] = useState(step);
  const { counts, isTruncated } = changes;
  const isWanted = ({ isBreaking }: { readonly isBreaking: boolean }) => !onlyBreaking || isBreaking;
  const general = changes.general.filter(isWanted);
  const paths = groupByPath(changes.operations.filter(isWanted));
  if (changes.general.length + changes.operations.length === 0)
    return <EmptyState title={texts.none} text={texts.noneText} />;
  return (
    <>
      <p class="spec-summary" role="status">
        {texts.summary(counts)}
        {counts.breaking > 0 ? (
          <Badge kind="danger">{texts.breakingCount(counts.breaking)}</Badge>
        ) : (
          <Badge kind="success">{texts.noBreaking}</Badge>
        )}
      </p>
      {isTruncated && <p class="hint">{texts.truncated}</p>}
      {general.length > 0 && (
        <section class="panel spec-path" aria-label={texts.general}>
          <h2>{texts.general}</h2>
          <Sentences changes={general} />
        </section>
      )}
      {paths.slice(0, shown).map(({ path, operations }) => (
        <section key={path} class="panel spec-path" aria-label={path}>
          <h2>
            <code>{path}</code>
          </h2>
          {operations.map((operation) => (
            <Operation
              key={`${operation.isWebhook} ${operation.method}`}
              operation={operation}
              onlyBreaking={onlyBreaking}
            />
          ))}
        </section>
      ))}
      {paths.length > shown && <Button onClick={() => setShown(shown + step)}>{texts.more}</Button>}
    </>
  );
}

function Operation({
  operation,
  onlyBreaking,
}: {
  readonly operation: OperationChange;
  readonly onlyBreaking: boolean;
}) {
  const texts = words.openapi.changes;
  const { method, kind, title, isWebhook, changes } = operation;
  return (
    <div class="spec-operation">
      <h3>
        <span class="spec-method">{method}</span>
        {title && <span>{title}</span>}
        {isWebhook && <Badge>{texts.webhook}</Badge>}
        <Badge kind={kind === "added" ? "success" : kind === "removed" ? "warning" : "info"}>
          {texts.kinds[kind]}
        </Badge>
      </h3>
      <Sentences changes={changes.filter((change) => !onlyBreaking || change.isBreaking)} />
    </div>
  );
}

function Sentences({ changes }: { readonly changes: OperationChange["changes"] }) {
  if (changes.length === 0) return null;
  return (
    <ul class="spec-sentences">
      {changes.map(({ code, message, isBreaking }) => (
        <li key={`${code} ${message}`} class={isBreaking ? "is-breaking" : undefined}>
          {isBreaking && <strong>{words.openapi.changes.breaking}: </strong>}
          {message}
        </li>
      ))}
    </ul>
  );
}
