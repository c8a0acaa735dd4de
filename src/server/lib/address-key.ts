import { isIPv4, isIPv6 } from 'node:net';

/**
 * Under which name an address is counted. IPv4 as it is, however it is spelled. Of IPv6 the first 64 bits: one customer
 * has all the rest and could use another address for every try. What is no address at all – a proxy that is configured
 * wrongly hands on whatever a caller wrote – shares one name, so that inventing addresses gains nothing.
 */
export function addressKey(address: string): string {
  const [plain = ''] = address.trim().split('%', 1);
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'no address';
  const groups = groupsOf(plain);
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** The eight groups of an IPv6 address that is one. */
function groupsOf(address: string): number[] {
  // An IPv4 address at the end stands for two groups.
  const spelled = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = spelled.split('::');
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [numbers(head), numbers(tail ?? '')];
  if (tail === undefined) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
