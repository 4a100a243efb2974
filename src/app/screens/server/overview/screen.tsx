import { call, type Reply } from "../../../data/api.ts";
import { formatBytes, formatNumber } from "../../../data/format.ts";
import { refreshOnly, useQuery } from "../../../data/queries.ts";
import { useRefreshWhile } from "../../../data/refresh-while.ts";
import { attempt } from "../../../data/toasts.ts";
import { urlOf } from "../../../navigation/router.ts";
import { Button } from "../../../parts/button.tsx";
import { Badge, Time } from "../../../parts/small.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { isUnderWay } from "../job-state.ts";
import { ServerScreen } from "../server-screen.tsx";
import { Health } from "./health.tsx";
import { RateLimits } from "./rate-limits.tsx";

const texts = words.server.overview;
type Server = Reply<"GET /server">;

/** What the server is, and how it is. */
export function Screen() {
  const server = useQuery("GET /server", {});
  return (
    <ServerScreen>
      <Health />
      <Loaded query={server}>
        {(data) => (
          <>
            <About server={data} />
            <Storage server={data} />
            <Processes server={data} />
            <RateLimits limits={data.rateLimits} />
            <Admins server={data} />
          </>
        )}
      </Loaded>
    </ServerScreen>
  );
}

function About({ server }: { readonly server: Server }) {
  const { database, disk, jobs, storage } = server;
  return (
    <section class="section">
      <h2>{texts.about}</h2>
      <dl class="facts panel">
        <dt>{texts.version}</dt>
        <dd>{server.version}</dd>
        <dt>{texts.node}</dt>
        <dd>{server.node}</dd>
        <dt>{texts.database}</dt>
        <dd>{`${texts.kinds[database.kind]} ${database.version}`}</dd>
        <dt>{texts.databaseSize}</dt>
        <dd>{formatBytes(database.size)}</dd>
        {storage && (
          <>
            <dt>{texts.files}</dt>
            <dd>{texts.fileCount(formatNumber(storage.files.count), formatBytes(storage.files.size))}</dd>
          </>
        )}
        {disk && (
          <>
            <dt>{texts.free}</dt>
            <dd>{texts.freeIn(formatBytes(disk.free), disk.folder)}</dd>
          </>
        )}
        <dt>{texts.jobs}</dt>
        <dd>
          <a href={urlOf(jobs.failed > 0 ? "/server/jobs?state=failed" : "/server/jobs")}>
            {texts.jobCounts(
              formatNumber(jobs.running),
              formatNumber(jobs.waiting),
              formatNumber(jobs.failed),
            )}
          </a>
        </dd>
      </dl>
    </section>
  );
}

function Storage({ server: { storage, measurement } }: { readonly server: Server }) {
  const isMeasuring = measurement !== undefined && isUnderWay(measurement);
  const error = isMeasuring ? undefined : measurement?.error;
  // The checks of the server, whose path is below this one, are not made again.
  useRefreshWhile(isMeasuring, "/server", refreshOnly);
  const measure = async () => {
    await attempt(() => call("POST /server/storage", {}), texts.measuring);
    refreshOnly("/server");
  };
  return (
    <section class="section">
      <h2>{texts.storage}</h2>
      <p class="toolbar">
        <Button disabled={isMeasuring} onClick={measure}>
          {storage ? texts.measureAgain : texts.measure}
        </Button>
        <span class="hint" role="status">
          {isMeasuring ? (
            texts.measuring
          ) : storage ? (
            <>
              {texts.measured} <Time at={storage.measuredAt} />
            </>
          ) : (
            texts.notMeasured
          )}
        </span>
      </p>
      {error !== undefined && <p class="form-error">{texts.notMeasurable(error)}</p>}
      {storage && (
        <div class="server-columns">
          <Sizes
            title={texts.tables}
            items={storage.tables.map(({ name, size }) => ({ id: name, name, size }))}
          />
          {storage.organizations.length > 0 && (
            <Sizes
              title={texts.organizations}
              items={storage.organizations.map(({ id, title, size }) => ({ id, name: title, size }))}
            />
          )}
        </div>
      )}
    </section>
  );
}

function Sizes({
  title,
  items,
}: {
  readonly title: string;
  readonly items: readonly { readonly id: string; readonly name: string; readonly size: number }[];
}) {
  return (
    <div>
      <h3>{title}</h3>
      <ul class="panel rows" aria-label={title}>
        {items.map(({ id, name, size }) => (
          <li key={id}>
            <div class="row-main">
              <span class="row-title">{name}</span>
            </div>
            <span class="server-number">{formatBytes(size)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Processes({ server: { processes } }: { readonly server: Server }) {
  return (
    <section class="section">
      <h2>{texts.processes}</h2>
      {processes.length === 0 ? (
        <p class="hint">{texts.noProcesses}</p>
      ) : (
        <ul class="panel rows" aria-label={texts.processes}>
          {processes.map((process) => (
            <li key={process.id}>
              <div class="row-main">
                <span class="row-title">
                  {texts.process(process.pid, process.host)}{" "}
                  {process.current && <Badge kind="success">{texts.current}</Badge>}
                </span>
                <span class="row-note">
                  {texts.started} <Time at={process.startedAt} />, {texts.version} {process.version}
                </span>
              </div>
              <span class="server-number">{formatBytes(process.memory)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Admins({ server: { admins } }: { readonly server: Server }) {
  return (
    <section class="section">
      <h2>{texts.admins}</h2>
      <p class="section-text">{texts.adminsHint}</p>
      <ul class="panel rows" aria-label={texts.admins}>
        {admins.map(({ id, displayName, email, grantedAt }) => (
          <li key={id}>
            <div class="row-main">
              <span class="row-title">{displayName}</span>
              <span class="row-note">
                {email}, {texts.since} <Time at={grantedAt} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
