import { Text } from '@chakra-ui/react';
import { formatDateTime } from '~/client/lib/format';
import { trpc } from '~/client/lib/trpc';
import { sourcesWords as words } from '~/client/words/sources';
import { contextAfter, contextBefore } from './passage-context';
import { PassageQuery } from './passage-query';

interface PagePassageProps {
  messageId: string;
  snapshotId: string;
  passage: string;
  /** Offset of the passage in the text of the page. */
  start: number | undefined;
}

/** A passage in its context on the page, as it was when read. */
export function PagePassage({ messageId, snapshotId, passage, start }: PagePassageProps) {
  const snapshot = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, forever);
  return (
    <PassageQuery query={snapshot} quote={passage} goneText={words.snapshotGone}>
      {({ text }) => {
        const at = start ?? text.indexOf(passage);
        return (
          <>
            {at > 0 && contextBefore(asRead(text.slice(0, at)))}
            <mark>{passage}</mark>
            {at >= 0 && contextAfter(asRead(text.slice(at + passage.length)))}
          </>
        );
      }}
    </PassageQuery>
  );
}

/** The text of a page without heading marks and blank lines. */
const asRead = (text: string): string => text.replace(/^#{1,6}\s+/gm, '').replace(/\n\s*\n/g, '\n');

/** When the page was read, and whether it has changed since. */
export function ReadAt({ messageId, snapshotId }: Pick<PagePassageProps, 'messageId' | 'snapshotId'>) {
  const { data } = trpc.messages.snapshot.useQuery({ messageId, snapshotId }, forever);
  if (!data) return null;
  return (
    <>
      <Text textStyle="caption" color="fg.subtle">
        {words.readAt(formatDateTime(data.readAt))}
        {data.isCut && ` · ${words.isCut}`}
      </Text>
      {data.changedAt && <Text textStyle="caption">{words.changed(formatDateTime(data.changedAt))}</Text>}
    </>
  );
}

/** A snapshot never changes. */
const forever = { staleTime: Number.POSITIVE_INFINITY };
