import type { ProcessErrorCode } from "../storage/database/index.ts";

/** Why a source gives no spec. The message is for whoever gave the source. */
export class SpecError extends Error {
  readonly code: ProcessErrorCode;
  constructor(code: ProcessErrorCode, message: string, options?: ErrorOptions) {
    // It may tell of what somebody else has written.
    super(message.replace(/\p{Cc}/gu, "\ufffd"), options);
    this.code = code;
  }
}
