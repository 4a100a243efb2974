import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Finished } from "../support/server.ts";

const program = fileURLToPath(import.meta.resolve("@gitbook/cli/cli.js"));

interface Surroundings {
  /** Where it runs; by default its home. */
  readonly folder?: string;
  /** What is typed when it asks. */
  readonly typed?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The official command line, with a home of its own, where it keeps who is signed in. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), "lectern-cli-"));

  /** Runs a command to its end. */
  async run(
    args: readonly string[],
    { folder = this.home, typed = "", environment = {} }: Surroundings = {},
  ): Promise<Finished> {
    // Scripts are built in the folder for temporary files, under their name: two tests would write the same file.
    const env = { PATH: process.env.PATH, HOME: this.home, TMPDIR: this.home, ...environment };
    const running = promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env });
    running.child.stdin?.end(typed);
    try {
      const { stdout, stderr } = await running;
      return { code: 0, stdout, stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as Finished;
      return { code, stdout, stderr };
    }
  }

  /** A folder with these files in it. */
  folder(name: string, files: Readonly<Record<string, string | Buffer>>): string {
    const folder = join(this.home, name);
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    return folder;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}
