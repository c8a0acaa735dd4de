import { AnswerPart, type LongBlockProps } from './answer-part';

/** A long paragraph: the line before a cut may be shorter than the others, and nothing else tells. */
export function LongText({ parts, isRunning, isWritten = false, ...rest }: LongBlockProps) {
  return (
    <div>
      {parts.map((block, index) => (
        <div key={block.start} data-part>
          <AnswerPart
            block={block}
            isFinal={block.isSettled || !isRunning}
            isRunning={isRunning}
            isWritten={isWritten && index === parts.length - 1}
            {...rest}
          />
        </div>
      ))}
    </div>
  );
}
