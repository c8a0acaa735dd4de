/** Accounts with an authenticator app. */
import type { Deps } from '~/server/deps';
import { codeOf } from '~/server/testing/clients/authenticator';
import { type TestUser, testPassword } from './test-server';

export interface SetUpApp {
  secret: string;
  recoveryCodes: string[];
  /** An unused code, as if time had passed since the last one. */
  newCode(): Promise<string>;
}

/** Sets up the app of a signed-in user with the product's procedures. */
export async function setUpApp(deps: Deps, { user, call }: TestUser): Promise<SetUpApp> {
  const { secret } = await call.secondFactor.begin({ password: testPassword });
  const { recoveryCodes } = await call.secondFactor.confirm({ code: codeOf(secret) });
  return {
    secret,
    recoveryCodes,
    async newCode() {
      await deps.db.authenticatorApp.updateMany({ where: { userId: user.id }, data: { lastStep: null } });
      return codeOf(secret);
    },
  };
}
