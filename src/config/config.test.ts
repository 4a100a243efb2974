import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConfigError, readConfig } from "./config.ts";

describe("configuration", () => {
  test("has defaults", () => {
    const { dataDir, backupDir, ...config } = readConfig({});
    const { settings, ...values } = config;
    assert.deepEqual(values, {
      host: "127.0.0.1",
      port: 4400,
      baseUrl: "http://127.0.0.1:4400",
      sites: { url: "http://127.0.0.1:4400", protocol: "http:", port: "" },
      adminEmail: "admin@localhost",
      allowPrivateNetwork: false,
      apiProxy: true,
      trustProxy: false,
      rateLimit: 1000,
      workers: 1,
      logLevel: "info",
      slowStatement: 500,
      backupKeep: 7,
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      objectStorage: undefined,
      redirectFiles: false,
      backupFiles: true,
      adminToken: undefined,
      sampleSite: true,
      watch: false,
      encryptionKey: undefined,
      backupEvery: undefined,
      keepRevisionsDays: undefined,
      oidc: undefined,
      embeds: [],
    });
    assert.match(dataDir, /\/data$/);
    assert.equal(backupDir, `${dataDir}/backups`);
  });

  test("reads the object storage of files, with credentials in the URL or in the usual variables", () => {
    const read = (url: string, environment = {}) =>
      readConfig({ LECTERN_FILES_URL: url, ...environment }).objectStorage;
    const keys = { AWS_ACCESS_KEY_ID: "key", AWS_SECRET_ACCESS_KEY: "secret" };
    assert.deepEqual(read("s3://docs", { ...keys, AWS_SESSION_TOKEN: "session", AWS_REGION: "eu-west-1" }), {
      ...{ bucket: "docs", prefix: "", region: "eu-west-1", endpoint: undefined },
      ...{ accessKeyId: "key", secretAccessKey: "secret", sessionToken: "session" },
    });
    assert.deepEqual(read("s3://k:s%2Ft@docs/a/b/?region=garage&endpoint=https://s.example.com/", keys), {
      ...{ bucket: "docs", prefix: "a/b", region: "garage", endpoint: "https://s.example.com" },
      ...{ accessKeyId: "k", secretAccessKey: "s/t", sessionToken: undefined },
    });
    assert.throws(
      () => read("s3://docs"),
      /^Error: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set with/,
    );
    for (const url of [
      "https://docs",
      "s3://UPPER",
      "s3://docs?endpoint=ftp://x",
      "s3://docs?other=1",
      "s3://k@docs",
      "s3://docs/a b",
      "s3://%zz:%zz@docs",
    ])
      assert.throws(() => read(url, keys), /LECTERN_FILES_URL must be a URL such as s3:\/\/bucket/, url);
  });

  test("lists every setting with its source, and never the value of a secret", () => {
    const secret = "0123456789abcdef0123456789abcdef";
    const environment = {
      LECTERN_PORT: "9090",
      LECTERN_ENCRYPTION_KEY: secret,
      DATABASE_URL: "postgres://a:b@c/d",
    };
    const { settings } = readConfig(environment);
    const find = (name: string) => settings.find((setting) => setting.name === name);
    assert.deepEqual(find("LECTERN_PORT"), {
      ...{ name: "LECTERN_PORT", source: "environment", value: "9090", isSecret: false },
    });
    assert.deepEqual(find("LECTERN_RATE_LIMIT"), {
      ...{ name: "LECTERN_RATE_LIMIT", source: "default", value: "1000", isSecret: false },
    });
    assert.equal(find("LECTERN_BACKUP_EVERY")?.value, undefined);
    assert.equal(find("LECTERN_ENCRYPTION_KEY")?.source, "environment");
    assert.doesNotMatch(JSON.stringify(settings), /0123456789|a:b/);
    assert.equal(new Set(settings.map(({ name }) => name)).size, settings.length);
  });

  test("is read from the environment, and PORT is used if LECTERN_PORT is unset", () => {
    assert.equal(readConfig({ PORT: "8080" }).port, 8080);
    assert.equal(readConfig({ PORT: "8080", LECTERN_PORT: "9090" }).port, 9090);
    assert.equal(readConfig({ LECTERN_HOST: "::1" }).baseUrl, "http://[::1]:4400");
    assert.equal(
      readConfig({ LECTERN_BASE_URL: "https://docs.example.com/base/" }).baseUrl,
      "https://docs.example.com/base",
    );
    assert.deepEqual(readConfig({ LECTERN_BASE_URL: "https://docs.example.com:8443" }).sites, {
      ...{ url: "https://docs.example.com:8443", protocol: "https:", port: "" },
    });
    assert.deepEqual(readConfig({ LECTERN_SITES_URL: "http://sites.example.com:8080/" }).sites, {
      ...{ url: "http://sites.example.com:8080", protocol: "http:", port: "8080" },
    });
    assert.equal(readConfig({ DATABASE_URL: "postgres://u:p@h/d" }).databaseUrl, "postgres://u:p@h/d");
    assert.equal(readConfig({ LECTERN_RATE_LIMIT: "0" }).rateLimit, 0);
    assert.equal(readConfig({ LECTERN_ALLOW_PRIVATE_NETWORK: "true" }).allowPrivateNetwork, true);
    assert.equal(readConfig({ LECTERN_DATA_DIR: "/srv/docs" }).backupDir, "/srv/docs/backups");
    const backups = readConfig({
      LECTERN_BACKUP_EVERY: "30m",
      LECTERN_BACKUP_KEEP: "3",
      LECTERN_BACKUP_DIR: "/mnt/b",
    });
    assert.deepEqual(
      [backups.backupEvery, backups.backupKeep, backups.backupDir],
      [30 * 60_000, 3, "/mnt/b"],
    );
    assert.equal(readConfig({ LECTERN_BACKUP_EVERY: "1d" }).backupEvery, 24 * 3_600_000);
    assert.equal(readConfig({ LECTERN_KEEP_REVISIONS_DAYS: "90" }).keepRevisionsDays, 90);
    assert.throws(
      () => readConfig({ LECTERN_KEEP_REVISIONS_DAYS: "0" }),
      /LECTERN_KEEP_REVISIONS_DAYS must be a whole number of days from 1 to 36500, not "0"/,
    );
    const embeds = "demo.example.com\nwww.tv.example.com/watch?v={id}->https://tv.example.com/embed/{id}";
    assert.deepEqual(readConfig({ LECTERN_EMBEDS: embeds }).embeds, [
      { pattern: "demo.example.com/*", frame: "{self}" },
      { pattern: "tv.example.com/watch?v={id}", frame: "https://tv.example.com/embed/{id}" },
    ]);
    const oidc = {
      LECTERN_OIDC_ISSUER: "https://accounts.example.com",
      LECTERN_OIDC_CLIENT_ID: "lectern",
      LECTERN_OIDC_CLIENT_SECRET: "secret",
    };
    assert.deepEqual(readConfig({ ...oidc, LECTERN_OIDC_LABEL: "Keycloak" }).oidc, {
      issuer: "https://accounts.example.com",
      clientId: "lectern",
      clientSecret: "secret",
      label: "Keycloak",
    });
  });

  test("is refused with all mistakes, one on each line, without secrets", () => {
    assert.throws(
      () =>
        readConfig({
          LECTERN_PORT: "99999",
          LECTERN_HOST: "no host",
          LECTERN_BASE_URL: "ftp://x",
          LECTERN_SITES_URL: "sites.example.com",
          DATABASE_URL: "mysql://root:secret@x",
          LECTERN_ADMIN_TOKEN: "two words",
          LECTERN_ADMIN_EMAIL: "nobody",
          LECTERN_ALLOW_PRIVATE_NETWORK: "maybe",
          LECTERN_RATE_LIMIT: "-1",
          LECTERN_WORKERS: "0",
          LECTERN_LOG_LEVEL: "loud",
          LECTERN_SLOW_STATEMENT_MS: "slow",
        }),
      (error: unknown) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.mistakes.length, 12);
        assert.match(error.message, /LECTERN_PORT must be a port number from 1 to 65535, not "99999"/);
        assert.doesNotMatch(error.message, /secret|words/);
        return true;
      },
    );
    for (const [settings, mistakes] of [
      ...["24", "0h", "soon", "-1d", "2y", "1.5h"].map(
        (every) =>
          [
            { LECTERN_BACKUP_EVERY: every },
            [/^LECTERN_BACKUP_EVERY must be a duration such as 30m/],
          ] as const,
      ),
      ...[
        "https://a.example",
        "a.example/{id}->http://a.example/{id}",
        "a.example/{id}->https://a.example/{other}",
        "a.example/{id}->https://{id}.example/",
        "localhost/x",
      ].map((text) => [{ LECTERN_EMBEDS: text }, [/^LECTERN_EMBEDS must be patterns of URLs/]] as const),
      [{ LECTERN_BACKUP_KEEP: "0" }, [/^LECTERN_BACKUP_KEEP must be a whole number of backups from 1/]],
      [{ LECTERN_OIDC_CLIENT_ID: "lectern" }, [/must all be set, or none of them$/]],
      [
        { LECTERN_OIDC_ISSUER: "http://accounts.example.com", LECTERN_OIDC_CLIENT_ID: "lectern" },
        [/^LECTERN_OIDC_ISSUER must be an https URL/],
      ],
    ] as const)
      assert.throws(
        () => readConfig(settings),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.equal(error.mistakes.length, mistakes.length, error.message);
          for (const [i, mistake] of mistakes.entries()) assert.match(error.mistakes[i] ?? "", mistake);
          return true;
        },
      );
  });
});
