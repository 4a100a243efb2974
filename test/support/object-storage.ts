import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Environment } from "../../src/config/config.ts";
import { fastFolder } from "./fast-folder.ts";
import { freePort } from "./server.ts";

/** A server of object storage with one bucket, which verifies signatures. */
export interface ObjectStorage {
  readonly environment: Environment;
  start(): Promise<void>;
  /** Ends the server. It keeps its objects. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

interface S3Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
}

const requirePackage = createRequire(new URL("../files/package.json", import.meta.url));

export const bucket = "lectern-files";

export async function startObjectStorage(): Promise<ObjectStorage> {
  const directory = mkdtempSync(join(fastFolder(), "lectern-objects-"));
  const port = await freePort();
  const Server = requirePackage("@20minutes/s3rver") as new (options: object) => S3Server;
  let server: S3Server | undefined;
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  const start = async () => {
    server = new Server({
      ...{ port, address: "127.0.0.1", directory, silent: true },
      configureBuckets: [{ name: bucket }],
    });
    await server.run();
  };
  await start();
  return {
    environment: {
      LECTERN_FILES_URL: `s3://${bucket}/documentation?endpoint=http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: "S3RVER",
      AWS_SECRET_ACCESS_KEY: "S3RVER",
    },
    start,
    stop,
    remove: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
