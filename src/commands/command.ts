import type { Config } from "../config/index.ts";

export interface Arguments {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
}

export type RunCommand = (config: Config, args: Arguments) => Promise<void>;

export interface Command {
  /** One or two words: `token create`. */
  readonly name: string;
  readonly parameters?: string;
  readonly description: string;
  /** Whether it runs with invalid settings too, with the defaults instead. */
  readonly acceptsInvalidSettings?: boolean;
  /** Loads what only this command needs. */
  load(): Promise<RunCommand>;
}

export class UsageError extends Error {}
