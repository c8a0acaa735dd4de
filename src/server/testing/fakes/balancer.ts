/**
 * A load balancer like those in front of several processes: it polls /readyz of each, sends new connections to the
 * ready one with the fewest, and tries the next if a connection is refused. It does not inspect the traffic.
 */
import { connect, createServer, type Socket } from 'node:net';
import { statusOf } from '~/server/testing/worlds/server-process';
import { listen } from './free-port';

export interface Balancer {
  readonly port: number;
  readonly url: string;
  /** The ports of the processes; only ready ones get connections. */
  processes: number[];
  /** Number of open connections to a process. */
  connectionsTo(port: number): number;
  isReady(port: number): boolean;
  close(): Promise<void>;
}

const checkMs = 100;

export async function startBalancer(): Promise<Balancer> {
  const open = new Map<Socket, number>();
  const near = new Set<Socket>();
  let ready = new Set<number>();
  const countOf = (port: number) => [...open.values()].filter((value) => value === port).length;

  const server = createServer((socket) => {
    near.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => near.delete(socket));
    forward(
      socket,
      [...ready].sort((a, b) => countOf(a) - countOf(b)),
    );
  });

  function forward(socket: Socket, [port, ...others]: number[]): void {
    if (port === undefined) return void socket.destroy();
    const far = connect(port, '127.0.0.1');
    open.set(far, port);
    let isConnected = false;
    far.once('connect', () => {
      isConnected = true;
      socket.pipe(far).pipe(socket);
      socket.once('close', () => far.destroy());
    });
    far.on('error', () => far.destroy());
    far.once('close', () => {
      open.delete(far);
      if (isConnected) socket.destroy();
      else forward(socket, others);
    });
  }

  const port = await listen(server);
  const balancer: Balancer = {
    port,
    url: `http://127.0.0.1:${port}`,
    processes: [],
    connectionsTo: countOf,
    isReady: (one) => ready.has(one),
    close: async () => {
      isOver = true;
      for (const socket of [...near, ...open.keys()]) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await checking;
    },
  };

  let isOver = false;
  const check = async () => {
    while (!isOver) {
      const asked = [...balancer.processes];
      const states = await Promise.all(asked.map((one) => statusOf(`http://127.0.0.1:${one}/readyz`)));
      ready = new Set(asked.filter((_, index) => states[index] === 200));
      await new Promise((resolve) => setTimeout(resolve, checkMs));
    }
  };
  const checking = check();
  return balancer;
}
