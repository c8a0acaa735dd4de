import type { RouterOutputs } from '~/client/lib/trpc';

export const config: RouterOutputs['auth']['config'] = {
  passwordMinLength: 6,
  signUp: 'open',
  signUpDomains: [],
  hasPasswordSignIn: true,
  providers: [],
  model: { name: 'Offline analyst', isConnected: false, canSearchWeb: false },
  hasPositions: true,
};
