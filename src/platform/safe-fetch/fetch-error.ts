export type FetchErrorReason = "refused" | "unreachable" | "status" | "too-large" | "timeout";

/** Why something could not be fetched. The message is for the user who gave the address; the cause is for a log. */
export class FetchError extends Error {
  readonly reason: FetchErrorReason;
  constructor(reason: FetchErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
