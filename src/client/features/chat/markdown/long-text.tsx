import { AnswerPart, type LongBlockProps } from './answer-part';

/** A long paragraph: the line before a cut may be shorter than the others, and nothing else tells. */
export function LongText({ parts, isRunning, ...rest }: LongBlockProps) {
  return (
    <div>
      {parts.map((block) => (
        <div key={block.start} data-part>
          <AnswerPart block={block} isFinal={block.isSettled || !isRunning} {...rest} />
        </div>
      ))}
    </div>
  );
}
