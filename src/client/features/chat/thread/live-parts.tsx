import { ReadMarker } from '../panel/read-marker';
import { TemporaryNotice } from '../temporary/temporary-notice';
import { LiveBanner } from './live-banner';
import { ShowMessage } from './show-message';

interface LivePartsProps {
  conversationId: string | undefined;
  /** A message to scroll to, if any. */
  messageId: string | undefined;
  onShown: () => void;
}

/** Parts of a conversation that the first paint does not need. */
export default function LiveParts({ conversationId, messageId, onShown }: LivePartsProps) {
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
