/**
 * Holds back tool calls that a server leaves in the text of an answer, because it could not parse them: users would
 * read raw markup as an answer. Some servers leave only the opening token, beside the parsed call.
 */
import { endsInCode } from './reasoning-tags';

interface Opener {
  token: string;
  /**
   * What follows the token if it opens a call, and what may still become that. Absent for tokens that no other text
   * has.
   */
  follows?: { call: RegExp; maybe: RegExp };
}

const openers: readonly Opener[] = [
  // DeepSeek
  { token: '<｜DSML｜' },
  { token: '<|DSML|' },
  { token: '‹｜DSML｜' },
  { token: '<｜tool▁calls▁begin｜>' },
  // Kimi
  { token: '<|tool_calls_section_begin|>' },
  { token: '<|tool_call_begin|>' },
  // Qwen, Hermes and GLM
  {
    token: '<tool_call>',
    follows: {
      call: /^(?:\{|<function=|[\w.-]+\s*<(?:arg_key>|\/tool_call>))/,
      maybe: /^(?:[\w.-]+\s*)?(?:<[/a-z_]*)?$/,
    },
  },
  // Mistral
  {
    token: '[TOOL_CALLS]',
    follows: { call: /^(?:[[{]|[\w.-]+(?:\[(?:ARGS|CALL_ID)\]|\{))/, maybe: /^(?:[\w.-]+(?:\[[A-Z_]*)?)?$/ },
  },
];

export class CallMarkup {
  /** Text that is, or may become, a call. */
  held = '';
  /** The opener of the call in the held text. */
  private call: Opener | undefined;

  constructor(
    private readonly shown: () => string,
    private readonly show: (text: string) => void,
  ) {}

  push(text: string): void {
    // Most tokens of most answers end here.
    if (this.held === '' && !/[<[‹]/.test(text)) {
      this.show(text);
      return;
    }
    this.held += text;
    while (!this.call && this.step());
  }

  /** Shows the held text. */
  release(): void {
    const { held } = this;
    this.call = undefined;
    this.pass(held.length);
  }

  /** Returns whether the text ended in a call that the server has not parsed. */
  end(hasCalls: boolean): boolean {
    const { call } = this;
    const isUnparsed = call !== undefined && !hasCalls;
    // The text may be about such a call, for example when it continues a block of code: then the rest must not be lost.
    const isKept = isUnparsed && call.follows !== undefined && this.shown().trim() !== '';
    const isRest = !isKept && (call !== undefined || (hasCalls && openerIn(this.held)?.at === 0));
    if (isRest) this.held = '';
    else this.release();
    return isUnparsed;
  }

  /** Returns whether it may be able to process more of the held text. */
  private step(): boolean {
    const found = openerIn(this.held);
    if (!found) {
      this.pass(this.held.length - tailOf(this.held).length);
      return false;
    }
    const { token, follows } = found.opener;
    this.pass(found.at);
    const after = this.held.slice(token.length).trimStart();
    const isInCode = endsInCode(this.shown());
    if (!isInCode && (!follows || follows.call.test(after))) {
      this.call = found.opener;
      return false;
    }
    if (!isInCode && follows?.maybe.test(after)) return false;
    this.pass(token.length);
    return this.held !== '';
  }

  private pass(length: number): void {
    const text = this.held.slice(0, length);
    this.held = this.held.slice(length);
    if (text !== '') this.show(text);
  }
}

function openerIn(text: string): { opener: Opener; at: number } | undefined {
  let first: { opener: Opener; at: number } | undefined;
  for (const opener of openers) {
    const at = text.indexOf(opener.token);
    if (at !== -1 && at < (first?.at ?? text.length)) first = { opener, at };
  }
  return first;
}

/** The end of a text that may be the beginning of a token. */
function tailOf(text: string): string {
  const tail = text.slice(Math.max(...['<', '[', '‹'].map((start) => text.lastIndexOf(start))));
  return openers.some(({ token }) => token.startsWith(tail)) ? tail : '';
}
