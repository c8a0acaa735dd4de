/** Parses HTTP headers, one `Name: value` per line. Returns null if a line is invalid. */
export function parseHeaderLines(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (!name || !value) return null;
    headers[name] = value;
  }
  return headers;
}
