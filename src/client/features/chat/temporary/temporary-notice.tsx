import { MessageCircleDashed } from 'lucide-react';
import { trpc } from '~/client/lib/trpc';
import { temporaryWords as words } from '~/client/words/temporary';
import { NoticeBar } from '../thread/notice-bar';
import { useTemporary } from './use-temporary';

/**
 * Explains that a temporary conversation will be deleted, extends it while it is open, and deletes it when the user
 * leaves.
 */
export function TemporaryNotice({ conversationId }: { conversationId: string }) {
  const { data } = trpc.conversations.get.useQuery({ conversationId });
  return data?.temporaryUntil ? <Notice conversationId={conversationId} /> : null;
}

function Notice({ conversationId }: { conversationId: string }) {
  useTemporary(conversationId);
  return <NoticeBar role="note" icon={MessageCircleDashed} text={words.notice} />;
}
