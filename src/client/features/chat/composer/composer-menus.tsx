import CollectionsPicker from '../collections/collections-picker';
import ResearchButton from '../research/research-button';
import { useConversationId, useIsTemporary } from '../temporary/use-is-temporary';
import SourcesPicker from './sources-picker';

interface ComposerMenusProps {
  text: string;
  /** Called with the text of a research run that has started. */
  onStarted: (text: string) => void;
}

/** The menus that choose what the next answers may use. */
export function ComposerMenus(research: ComposerMenusProps) {
  const conversationId = useConversationId();
  const isTemporary = useIsTemporary();
  return (
    <>
      <SourcesPicker />
      <CollectionsPicker conversationId={conversationId} />
      {!isTemporary && <ResearchButton {...research} />}
    </>
  );
}
