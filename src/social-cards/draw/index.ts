// Draws social cards. Only the child process for that loads this folder: its libraries take memory.
export { drawCard } from "./draw-card.ts";
