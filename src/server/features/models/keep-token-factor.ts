/** Stores how an endpoint counts tokens, so that the next start and other processes begin with it. */
import type { Deps } from '~/server/deps';
import type { ChosenModel } from '~/server/generation/model-catalog-types';
import { addRowOfSettings } from './row-of-settings';

/** Smaller differences are within the margin of the budgets. */
const minChange = 0.05;
const kept = new WeakMap<ChosenModel['model'], number>();

/** After an answer. Most answers change nothing. */
export function keepTokenFactor({ db, background }: Deps, { id, model, endpointId }: ChosenModel): void {
  const { tokenFactor = 1 } = model;
  if (Math.abs(tokenFactor / (kept.get(model) ?? 1) - 1) < minChange) return;
  kept.set(model, tokenFactor);
  background.run('storing how an endpoint counts tokens', async () => {
    if (!endpointId) await addRowOfSettings(db, { id, name: model.name });
    // Without updated_at: administrators have changed nothing, and the model's client stays.
    await db.sql`UPDATE offered_models SET token_factor = ${tokenFactor}::float8 WHERE id = ${id}`;
  });
}
