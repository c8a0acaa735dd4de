import type { ModelEvent, ReportedUsage } from '~/server/providers/llm/types';
import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { offsetAfter, placesAfter, type TextRange } from './cut-text';
import type { Written } from './estimate-usage';

/** What a model has written so far, outside an answer of a conversation. */
export class ModelOutput {
  /** Without text that turned out to be a thought. */
  text = '';
  reasoning = '';
  /** With places in `text`. */
  citations: Citation[] = [];
  /** The total of the rounds that ended. */
  usage: AnswerUsage | undefined;
  private hasEnded = false;
  private cutOff: ReportedUsage['cutOff'];
  /** Ranges of the text as it streamed that turned out to be thoughts. Places in events refer to that text. */
  private readonly recalled: TextRange[] = [];

  get isEmpty(): boolean {
    return this.text + this.reasoning === '';
  }

  /** Whether no request was cut off. */
  get isWhole(): boolean {
    return this.hasEnded || this.cutOff === null;
  }

  /** What the usage does not include of an aborted output. */
  get unreported(): Written {
    return this.cutOff ?? this;
  }

  take(event: ModelEvent): void {
    switch (event.type) {
      case 'text':
        this.text += event.text;
        break;
      case 'reasoning':
        this.reasoning += event.text;
        break;
      case 'not_reasoning':
        this.reasoning = this.reasoning.slice(0, -event.characters);
        break;
      case 'recall':
        this.recall(event.from);
        break;
      case 'citation':
        this.citations.push(...placesAfter(this.recalled)(event.citation));
        break;
      case 'usage':
        this.usage = event.usage;
        this.cutOff = event.cutOff;
        break;
      case 'done':
        this.hasEnded = true;
        break;
      default:
    }
  }

  private recall(start: number): void {
    const from = offsetAfter(this.recalled, start);
    const thought = { start: from, end: this.text.length };
    this.recalled.push({ start, end: start + thought.end - from });
    this.citations = this.citations.flatMap(placesAfter([thought]));
    this.reasoning += this.text.slice(from);
    this.text = this.text.slice(0, from);
  }
}
