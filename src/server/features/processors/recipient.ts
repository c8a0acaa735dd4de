/** How a service is named to visitors. */
import { isIP } from 'node:net';
import { isPublicAddress } from '~/server/lib/public-address';

export const ownServer = "this organization's own server";

/** Endings that are not in the public name system (RFC 6761, RFC 6762, RFC 8375, and what networks use without a rule). */
const internalEndings = /\.(?:local|localhost|internal|intranet|lan|home|corp|private|test|home\.arpa)$/;

/** The host. Hosts of the organization's own network are not named, because visitors needn't know their names. */
export function recipientOf(url: string): string {
  if (!URL.canParse(url)) return ownServer;
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(host)) return isPublicAddress(host) ? host : ownServer;
  return !host.includes('.') || internalEndings.test(host) ? ownServer : host;
}
