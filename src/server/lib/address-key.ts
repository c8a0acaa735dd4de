import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The rate limit key of an IP address. IPv4 in its usual form. IPv6 by its first 64 bits: one customer controls the
 * rest and could use another address for every attempt. Anything else shares one key, because behind a misconfigured
 * proxy the caller chooses this text.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.trim().split('%', 1);
  // ipaddr.js also accepts numbers as IPv4, and not every IPv6 address that ends in dotted decimals.
  if (isIP(plain) === 0 || !ipaddr.isValid(plain)) return 'no address';
  const parsed = ipaddr.process(plain);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
