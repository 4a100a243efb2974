import { call, type Reply } from "../../../data/api.ts";
import { changeStored, useQuery } from "../../../data/queries.ts";
import { attempt } from "../../../data/toasts.ts";
import { SelectField } from "../../../parts/field.tsx";
import { Loaded } from "../../../parts/states.tsx";
import { words } from "../../../words/index.ts";
import { ServerScreen } from "../server-screen.tsx";

const texts = words.server.settings;
type Settings = Reply<"GET /server/settings">;

const levels = ["debug", "info", "warn", "error", "silent"] as const;

/** The settings in force, and the log level, which is changed while the server runs. */
export function Screen() {
  const settings = useQuery("GET /server/settings", {});
  return (
    <ServerScreen>
      <Loaded query={settings}>
        {(data) => (
          <>
            <LogLevel logLevel={data.logLevel} />
            <section class="section">
              <h2>{texts.table}</h2>
              <p class="section-text">{texts.hint}</p>
              <SettingsTable items={data.items} />
            </section>
          </>
        )}
      </Loaded>
    </ServerScreen>
  );
}

function LogLevel({ logLevel }: { readonly logLevel: Settings["logLevel"] }) {
  const change = async (value: string) => {
    const level = levels.find((name) => name === value) ?? null;
    const done = await attempt(
      () => call("PATCH /server/settings", {}, { body: { logLevel: level } }),
      texts.changed,
    );
    if (done) changeStored<Settings>("/server/settings", () => done.result);
  };
  return (
    <section class="section form">
      <SelectField
        label={texts.logLevel}
        hint={texts.logLevelHint}
        value={logLevel.changed ? logLevel.level : ""}
        options={[
          { value: "", label: texts.asConfigured(logLevel.configured) },
          ...levels.map((name) => ({ value: name, label: texts.levels[name] })),
        ]}
        onChange={change}
      />
    </section>
  );
}

function SettingsTable({ items }: { readonly items: Settings["items"] }) {
  return (
    <div class="panel">
      <table class="server-table" aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.value}</th>
            <th scope="col">{texts.source}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.name}>
              <td>
                <code>{item.name}</code>
              </td>
              <td>{shownValue(item)}</td>
              <td>{texts.sources[item.source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shownValue({ value, secret, source }: Settings["items"][number]): string {
  if (secret) return source === "environment" ? texts.secret : texts.noSecret;
  return value ?? texts.noValue;
}
