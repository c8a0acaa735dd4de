/**
 * Resolves untrusted host names with c-ares, which uses its own sockets. The system's resolver would block one of the
 * process's few threads until a name server responds. Like the system's, it reads the hosts file first.
 */
import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

export interface ResolverSettings {
  /** Name servers as `address:port`; the system's by default. */
  servers?: readonly string[];
  hostsFile?: string;
  /** Timeout of one query to one name server. */
  timeoutMs?: number;
}

export type ResolveName = (host: string, signal: AbortSignal) => Promise<LookupAddress[]>;

const systemHosts = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const absent = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

/**
 * Returns no addresses if the name does not exist; rejects if the name servers do not respond, or the signal aborts.
 */
export function createNameResolver(settings: ResolverSettings = {}): ResolveName {
  const { servers, hostsFile = systemHosts, timeoutMs = 2000 } = settings;
  return async (host, signal) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const listed = await inHostsFile(hostsFile, name);
    if (listed.length > 0) return listed;
    // One per lookup, so that cancelling it does not affect the others.
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
