/** Saves at once by Ctrl S, which would otherwise save the screen as a file. Returns what ends it. */
export function listenToSaveKey(save: () => unknown): () => void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.code !== "KeyS") return;
    event.preventDefault();
    save();
  };
  addEventListener("keydown", listen);
  return () => removeEventListener("keydown", listen);
}
