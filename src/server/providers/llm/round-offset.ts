import type { Citation } from '~/shared/schemas/citations';
import type { AnswerUsage } from '~/shared/schemas/messages';
import { addUsage } from './openai-wire';
import type { ModelEvent, ReportedUsage } from './types';

/** Separates the text before a call and the text after it as paragraphs. */
const betweenRounds = '\n\n';

/**
 * Maps offsets of one round to the whole answer. A round's own events count from its start; the emitted ones count from
 * the start of the answer. Its end event is held back, because another round may follow.
 */
export class RoundOffset {
  /** The text of this round. */
  text = '';
  /** The thoughts of the last attempt. */
  private reasoning = '';
  /** Whether a request was sent and has not ended. */
  isOpen = false;
  /** Of the last attempt. */
  usage: AnswerUsage | undefined;
  /** The usage of all attempts, because each one is paid for. */
  spent: AnswerUsage | undefined;
  private ended: Extract<ModelEvent, { type: 'done' }> | undefined;
  /** The offset of the round's text in the whole answer. */
  private offset: number;
  private hasBegun: boolean;

  constructor(before: number) {
    this.offset = before;
    this.hasBegun = before === 0;
  }

  get hasText(): boolean {
    return this.text.trim() !== '';
  }

  /** Length of the whole answer so far, in characters. */
  get end(): number {
    return this.offset + this.text.length;
  }

  /** The output of the open request; null if none is open. */
  get cutOff(): ReportedUsage['cutOff'] {
    return this.isOpen ? { text: this.text, reasoning: this.reasoning } : null;
  }

  *put(event: ModelEvent): Generator<ModelEvent> {
    switch (event.type) {
      case 'text':
        if (!this.hasBegun) {
          this.hasBegun = true;
          yield { type: 'text', text: betweenRounds };
          this.offset += betweenRounds.length;
        }
        this.text += event.text;
        yield event;
        return;
      case 'recall':
        yield { type: 'recall', from: event.from + this.offset };
        this.reasoning += this.text;
        this.offset += this.text.length;
        this.text = '';
        return;
      case 'reasoning':
        this.reasoning += event.text;
        yield event;
        return;
      case 'not_reasoning':
        this.reasoning = this.reasoning.slice(0, -event.characters);
        yield event;
        return;
      case 'citation':
        yield this.offset > 0 ? { type: 'citation', citation: shiftedBy(this.offset, event.citation) } : event;
        return;
      case 'files':
        yield { type: 'files', files: event.files.map((file) => shiftedBy(this.offset, file)) };
        return;
      case 'usage':
        this.usage = event.usage;
        this.spent = addUsage(this.spent, event.usage);
        return;
      case 'done':
        this.ended = event;
        return;
      default:
        yield event;
    }
  }

  /** The offsets of the next attempt start at 0, after the white space of this one. */
  restart(): void {
    this.offset += this.text.length;
    this.text = '';
    this.reasoning = '';
    this.isOpen = false;
  }

  done(model: string): ModelEvent {
    return this.ended ?? { type: 'done', model };
  }
}

function shiftedBy<Placed extends Pick<Citation, 'start' | 'end'>>(characters: number, placed: Placed): Placed {
  const { start, end } = placed;
  return {
    ...placed,
    ...(start !== undefined && { start: start + characters }),
    ...(end !== undefined && { end: end + characters }),
  };
}
