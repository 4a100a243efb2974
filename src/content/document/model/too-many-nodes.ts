import { LecternError } from "../../../platform/index.ts";
import { maxNodes } from "../../model/index.ts";

/** A document has too many nodes to be read as blocks. */
export class TooManyNodesError extends LecternError {
  constructor() {
    super(
      409,
      `The document has more than ${maxNodes} nodes: it can be read only as Markdown, without evaluation`,
    );
  }
}
