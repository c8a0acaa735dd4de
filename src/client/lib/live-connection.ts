/**
 * Opens, reconnects and closes tRPC's WebSocket connection. Loaded with the first subscription, because other screens
 * don't need it.
 */

import { createWSClient, wsLink } from '@trpc/client/links/wsLink/wsLink';
import superjson from 'superjson';
import { reconnectDelay } from './backoff';
import { basePath } from './base-path';
import { setLiveStatus } from './live-status';

/** After this many failed attempts in a row, the session is checked over HTTP. */
const failuresBeforeCheck = 2;

interface LiveConnectionOptions {
  /** Called after repeated failures: the server is unreachable, or the session has ended. */
  onRepeatedFailure: () => void;
}

export function connectLive({ onRepeatedFailure }: LiveConnectionOptions) {
  let failures = 0;
  let isClosed = false;

  const client = createWSClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${basePath()}/ws`,
    retryDelayMs: (attempt) => reconnectDelay(attempt),
    keepAlive: { enabled: true, intervalMs: 15_000, pongTimeoutMs: 5_000 },
    onOpen() {
      failures = 0;
      setLiveStatus('open');
      // biome-ignore lint/suspicious/noConsole: connection changes are logged for debugging, not shown
      console.debug('Live connection opened');
    },
    onClose(cause) {
      // biome-ignore lint/suspicious/noConsole: as above
      console.debug('Live connection closed', cause?.code);
      if (isClosed) return;
      failures += 1;
      setLiveStatus('reconnecting');
      if (failures % failuresBeforeCheck === 0) onRepeatedFailure();
    },
  });
  setLiveStatus('connecting');

  return {
    link: wsLink({ client, transformer: superjson }),
    close() {
      isClosed = true;
      setLiveStatus('closed');
      void client.close();
    },
  };
}
