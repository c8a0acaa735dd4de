/** The range of rows to render in a long list of equally tall rows, so that 10,000 rows scroll as fast as 50. */
export interface RowWindow {
  first: number;
  /** Exclusive. */
  last: number;
}

/** Extra rows on each side, so that keyboard navigation and fast scrolling find them rendered. */
const margin = 8;
/** The window moves in steps of this many rows, so that the list is not rerendered for each scrolled pixel. */
const stride = 6;

export function rowWindow(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight / stride) * stride;
  const visible = Math.ceil(height / rowHeight) + stride;
  const first = Math.max(0, Math.min(top - margin, count - visible - margin));
  return { first, last: Math.min(count, top + visible + margin) };
}
