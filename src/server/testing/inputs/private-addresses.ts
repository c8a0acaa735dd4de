/**
 * URLs that lead, openly or in disguise, to addresses that are not public. `PORT` is the port of a server on 127.0.0.1
 * that must not be requested. Every fetch of untrusted URLs rejects all of them.
 */
export const privateAddresses: readonly string[] = [
  // Loopback, in each way of writing IPv4.
  'http://127.0.0.1:PORT/',
  'https://127.0.0.1:PORT/',
  'http://127.0.0.2:PORT/',
  'http://127.255.255.254:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.0.0.01:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://2130706433:PORT/',
  'http://017700000001:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://%31%32%37.0.0.1:PORT/',
  'http://１２７.0.0.1:PORT/',
  'http://①②⑦.0.0.1:PORT/',
  'http://127。0。0。1:PORT/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:/127.0.0.1:PORT/',
  'http:127.0.0.1:PORT/',
  'http://127.0.0.1:PORT/?url=https://example.com/',
  'http://127.0.0.1:PORT/#https://example.com/',
  // By name.
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  // This host.
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://0.1.2.3:PORT/',
  // IPv6, and IPv4 written as IPv6.
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::ffff:10.0.0.1]:PORT/',
  'http://[::ffff:169.254.169.254]/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd12::1]:PORT/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://[fe80::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[ff02::1]:PORT/',
  // Private networks, cloud metadata, and reserved ranges.
  'http://10.0.0.1:PORT/',
  'http://10.255.255.255:PORT/',
  'http://100.64.0.1:PORT/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://172.16.0.1:PORT/',
  'http://172.31.255.255:PORT/',
  'http://192.0.0.192/opc/v2/instance/',
  'http://192.168.1.1:PORT/',
  'http://198.18.0.1:PORT/',
  'http://224.0.0.1:PORT/',
  'http://240.0.0.1:PORT/',
  'http://255.255.255.255:PORT/',
  // With a user, which looks like the host.
  'http://user@127.0.0.1:PORT/',
  'http://user:secret@127.0.0.1:PORT/',
  'http://example.com@127.0.0.1:PORT/',
];

/** Texts that are not web URLs. */
export const noWebAddresses: readonly string[] = [
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'ws://127.0.0.1:PORT/',
  'data:text/plain,hi',
  'javascript:alert(1)',
  'blob:http://127.0.0.1:PORT/1',
  '//127.0.0.1:PORT/',
  'not an address',
  '',
];

export const withPort = (addresses: readonly string[], port: number | string): string[] =>
  addresses.map((address) => address.replaceAll('PORT', String(port)));
