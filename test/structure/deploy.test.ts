import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { parse } from "yaml";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

suite("the image and its services", () => {
  const dockerfile = read("Dockerfile");
  const compose = parse(read("compose.yaml"));

  /** The sources of `COPY` that are in the repository, not in an earlier stage. */
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );

  test("copy files that exist and that the context of the build has", () => {
    assert.ok(copied.length > 0);
    const inContext = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, path]) => path);
    for (const path of copied) {
      assert.ok(existsSync(new URL(`../../${path}`, import.meta.url)), path);
      assert.ok(inContext.includes(path.split("/")[0]), `${path} is not in the context`);
    }
  });

  test("have every file of the npm package", () => {
    const { files } = JSON.parse(read("package.json"));
    const fromBuild = [...dockerfile.matchAll(/^COPY --from=build \/opt\/lectern\/(\S+)/gm)].map(
      ([, path]) => path,
    );
    for (const file of files) assert.ok(copied.includes(file) || fromBuild.includes(file), file);
  });

  test("use settings that exist, and the port and the health check of the server", () => {
    const settings = read("docs/settings.md");
    const image = Object.fromEntries(
      [...dockerfile.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    );
    const { environment, ports } = compose.services.lectern;
    const used = [...Object.keys(image), ...Object.keys(environment)].filter((name) =>
      /^(?:LECTERN_|DATABASE_)/.test(name),
    );
    for (const name of [...used, ...(read("compose.yaml").match(/LECTERN_[A-Z_]+/g) ?? [])])
      assert.ok(settings.includes(`\`${name}\``), name);
    assert.match(dockerfile, new RegExp(`^EXPOSE ${image.LECTERN_PORT}$`, "m"));
    assert.deepEqual(ports, [`127.0.0.1:4400:${image.LECTERN_PORT}`]);
    assert.match(read("src/server/app.ts"), /app\.get\("\/healthz"/);
    assert.ok(dockerfile.includes("/healthz"));
  });

  test("keep their data in volumes", () => {
    const volumes = Object.keys(compose.volumes);
    for (const service of Object.values<{ volumes: string[] }>(compose.services))
      for (const volume of service.volumes) assert.ok(volumes.includes(volume.split(":")[0] ?? ""));
    assert.match(dockerfile, /^VOLUME \/data$/m);
  });
});
