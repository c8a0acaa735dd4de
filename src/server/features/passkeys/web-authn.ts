/** The WebAuthn library. It is loaded when it is first used, because loading it would delay each start by 50 ms. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
