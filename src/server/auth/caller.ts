/** The caller of a request, as far as the transport can identify it. */
export interface Caller {
  ip: string;
  device: string;
  requestId: string;
  /** What the browser keeps from earlier sign-ins (known-browser.ts); unverified. */
  browserCookie?: string | undefined;
  /** The token of a sign-in that awaits its second factor (challenge-cookie.ts); unverified. */
  challengeToken?: string | undefined;
}
