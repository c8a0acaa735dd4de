import { Square, Volume2 } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '~/client/ui/form/button';
import { MenuItem } from '~/client/ui/menu/menu';
import { readAloudWords as words } from '~/client/words/read-aloud';
import type { ChatMessage } from '~/shared/schemas/messages';
import { plainWords } from '../thread/announce';
import { canSpeak, readAloud, stopReading, useIsReading } from './speech';

type Read = Pick<ChatMessage, 'id' | 'content'>;

export function ReadAloudItem({ id, content }: Read) {
  const isReading = useIsReading(id);
  if (!canSpeak()) return null;
  return isReading ? (
    <MenuItem onClick={() => stopReading(id)}>
      <Square size={16} strokeWidth={1.5} aria-hidden />
      {words.stop}
    </MenuItem>
  ) : (
    <MenuItem onClick={() => readAloud(id, plainWords(content))}>
      <Volume2 size={16} strokeWidth={1.5} aria-hidden />
      {words.read}
    </MenuItem>
  );
}

/** Shown beside the menu while the answer is being read. Unmounting stops it. */
export function StopReading({ id }: Pick<Read, 'id'>) {
  const isReading = useIsReading(id);
  useEffect(() => () => stopReading(id), [id]);
  return isReading ? (
    <IconButton label={words.stop} size="sm" onClick={() => stopReading(id)}>
      <Square size={13} strokeWidth={1.5} />
    </IconButton>
  ) : null;
}
