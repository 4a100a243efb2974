import type { Static, TObject } from "@sinclair/typebox";
import type { ResourceCall } from "../resource/index.ts";

interface ToolOf<Input extends TObject, Output extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** Returns the result for programs, and the same as text for language models. */
  run(call: ResourceCall, input: Static<Input>): Promise<{ text: string; result: Static<Output> }>;
}

export type Tool = ToolOf<TObject, TObject>;

/** A tool of the MCP server. The types of its functions follow from its schemas. */
export function defineTool<Input extends TObject, Output extends TObject>(tool: ToolOf<Input, Output>): Tool {
  return tool as unknown as Tool;
}
