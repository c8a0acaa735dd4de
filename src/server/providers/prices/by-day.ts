interface OfDay {
  day: string;
}

/** Sorts rows oldest first. */
export const byDay = (one: OfDay, other: OfDay): number => (one.day < other.day ? -1 : 1);

/** Oldest first. The last row of a day counts. */
export const onePerDay = <Row extends OfDay>(rows: readonly Row[]): Row[] =>
  [...new Map(rows.map((row) => [row.day, row])).values()].sort(byDay);
