import { faListCheck } from "@fortawesome/free-solid-svg-icons";
import { call } from "../../../data/api.ts";
import type { ServerJob } from "../../../data/api-types.ts";
import { refresh, useList } from "../../../data/queries.ts";
import { useRefreshWhile } from "../../../data/refresh-while.ts";
import { attempt } from "../../../data/toasts.ts";
import { place, setQuery } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Select } from "../../../parts/field.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { words } from "../../../words/index.ts";
import { isUnderWay } from "../job-state.ts";
import { MoreList } from "../more-list.tsx";
import { ServerScreen } from "../server-screen.tsx";

const texts = words.server.jobs;
const states = ["running", "waiting", "failed"] as const;
const badges = { running: "info", waiting: "plain", failed: "danger" } as const;

/** The jobs that run, wait and have failed. */
export function Screen() {
  const state = states.find((name) => name === place.value.query.get("state"));
  const list = useList("GET /server/jobs", {}, { limit: 100, ...(state && { state }) });
  useRefreshWhile(list.data?.some(isUnderWay) ?? false, "/server/jobs");
  const hasFailed = list.data?.some((job) => job.state === "failed") ?? false;
  return (
    <ServerScreen actions={hasFailed && <Button onClick={retryAll}>{texts.retryAll}</Button>}>
      <search class="toolbar">
        <Select
          label={texts.filter}
          value={state ?? ""}
          options={[
            { value: "", label: texts.any },
            ...states.map((name) => ({ value: name, label: texts.states[name] })),
          ]}
          onChange={(value) => setQuery({ state: value })}
        />
      </search>
      <MoreList
        list={list}
        texts={texts}
        icon={faListCheck}
        row={(job) => <JobRow key={job.id} job={job} />}
      />
    </ServerScreen>
  );
}

function JobRow({ job }: { readonly job: ServerJob }) {
  const { id: jobId, kind, state } = job;
  const name = texts.kinds[kind] ?? kind;
  const retry = async () => {
    await attempt(() => call("POST /server/jobs/:jobId/retry", { jobId }), texts.retried);
    refresh("/server");
  };
  const remove = async () => {
    if (!(await confirm({ ...texts.confirmRemove, isDangerous: true }))) return;
    await attempt(() => call("DELETE /server/jobs/:jobId", { jobId }), texts.removed);
    refresh("/server");
  };
  return (
    <li class="tall-row server-row">
      <div class="row-main">
        <span class="row-title">
          {name} <Badge kind={badges[state]}>{texts.states[state]}</Badge>{" "}
          {job.repeats && <Badge>{texts.repeats}</Badge>}
        </span>
        <span class="row-note">
          <code>{kind}</code>, <JobTime job={job} />
          {job.attempts > 0 && `, ${texts.attempts(job.attempts)}`}
          {job.progress !== undefined && `, ${texts.percent(job.progress)}`}
          {job.holder !== undefined && `, ${job.holder}`}
        </span>
        {job.error && <span class="row-note job-error">{job.error}</span>}
      </div>
      {state !== "running" && (
        <div class="server-actions">
          <Button aria-label={state === "failed" ? texts.retryOf(name) : texts.runOf(name)} onClick={retry}>
            {state === "failed" ? texts.retry : texts.runNow}
          </Button>
          {!job.repeats && (
            <Button kind="danger" aria-label={texts.removeOf(name)} onClick={remove}>
              {texts.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

function JobTime({ job: { failedAt, dueAt, createdAt } }: { readonly job: ServerJob }) {
  if (failedAt)
    return (
      <>
        {texts.failed} <Time at={failedAt} />
      </>
    );
  if (dueAt)
    return (
      <>
        {texts.due} <Time at={dueAt} />
      </>
    );
  return (
    <>
      {texts.created} <Time at={createdAt} />
    </>
  );
}

async function retryAll(): Promise<void> {
  await attempt(() => call("POST /server/jobs/retry", {}), texts.retriedAll);
  refresh("/server");
}
