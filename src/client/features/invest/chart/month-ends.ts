/**
 * The indexes of the first day, of the last day of each month, and of the last day, to show a long series in few rows.
 */
export function monthEnds(days: readonly string[]): number[] {
  return days.flatMap((day, index) => {
    const next = days[index + 1];
    const endsMonth = next === undefined || next.slice(0, 7) !== day.slice(0, 7);
    return index === 0 || endsMonth ? [index] : [];
  });
}
