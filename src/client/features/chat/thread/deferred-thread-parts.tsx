import type { ListInput } from '../panel/list-input';
import { ReadMarker } from '../panel/read-marker';
import { useFreshList } from '../panel/use-fresh-list';
import { TemporaryNotice } from '../temporary/temporary-notice';
import { LiveBanner } from './live-banner';
import { ShowMessage } from './show-message';

interface DeferredThreadPartsProps {
  /** The input of the shown list of conversations. */
  listInput: ListInput;
  conversationId: string | undefined;
  /** A message to scroll to, if any. */
  messageId: string | undefined;
  onShown: () => void;
}

/** Parts of a conversation that the first paint does not need. */
export default function DeferredThreadParts({
  listInput,
  conversationId,
  messageId,
  onShown,
}: DeferredThreadPartsProps) {
  useFreshList(listInput);
  return (
    <>
      <LiveBanner />
      <ReadMarker conversationId={conversationId} />
      {conversationId && <TemporaryNotice key={conversationId} conversationId={conversationId} />}
      {conversationId && messageId && (
        <ShowMessage key={messageId} conversationId={conversationId} messageId={messageId} onShown={onShown} />
      )}
    </>
  );
}
