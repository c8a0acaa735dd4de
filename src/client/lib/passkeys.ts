/** Passkeys in the browser. The library is loaded on first use. */
import { passkeyWords as words } from '~/client/words/passkeys';
import type { PasskeyAssertion, PasskeyRegistration } from '~/shared/schemas/passkeys';
import { errorMessage } from './error-message';

/** Passkeys need HTTPS or localhost, and a host name: browsers reject them on IP addresses. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && !/^[\d.]+$|^\[/.test(window.location.hostname);

// Options are cast, because the API only checks that they are objects. The server's half of the same library writes them.
// Extensions of a passkey are left out, because the server ignores them.
export async function createPasskey(options: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const created = await startRegistration({
    optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'],
  });
  return { ...created, clientExtensionResults: {} };
}

export async function askPasskey(options: object): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const signed = await startAuthentication({
    optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'],
  });
  return { ...signed, clientExtensionResults: {} };
}

/** The message for a failed passkey action: our text for browser errors, else the server's message. */
export function passkeyProblem(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return words.canceled;
  if (name === 'InvalidStateError') return words.alreadyAdded;
  if (name === 'SecurityError' || name === 'NotSupportedError') return words.unsupported;
  return errorMessage(cause);
}
