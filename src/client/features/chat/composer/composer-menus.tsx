import { useRouterState } from '@tanstack/react-router';
import CollectionsPicker from '../collections/collections-picker';
import ResearchButton from '../research/research-button';
import { useIsTemporary } from '../temporary/use-is-temporary';
import SourcesPicker from './sources-picker';

interface ComposerMenusProps {
  text: string;
  /** A research about the text has begun. */
  onStarted: () => void;
}

/** What the next answers may draw on, as one file to load. A default export, as `lazy` asks for one. */
export default function ComposerMenus(research: ComposerMenusProps) {
  const conversationId = useRouterState({ select: ({ location }) => (location.search as { c?: string }).c });
  const isTemporary = useIsTemporary();
  return (
    <>
      <SourcesPicker />
      <CollectionsPicker conversationId={conversationId} />
      {!isTemporary && <ResearchButton {...research} />}
    </>
  );
}
