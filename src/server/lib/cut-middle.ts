/** The beginning and the end of a text, keeping the share `part` (0 to 1) of it. */
export function cutMiddle(text: string, part: number): string {
  if (part >= 1) return text;
  const length = Math.max(0, Math.floor(text.length * part));
  const head = text.slice(0, Math.ceil(length * (2 / 3)));
  const tail = text.slice(text.length - Math.floor(length / 3));
  return `${head.toWellFormed()}\n[…]\n${tail.toWellFormed()}`;
}
