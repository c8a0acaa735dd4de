/**
 * Names that somebody else chose, resolved by c-ares: it asks over sockets of its own, while the system's resolver
 * would hold one of the process's few threads for as long as a name server does not answer. As with the system's, the
 * hosts file comes first.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolverSettings {
  /** Name servers as `address:port`; the system's unless a test has its own. */
  servers?: readonly string[];
  hostsFile?: string;
  /** For one question to one name server. */
  timeoutMs?: number;
}

export type ResolveName = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

const systemHosts = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

/** No addresses means that there is no such name; rejects when the name servers do not answer, or the signal aborts. */
export function createNameResolver(settings: ResolverSettings = {}): ResolveName {
  const { servers, hostsFile = systemHosts, timeoutMs = 2000 } = settings;
  return async (host, signal) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const listed = await inHostsFile(hostsFile, name);
    if (listed.length > 0) return listed;
    // One for each lookup, so that cancelling it leaves the others alone.
    const resolver = new dns.Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      signal.throwIfAborted();
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const failure = answers.find((answer) => answer.status === 'rejected' && !absent.has(answer.reason?.code));
      if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
      return addresses.map((address) => ({ address, family: isIP(address) }));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

async function inHostsFile(file: string, name: string): Promise<LookupAddress[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    return family !== 0 && names.includes(name) ? [{ address, family }] : [];
  });
}
