/** Parses the XML of Office files element by element. Custom entities are never expanded, nothing is fetched. */
import { Parser } from 'htmlparser2';
import { ReadingFailure, readingMessages } from '~/server/reading/reading';

export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface PositionHandler extends Omit<XmlHandler, 'close'> {
  /** `end` is the offset after the element. */
  close?(name: string, end: number): void;
}

/** Deeper than any document; the parser's stack of open elements gets slow beyond. */
const deepest = 5000;

export const walkXml = (xml: string, handler: PositionHandler): void => walk(xml, handler, true);

/** HTML as in browsers: unclosed elements are closed, names are in lower case. */
export const walkHtml = (html: string, handler: XmlHandler): void => walk(html, handler, false);

function walk(source: string, handler: PositionHandler, xmlMode: boolean): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > deepest) throw new ReadingFailure(readingMessages.tooComplex);
        handler.open?.(name, attributes);
      },
      onclosetag(name) {
        depth -= 1;
        handler.close?.(name, parser.endIndex + 1);
      },
      ontext: (piece) => handler.text?.(piece),
    },
    { xmlMode },
  );
  parser.end(source);
}

/** The number in an attribute, limited to 1 to 100,000. */
export function countIn(value: string | undefined): number {
  const number = Number.parseInt(value ?? '', 10);
  return number > 0 && number < 100_000 ? number : 1;
}
