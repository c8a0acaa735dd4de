/**
 * Splits the cases of a long table: one in `every` also runs in npm run test:security, which has two minutes; the rest,
 * tagged `thorough`, only in npm test.
 */
export function sample<Case>(cases: readonly Case[], every: number): { few: Case[]; rest: Case[] } {
  return {
    few: cases.filter((_, at) => at % every === 0),
    rest: cases.filter((_, at) => at % every !== 0),
  };
}
