import { Flex } from '@chakra-ui/react';
import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStatus } from '~/client/lib/live-status';
import { threadWords as words } from '~/client/words/thread';

/** A short gap of the connection is nobody's business. */
const patienceMs = 3000;

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function LiveBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  const isAway = useLiveStatus() !== 'open';
  const [isLong, setIsLong] = useState(false);

  useEffect(() => {
    if (!isAway) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isAway]);

  if (isOnline && !isLong) return null;
  return (
    <Flex
      role="status"
      align="center"
      justify="center"
      gap="2"
      px="4"
      py="2"
      textStyle="caption"
      color="fg.muted"
      bg="bg.raised"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <WifiOff size={14} strokeWidth={1.5} aria-hidden />
      {isOnline ? words.reconnecting : words.offline}
    </Flex>
  );
}
