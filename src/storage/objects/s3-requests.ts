import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import { decodeXML } from "entities";
import type { ObjectStorageConfig } from "../../config/index.ts";
import { errorMessage, filesUnavailable, type LecternError } from "../../platform/index.ts";

export interface S3Limits {
  /** How long the store may take to begin its answer, in milliseconds. */
  readonly answerTimeout: number;
  readonly maxAttempts: number;
}

const defaultLimits: S3Limits = { answerTimeout: 60_000, maxAttempts: 3 };
const retryDelay = 200;

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** The key of an object. Undefined: the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

/** An answer of the store that is an error, or a failed connection. */
export class S3Error extends Error {
  /** The HTTP status; 0 if the store did not answer. */
  readonly status: number;
  /** The code of the store, such as `NoSuchBucket`, or that of the connection. */
  readonly code: string;
  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
  }

  /** The error for the client whose request needs the store. */
  toClientError(): LecternError {
    return filesUnavailable(this.status === 0 ? "does not answer" : "refuses a request", this);
  }
}

/** Sends signed requests to a bucket, again after a failed connection or an error of the store. */
export class S3Requests {
  readonly bucketUrl: string;
  readonly #client: AwsClient;
  readonly #limits: S3Limits;

  constructor({ bucket, endpoint, region, ...credentials }: ObjectStorageConfig, limits = defaultLimits) {
    this.#limits = limits;
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    this.#client = new AwsClient({
      ...{ accessKeyId, secretAccessKey, region, service: "s3" },
      ...(sessionToken !== undefined && { sessionToken }),
    });
    this.bucketUrl = urlOf(bucket, endpoint, region);
  }

  /** Returns the answer if it is a success, or one of the accepted statuses. */
  async send(request: S3Request, accepted: readonly number[] = []): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(request).catch((error: unknown) => connectionError(error));
      if (answer instanceof Response && (answer.ok || accepted.includes(answer.status))) return answer;
      const error = answer instanceof Response ? await readError(answer) : answer;
      const mayRetry = error.status === 0 || error.status >= 500 || error.status === 429;
      if (!mayRetry || attempt === this.#limits.maxAttempts) throw error;
      await sleep(retryDelay * 2 ** attempt * (0.5 + Math.random()));
    }
  }

  async #attempt({ method, key, query, headers, body }: S3Request): Promise<Response> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new Error("timeout")), this.#limits.answerTimeout);
    try {
      const signed = await this.#client.sign(this.#urlOf(key, query), {
        method,
        // The store compares the hash with the bytes that it has received.
        headers: { ...headers, "x-amz-content-sha256": hashOf(body ?? new Uint8Array()) },
        ...(body && { body }),
        signal: abort.signal,
      });
      return await fetch(signed, { redirect: "manual" });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The URL of an object with a signature, for a GET request. */
  async signUrl(key: string, query: Readonly<Record<string, string>>, datetime: string): Promise<string> {
    const aws = { signQuery: true, datetime };
    return (await this.#client.sign(this.#urlOf(key, query), { method: "GET", aws })).url;
  }

  #urlOf(key: string | undefined, query: Readonly<Record<string, string>> = {}): string {
    const search = new URLSearchParams(query).toString();
    return `${this.bucketUrl}${key === undefined ? "" : `/${key}`}${search && `?${search}`}`;
  }
}

/** Services other than Amazon's are addressed by path: their certificates seldom have a name for every bucket. */
function urlOf(bucket: string, endpoint: string | undefined, region: string): string {
  if (endpoint !== undefined) return `${endpoint}/${bucket}`;
  return bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function connectionError(error: unknown): S3Error {
  const { cause } = error instanceof Error ? error : {};
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return new S3Error(0, code, errorMessage(cause ?? error), { cause: error });
}

async function readError(answer: Response): Promise<S3Error> {
  const text = await answer.text().catch(() => "");
  const code = elementsOf(text, "Code")[0] ?? answer.statusText;
  return new S3Error(answer.status, code, elementsOf(text, "Message")[0] ?? `status ${answer.status}`);
}

/** The texts of all elements with this name. The store's answers nest no elements of the same name. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs")), ([, text = ""]) =>
    decodeXML(text),
  );
}
