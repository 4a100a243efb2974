import type { Reply } from "../../../data/api.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { Button } from "../../../parts/button.tsx";
import { Badge } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";

const texts = words.server.overview;
type Check = Reply<"GET /server/health">["checks"][number];

const badges = { ok: "success", warning: "warning", failed: "danger" } as const;
const order = ["failed", "warning"] as const;

/** What was found on the server, problems first, with what to do about them. */
export function Health() {
  const health = useQuery("GET /server/health", {});
  return (
    <section class="section">
      <h2>{texts.health}</h2>
      <Loaded query={health}>
        {({ status, checks }) => (
          <>
            <p class="toolbar">
              <span role="status">{texts.statuses[status]}</span>
              <Button disabled={health.isLoading} onClick={() => refresh("/server/health")}>
                {texts.checkAgain}
              </Button>
            </p>
            <Problems checks={checks} />
            <Passed checks={checks.filter((check) => check.status === "ok")} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Problems({ checks }: { readonly checks: readonly Check[] }) {
  const problems = order.flatMap((status) => checks.filter((check) => check.status === status));
  if (problems.length === 0) return null;
  return (
    <ul class="panel rows" aria-label={texts.checks}>
      {problems.map((check) => (
        <CheckRow key={check.finding} check={check} />
      ))}
    </ul>
  );
}

function Passed({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <details class="section-actions">
      <summary>{texts.passed(checks.length)}</summary>
      <ul class="panel rows">
        {checks.map((check) => (
          <CheckRow key={check.finding} check={check} />
        ))}
      </ul>
    </details>
  );
}

function CheckRow({ check: { area, status, finding, advice } }: { readonly check: Check }) {
  return (
    <li class="check-row">
      <Badge kind={badges[status]}>{texts.status[status]}</Badge>
      <div class="row-main">
        <span class="row-title">{`${texts.areas[area]}: ${finding}`}</span>
        {advice && <span class="row-note">{advice}</span>}
      </div>
    </li>
  );
}
