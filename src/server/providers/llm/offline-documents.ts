/** What the offline analyst says of the conversation's files: it quotes them, word for word, with their place. */
import { blockquote, plural, sentences } from './offline-words';
import type { DocumentFact, ModelEvent, Passage } from './types';

const quotedCharacters = 500;
const openingQuotes = 2;

/** "Summarise this", "what is in the file", "tl;dr". */
export const isSummaryQuestion = (question: string): boolean =>
  /\b(summari[sz]e|summary|tl;?dr|key points|main points|overview)\b.*\b(files?|documents?|pdf|report|paper|attach\w*|this|it|them)\b|\b(what|tell me)\b.*\b(in|about|does|do|is)\b.*\b(this|the|these|attached|my)\s+(files?|documents?|pdf|report|paper|attachments?|picture|image)\b/i.test(
    question,
  ) && !/conversation|chat\b/i.test(question);

/** Each file in turn: what it is, then what was found in it – or how it begins, when nothing was looked for. */
export function* describeDocuments(documents: DocumentFact[], found: Passage[]): Generator<string | ModelEvent> {
  for (const [index, document] of documents.entries()) {
    yield `${index > 0 ? '\n\n' : ''}**${escapeMarkdown(document.name)}** – ${whatItIs(document)}`;
    const matches = found.filter(({ objectId }) => objectId === document.objectId);
    const quotes = matches.length > 0 ? matches : document.opening.slice(0, openingQuotes);
    if (quotes.length > 0) yield matches.length > 0 ? ' What matches best:' : ' It begins:';
    for (const passage of quotes) yield* quote(passage);
  }
}

function whatItIs({ kind, pages, opening, problem }: DocumentFact): string {
  const kinds = { pdf: 'a PDF', docx: 'a Word document', image: 'a picture', unknown: 'a document' };
  const size = pages ? ` of ${plural(pages, 'page')}` : '';
  const text =
    opening.length > 0 ? '' : kind === 'image' ? ' without words that I can read' : ' without text that I can read';
  return `${kinds[kind]}${size}${text}.${problem ? ` ${problem}` : ''}`;
}

/** A passage as a blockquote with its place, and the citation that opens it. */
export function* quote({ objectId, source, page, text }: Passage): Generator<string | ModelEvent> {
  const quoted = beginning(text, quotedCharacters);
  const place = page === undefined ? source : `${source}, page ${page}`;
  // Shown without the line breaks of the file; cited exactly as it stands, so that it is found again.
  yield `\n\n${blockquote(quoted.replace(/\s+/g, ' '))}>\n> — **${escapeMarkdown(place)}**`;
  yield {
    type: 'citation',
    citation: {
      source,
      title: place,
      quote: quoted,
      ...(objectId && { objectId }),
      ...(page !== undefined && { page }),
    },
  };
}

/** Whole sentences from the start, exactly as they stand in the text; cut at a word when the first is too long. */
export function beginning(text: string, characters: number): string {
  if (text.length <= characters) return text;
  let end = 0;
  for (const sentence of sentences(text)) {
    const next = text.indexOf(sentence, end) + sentence.length;
    if (next > characters) break;
    end = next;
  }
  if (end > 0) return text.slice(0, end);
  const space = text.lastIndexOf(' ', characters);
  return text.slice(0, space > 0 ? space : characters).toWellFormed();
}

const escapeMarkdown = (text: string) => text.replace(/[*_`[\]<>]/g, '\\$&');
