/** The ratios of nearly all splits, forward and reverse. */
const usualRatios = [2, 3, 4, 5, 10, 20];
const nearness = Math.log(1.08);

/** '4:1' if a price fell to about a quarter, '1:10' if it rose about tenfold; undefined for other moves. */
export function usualRatioNear(before: number, after: number): string | undefined {
  const move = Math.log(before / after);
  const ratio = usualRatios.find((one) => Math.abs(Math.abs(move) - Math.log(one)) <= nearness);
  if (ratio === undefined) return undefined;
  return move > 0 ? `${ratio}:1` : `1:${ratio}`;
}
