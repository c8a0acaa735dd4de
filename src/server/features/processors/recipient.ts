/** The name of a service for visitors. */
import { isIP } from 'node:net';
import { isPublicAddress } from '~/server/lib/public-address';

export const ownServer = "this organization's own server";

/** Domain endings outside of public DNS (RFC 6761, RFC 6762, RFC 8375, and common informal ones). */
const internalEndings = /\.(?:local|localhost|internal|intranet|lan|home|corp|private|test|home\.arpa)$/;

/** The host. Hosts in the organization's own network are not named, because their names are internal. */
export function recipientOf(url: string): string {
  if (!URL.canParse(url)) return ownServer;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host)) return isPublicAddress(host) ? host : ownServer;
  return !host.includes('.') || internalEndings.test(host) ? ownServer : host;
}
