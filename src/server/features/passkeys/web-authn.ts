/** The WebAuthn library. It is loaded when it is first used, because loading it takes a tenth of the server's start. */
export const loadWebAuthn = () => import('@simplewebauthn/server');
