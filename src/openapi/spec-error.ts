import type { ProcessErrorCode } from "../storage/database/index.ts";

/** Why a source could not be read. The message is shown to the user who provided the source. */
export class SpecError extends Error {
  readonly code: ProcessErrorCode;
  constructor(code: ProcessErrorCode, message: string, options?: ErrorOptions) {
    // Messages may quote a remote document, with control characters.
    super(message.replace(/\p{Cc}/gu, "\ufffd"), options);
    this.code = code;
  }
}
