import { faBoxArchive } from "@fortawesome/free-solid-svg-icons";
import { call, type Reply } from "../../../data/api.ts";
import { formatBytes, formatDate } from "../../../data/format.ts";
import { refresh, useQuery } from "../../../data/queries.ts";
import { useRefreshWhile } from "../../../data/refresh-while.ts";
import { attempt } from "../../../data/toasts.ts";
import { base } from "../../../navigation/base.ts";
import { Button } from "../../../parts/button.tsx";
import { confirm } from "../../../parts/dialog.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { EmptyState, Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { isUnderWay } from "../job-state.ts";
import { ServerScreen } from "../server-screen.tsx";

const texts = words.server.backups;
type Backups = Reply<"GET /server/backups">;

/** The backups of the server, and how they are scheduled. */
export function Screen() {
  const backups = useQuery("GET /server/backups", {});
  const job = backups.data?.job;
  const isWriting = job !== undefined && isUnderWay(job);
  useRefreshWhile(isWriting, "/server/backups");
  const create = async () => {
    await attempt(() => call("POST /server/backups", {}), texts.started);
    refresh("/server/backups");
  };
  return (
    <ServerScreen
      actions={
        <Button kind="primary" disabled={isWriting} onClick={create}>
          {texts.create}
        </Button>
      }
    >
      <Loaded query={backups}>
        {(data) => (
          <>
            <Schedule backups={data} />
            <p class="section-text">{texts.hint}</p>
            <div role="status">{data.job && <Running job={data.job} />}</div>
            {data.items.length === 0 ? (
              <EmptyState icon={faBoxArchive} title={texts.none} text={texts.noneText} />
            ) : (
              <ul class="panel rows" aria-label={texts.list}>
                {data.items.map((backup) => (
                  <BackupRow key={backup.name} backup={backup} />
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </ServerScreen>
  );
}

function Schedule({ backups }: { readonly backups: Backups }) {
  const { interval, keep, nextAt, folder } = backups;
  return (
    <dl class="facts panel">
      <dt>{texts.schedule}</dt>
      <dd>{interval === undefined ? texts.notScheduled : texts.every(formatInterval(interval))}</dd>
      {nextAt && (
        <>
          <dt>{texts.next}</dt>
          <dd>
            <Time at={nextAt} />
          </dd>
        </>
      )}
      <dt>{texts.kept}</dt>
      <dd>{texts.keep(keep)}</dd>
      <dt>{texts.folder}</dt>
      <dd>{folder}</dd>
    </dl>
  );
}

/** In days only if it is more than one: "24 hours". */
function formatInterval(seconds: number): string {
  const [unit, length] =
    seconds > 86_400 && seconds % 86_400 === 0
      ? (["day", 86_400] as const)
      : seconds % 3600 === 0
        ? (["hour", 3600] as const)
        : (["minute", 60] as const);
  const format = new Intl.NumberFormat(undefined, { style: "unit", unit, unitDisplay: "long" });
  return format.format(Math.round(seconds / length));
}

function Running({ job }: { readonly job: NonNullable<Backups["job"]> }) {
  return (
    <div class="toolbar">
      {isUnderWay(job) && <span>{job.state === "running" ? texts.writing : texts.waiting}</span>}
      {job.state === "running" && <progress max={100} value={job.progress} aria-label={texts.writing} />}
      {job.error && <span class="form-error">{`${texts.failed} ${job.error}`}</span>}
    </div>
  );
}

function BackupRow({ backup }: { readonly backup: Backups["items"][number] }) {
  const { name, reason, startedAt, size } = backup;
  const remove = async () => {
    if (!(await confirm({ ...texts.confirmDelete(name), isDangerous: true }))) return;
    await attempt(() => call("DELETE /server/backups/:backup", { backup: name }), texts.deleted);
    refresh("/server/backups");
  };
  return (
    <li class="tall-row server-row">
      <div class="row-main">
        <span class="row-title">
          {formatDate(startedAt)} <Badge>{texts.reasons[reason]}</Badge>
        </span>
        <span class="row-note">
          <Time at={startedAt} />, {formatBytes(size)}, {name}
        </span>
      </div>
      <div class="server-actions">
        <a
          class="button button-plain"
          href={`${base}/v1/server/backups/${name}/file`}
          download={name}
          aria-label={texts.downloadOf(name)}
        >
          {texts.download}
        </a>
        <Button kind="danger" aria-label={texts.deleteOf(name)} onClick={remove}>
          {texts.delete}
        </Button>
      </div>
    </li>
  );
}
