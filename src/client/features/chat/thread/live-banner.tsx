import { WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLiveStatus } from '~/client/lib/live-status';
import { threadWords as words } from '~/client/words/thread';
import { NoticeBar } from './notice-bar';

/** Shorter interruptions are not shown. */
const maxWaitMs = 3000;

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
  const isDisconnected = useLiveStatus() !== 'open';
  const [isLong, setIsLong] = useState(false);

  useEffect(() => {
    if (!isDisconnected) return setIsLong(false);
    const timer = setTimeout(() => setIsLong(true), maxWaitMs);
    return () => clearTimeout(timer);
  }, [isDisconnected]);

  if (isOnline && !isLong) return null;
  return <NoticeBar role="status" icon={WifiOff} text={isOnline ? words.reconnecting : words.offline} />;
}
