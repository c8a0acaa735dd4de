import type { MessageMetadata } from '~/shared/schemas/messages';
import Reasoning from './reasoning';
import WebReading from './web-reading';

/** The steps before the text of an answer: the model's reasoning and the pages it read. */
export function AnswerOrigin({ metadata }: { metadata: MessageMetadata }) {
  const { reasoning, webReading } = metadata;
  return (
    <>
      {reasoning && <Reasoning reasoning={reasoning} />}
      {webReading && <WebReading reading={webReading} metadata={metadata} />}
    </>
  );
}
