/** Texts in the browser's storage. A text that could not be stored lasts until a reload, because storage may be forbidden or full. */

const notStored = new Map<string, string | null>();

/** Null if there is none. */
export function readText(key: string): string | null {
  const text = notStored.get(key);
  // The stored text is older.
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the text. */
export function writeText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    notStored.delete(key);
  } catch {
    notStored.set(key, text);
  }
}
