import { ReadMarker } from '../panel/read-marker';
import { TemporaryNotice } from '../temporary/temporary-notice';
import { LiveBanner } from './live-banner';
import { ShowMessage } from './show-message';

interface LivePartsProps {
  conversationId: string | undefined;
  /** A message to scroll to. */
  messageId: string | undefined;
  onShown: () => void;
}

/** What follows the open conversation and is not needed for the first paint. */
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
