/** Which rows of a long list of equal rows have to exist, so that ten thousand scroll like fifty. */
export interface RowWindow {
  first: number;
  /** Exclusive. */
  last: number;
}

/** Rows beyond the visible ones, so that the keyboard and a quick finger find them drawn. */
const margin = 8;
/** The window moves in steps, so that not every scrolled pixel draws the list again. */
const stride = 6;

export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight / stride) * stride;
  const visible = Math.ceil(height / rowHeight) + stride;
  const first = Math.max(0, Math.min(top - margin, count - visible - margin));
  return { first, last: Math.min(count, top + visible + margin) };
}
