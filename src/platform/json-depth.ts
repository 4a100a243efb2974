/** Whether a JSON text has more levels of lists and objects than this. Nothing else of it is looked at. */
export function isJsonDeeperThan(most: number, text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (quoted) {
      if (character === 0x5c) i++;
      else if (character === 0x22) quoted = false;
    } else if (character === 0x22) quoted = true;
    else if (character === 0x5b || character === 0x7b) {
      if (++depth > most) return true;
    } else if (character === 0x5d || character === 0x7d) depth--;
  }
  return false;
}
