/** A scripted model with a price, as the only one of a test server. */
import type { Deps } from '~/server/deps';
import type { ChosenModel, ModelPrices } from '~/server/generation/model-catalog-types';
import { unknownAbilities } from '~/shared/schemas/models';

/** Prices with which an ordinary request is estimated at exactly one US dollar. */
const oneDollarRequests: ModelPrices = { input: '125', output: '500' };

export function offerPriced(deps: Deps, prices: ModelPrices | undefined = oneDollarRequests): ChosenModel {
  const limits = { contextTokens: 128_000 };
  const chosen: ChosenModel = {
    id: 'scripted',
    displayName: 'Scripted',
    model: deps.model,
    limits,
    ...(prices && { prices }),
    abilities: unknownAbilities,
    connection: () => null,
  };
  deps.models = { ...deps.models, choose: async () => chosen, list: async () => [chosen] };
  return chosen;
}

/** Runs with a priced model and a budget of nothing for one user. */
export async function withoutBudget<T>(deps: Deps, userId: string, run: () => Promise<T>): Promise<T> {
  const { models } = deps;
  offerPriced(deps);
  await deps.db.userBudget.create({ data: { userId, monthlyUsd: '0' } });
  try {
    return await run();
  } finally {
    deps.models = models;
    await deps.db.userBudget.delete({ where: { userId } });
  }
}
