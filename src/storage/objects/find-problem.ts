import type { ObjectStorageConfig } from "../../config/index.ts";
import { errorMessage, LecternError } from "../../platform/index.ts";
import type { ObjectStore } from "./object-store.ts";
import { S3Error, type S3Limits } from "./s3-requests.ts";
import { openS3 } from "./s3-store.ts";

/** What is wrong with a store, and what to do about it. */
export interface StoreProblem {
  readonly finding: string;
  readonly advice: string;
  /** Whether the store may work later without another setting. */
  readonly isTemporary: boolean;
}

const probeName = "write-probe";
const probe = Buffer.from("Lectern may write here");

/** A start and requests for the health of the server wait for these looks. */
const limits: S3Limits = { answerTimeout: 5000, maxAttempts: 1 };

/** Looks whether the store answers and accepts the credentials. Changes nothing. */
export async function findReadProblem(config: ObjectStorageConfig): Promise<StoreProblem | undefined> {
  return explain(config, async () => {
    // Most often there is no such object, which is an answer too. A process that was killed may have left it.
    await readProbe(openS3(config, limits));
  });
}

/** Looks whether objects can be stored, read and removed, with one that always has the same name. */
export async function findWriteProblem(config: ObjectStorageConfig): Promise<StoreProblem | undefined> {
  const found = await findReadProblem(config);
  return found ?? explain(config, () => writeProbe(openS3(config, limits)));
}

async function writeProbe(store: ObjectStore): Promise<void> {
  await store.put(
    probeName,
    (async function* () {
      yield probe;
    })(),
  );
  if (!(await readProbe(store))) throw new Error("an object that was stored is not found");
  await store.removeMany([probeName]);
}

/** Whether the object exists. All of it is read: some services answer requests for its first byte with the whole. */
async function readProbe(store: ObjectStore): Promise<boolean> {
  const content = await store.get(probeName, { start: 0, end: probe.length });
  if (content !== undefined) for await (const _piece of content);
  return content !== undefined;
}

async function explain(
  config: ObjectStorageConfig,
  work: () => Promise<void>,
): Promise<StoreProblem | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    const cause = error instanceof LecternError ? error.cause : error;
    return problemOf(config, cause instanceof S3Error ? cause : new S3Error(500, "", errorMessage(error)));
  }
}

const wrongRegion = new Set([
  "PermanentRedirect",
  "AuthorizationHeaderMalformed",
  "IllegalLocationConstraintException",
]);

function problemOf({ bucket, endpoint, region }: ObjectStorageConfig, error: S3Error): StoreProblem {
  const place = `The object storage at ${endpoint ?? `Amazon S3 in ${region}`}`;
  const detail = [error.code, error.message].filter((text) => text !== "").join(": ");
  if (error.status === 0)
    return {
      finding: `${place} does not answer (${detail})`,
      advice: "Check the endpoint in LECTERN_FILES_URL, and that this machine can reach it",
      isTemporary: true,
    };
  if (error.status === 404)
    return {
      finding: `${place} has no bucket ${bucket}`,
      advice: "Create the bucket, or correct LECTERN_FILES_URL",
      isTemporary: false,
    };
  if (wrongRegion.has(error.code) || error.status === 301)
    return {
      finding: `The bucket ${bucket} is not in the region ${region} (${detail})`,
      advice: "Add the region of the bucket to LECTERN_FILES_URL: ?region=…",
      isTemporary: false,
    };
  if (error.status === 401 || error.status === 403)
    return {
      finding: `${place} refuses the credentials for the bucket ${bucket} (${detail})`,
      advice:
        "Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or allow this key to list, read, write and delete objects",
      isTemporary: false,
    };
  return {
    finding: `${place} refuses requests (${detail})`,
    advice: "Check LECTERN_FILES_URL, and the log of the object storage",
    isTemporary: error.status >= 500,
  };
}
