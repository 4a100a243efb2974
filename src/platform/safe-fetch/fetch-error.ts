export type FetchErrorReason =
  | "refused"
  | "redirects"
  | "unreachable"
  | "certificate"
  | "status"
  | "too-large"
  | "timeout";

/** The message is for the user who gave the URL. The cause is for the log. */
export class FetchError extends Error {
  readonly reason: FetchErrorReason;
  readonly httpStatus: number | undefined;
  constructor(reason: FetchErrorReason, message: string, options?: ErrorOptions & { httpStatus?: number }) {
    super(message, options);
    this.reason = reason;
    this.httpStatus = options?.httpStatus;
  }
}

export function tooLarge(maxBytes: number): FetchError {
  return new FetchError("too-large", `is larger than ${formatSize(maxBytes)}`);
}

const units = [
  ["MB", 1024 * 1024],
  ["MB", 1_000_000],
  ["KB", 1024],
  ["KB", 1000],
] as const;

function formatSize(bytes: number): string {
  const [unit, size] = units.find(([, size]) => bytes >= size && bytes % size === 0) ?? ["bytes", 1];
  return `${bytes / size} ${unit}`;
}
