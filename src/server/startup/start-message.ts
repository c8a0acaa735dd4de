import type { Deps } from '~/server/deps';
import { readDefaultModel } from '~/server/features/models/default-model';

/** The message for the operator once the server is ready, and the name of the model that answers regular members. */
export async function readStartMessage(
  deps: Pick<Deps, 'env' | 'models' | 'model'>,
  address: string,
): Promise<{ message: string; modelName: string }> {
  // Only for the message: the server runs without it.
  const byDefault = await readDefaultModel(deps).catch(() => undefined);
  const { name, isConnected } = byDefault?.model ?? deps.model;
  const answering = isConnected
    ? name
    : 'the built-in offline analyst. To connect a model, set XAI_API_KEY or OPENAI_API_KEY in .env and restart';
  const { SIGN_UP } = deps.env;
  const next = SIGN_UP === 'open' || SIGN_UP === 'domain' ? 'create an account' : 'sign in';
  return { message: `\n  ${address}  –  open it and ${next}.\n  Answers come from ${answering}.\n\n`, modelName: name };
}
