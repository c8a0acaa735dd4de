/**
 * Splits the cases of a long table: one in `every` runs in npm run test:security as well, which has two minutes; the rest,
 * which the test tags `thorough`, in npm test alone.
 */
export function sample<Case>(cases: readonly Case[], every: number): { few: Case[]; rest: Case[] } {
  return {
    few: cases.filter((_, at) => at % every === 0),
    rest: cases.filter((_, at) => at % every !== 0),
  };
}
