/** Whether arrays and objects in a JSON text are nested deeper than `max`. The text is not validated. */
export function isJsonDeeperThan(max: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (quoted) {
      if (character === 0x5c) i++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > max) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
}
