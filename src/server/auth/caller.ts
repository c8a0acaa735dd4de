/** The caller of a request, as far as the transport can tell. */
export interface Caller {
  ip: string;
  device: string;
  requestId: string;
  /** What the browser keeps from earlier sign-ins (known-browser.ts); unverified. */
  browserCookie?: string | undefined;
  /** Of a sign-in that waits for its second factor (challenge-cookie.ts); unverified. */
  challengeToken?: string | undefined;
}
