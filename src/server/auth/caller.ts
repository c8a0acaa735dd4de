/** The caller of a request, as far as the transport can tell. */
export interface Caller {
  ip: string;
  device: string;
  requestId: string;
  /** What the browser keeps from earlier sign-ins (known-browser.ts); unverified. */
  browserCookie?: string | undefined;
}
