/**
 * A TCP proxy that simulates a bad network: connections are cut, reset, silent but open, slow, or refused. It does not
 * inspect the traffic.
 */
import { connect, createServer, type Socket } from 'node:net';
import { listen } from './free-port';

export interface ChaosProxy {
  readonly port: number;
  /** Number of open connection pairs. */
  connections(): number;
  /** Routes new connections to another port. */
  retarget(port: number): void;
  /** Ends every connection, whatever it is transferring. */
  cut(how?: 'close' | 'reset'): void;
  /** From now on nothing passes and nothing closes, like an unplugged cable; `thaw` ends this for new connections. */
  freeze(): void;
  thaw(): void;
  /** Number of silent connections that the server has closed. */
  freedByServer(): number;
  /** While true, new connections are reset at once. */
  refuse(isRefusing: boolean): void;
  /** Delays all traffic, in order. */
  latency(ms: number): void;
  close(): Promise<void>;
}

interface Pair {
  near: Socket;
  far: Socket;
  isFrozen: boolean;
}

export async function startChaosProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<ChaosProxy> {
  const pairs = new Set<Pair>();
  let target = targetPort;
  let delayMs = 0;
  let isRefusing = false;
  let isFreezing = false;
  let freed = 0;

  const server = createServer((near) => {
    if (isRefusing) {
      near.resetAndDestroy();
      return;
    }
    near.setNoDelay(true);
    const far = connect(target, targetHost);
    far.setNoDelay(true);
    const pair: Pair = { near, far, isFrozen: isFreezing };
    pairs.add(pair);
    carry(pair, near, far);
    carry(pair, far, near);
  });

  function carry(pair: Pair, from: Socket, to: Socket) {
    from.on('data', (chunk) => {
      if (pair.isFrozen) return;
      if (delayMs === 0) return void to.write(chunk);
      setTimeout(() => to.writable && !pair.isFrozen && to.write(chunk), delayMs);
    });
    from.on('error', () => {});
    from.on('close', () => {
      if (pair.isFrozen) {
        // The other side cannot notice through a silent connection.
        if (from === pair.far) freed++;
        return;
      }
      pairs.delete(pair);
      setTimeout(() => to.destroy(), delayMs);
    });
  }

  const end = (pair: Pair, how: 'close' | 'reset') => {
    pairs.delete(pair);
    for (const socket of [pair.near, pair.far]) {
      if (how === 'reset') socket.resetAndDestroy();
      else socket.destroy();
    }
  };

  const port = await listen(server);
  return {
    port,
    connections: () => pairs.size,
    retarget: (port) => {
      target = port;
    },
    cut: (how = 'close') => {
      for (const pair of [...pairs]) end(pair, how);
    },
    freeze: () => {
      isFreezing = true;
      for (const pair of pairs) pair.isFrozen = true;
    },
    thaw: () => {
      isFreezing = false;
    },
    freedByServer: () => freed,
    refuse: (value) => {
      isRefusing = value;
    },
    latency: (ms) => {
      delayMs = ms;
    },
    close: async () => {
      for (const pair of [...pairs]) end(pair, 'close');
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
