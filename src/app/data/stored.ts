/** Values that this browser keeps. Without storage, such as in a private window, they last as long as the page. */
const memory = new Map<string, string>();

export function readStored<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(`lectern.${key}`) ?? memory.get(key);
    return text === undefined || text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function writeStored(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(`lectern.${key}`, text);
  } catch {
    // The storage is full or forbidden.
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(`lectern.${key}`);
  } catch {
    // The storage is forbidden.
  }
}
