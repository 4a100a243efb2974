// The child process that draws a social card.
import { runChildProgram } from "../../platform/child-process/index.ts";
import type { CardTask } from "../../site/index.ts";
import { drawCard } from "../../social-cards/draw/index.ts";

runChildProgram<CardTask, Uint8Array>({
  run: ({ card, folder, isCautious }) => drawCard(card, folder, isCautious),
  toClientError: () => undefined,
});
