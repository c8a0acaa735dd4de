import { describe, expect, it } from 'vitest';
import { addressKey } from './address-key';

describe('the rate limit key of an IP address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:0000::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::c000:221', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, key) => expect(addressKey(address)).toBe(key));

  it.each([
    '',
    'unknown',
    '203.0.113',
    '203.0.113.9, 198.51.100.1',
    '[2001:db8::1]',
    '_hidden',
    'x'.repeat(10_000),
    '1::2::3',
    '3405803785',
    '64:ff9b::192.0.2.33',
  ])('is the same for every invalid one: %j', (address) => expect(addressKey(address)).toBe('no address'));
});
