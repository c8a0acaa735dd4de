/** Which network addresses are on the public internet. */
import { BlockList, isIP } from 'node:net';

/** Everything that is not an ordinary public host. IPv4-mapped IPv6 addresses are checked as IPv4. */
const nonPublicRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  nonPublicRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  nonPublicRanges.addSubnet(network, prefix, 'ipv6');
}

/** The only part of IPv6 that is routed between sites, and IPv4-mapped addresses. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const mapped = /^::ffff:(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/i;

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return !nonPublicRanges.check(address, 'ipv4');
  // BlockList itself compares a mapped address (::ffff:10.0.0.1) with the IPv4 rules.
  if (nonPublicRanges.check(address, 'ipv6')) return false;
  return globalUnicast.check(address, 'ipv6') || mapped.test(address);
}

/**
 * Whether a URL's host can be public, by its name. A name without a dot is on this machine or in its container network.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isPublicAddress(host);
  return host.includes('.') && !/\.(local|internal|localhost|test)$/i.test(host);
}
