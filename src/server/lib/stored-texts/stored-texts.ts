/**
 * Encrypts message texts before they reach the database, and decrypts them when rows are read (ENCRYPT_MESSAGES).
 * Switched off, new texts are stored as they are, and encrypted ones can still be read.
 */

import { AppError } from '~/server/lib/errors';
import { storableJson } from '~/server/lib/storable-json';
import { isRecord } from '~/shared/is-record';
import type { Citation } from '~/shared/schemas/citations';
import {
  type FieldLocation,
  isSealed,
  openPiece,
  readPieces,
  sealValue,
  type TextKey,
  withoutMarks,
} from './seal-value';

export interface TextKeys {
  /** The key for new texts, created if there is none. */
  current(): Promise<TextKey>;
  find(id: string): Promise<Buffer>;
}

/** A stored text cannot be decrypted; needs the operator's attention. */
export class TextUnreadable extends AppError {
  constructor({ row, field }: FieldLocation) {
    super('unavailable', "This text can't be decrypted. Please contact the operator of this service.", {
      cause: new Error(`${field} of ${row} does not open with its key`),
    });
  }
}

/** Metadata of a message that quotes it or reveals its subject. Each entry is stored as one encrypted text. */
const sealedMetadata: ReadonlySet<string> = new Set([
  'error',
  'reasoning',
  'citations',
  'activities',
  'suggestedQuestions',
  'unconfirmedFigures',
  'citedFigures',
  'confirmedFigures',
  'correction',
  'memory',
  'imported',
]);

const [contentField, metadataField] = ['message', 'metadata'];

/** The encrypted columns of a message, if selected by the query. */
interface MessageTexts {
  id: string;
  content?: string;
  metadata?: unknown;
}

/** The encrypted entries of stored metadata. */
const sealedEntries = (metadata: unknown) =>
  isRecord(metadata)
    ? Object.entries(metadata).filter(([name, value]) => sealedMetadata.has(name) && typeof value === 'string')
    : [];

const isStoredSealed = ({ content, metadata }: MessageTexts): boolean =>
  (typeof content === 'string' && isSealed(content)) || sealedEntries(metadata).length > 0;

export class StoredTexts {
  constructor(
    private readonly keys: TextKeys,
    readonly isOn: boolean,
  ) {}

  /** Encrypts a message's text, or the part that follows from `at` on. An empty text stays empty. */
  async seal(messageId: string, text: string, at = 0): Promise<string> {
    return this.sealText({ row: messageId, field: contentField }, text, at);
  }

  async open(messageId: string, stored: string): Promise<string> {
    return isSealed(stored) ? this.openText({ row: messageId, field: contentField }, stored) : stored;
  }

  /** Encrypts the sensitive entries of a message's metadata, after removing characters that PostgreSQL rejects. */
  async sealMetadata(messageId: string, metadata: object): Promise<Record<string, unknown>> {
    const entries: Record<string, unknown> = JSON.parse(storableJson(metadata));
    for (const [name, value] of Object.entries(entries)) {
      if (sealedMetadata.has(name)) entries[name] = await this.sealJson(messageId, `${metadataField}.${name}`, value);
    }
    return entries;
  }

  async openMetadata<Metadata>(messageId: string, stored: Metadata): Promise<Metadata> {
    const sealed = sealedEntries(stored);
    if (sealed.length === 0 || !isRecord(stored)) return stored;
    const opened: Record<string, unknown> = { ...stored };
    for (const [name, value] of sealed)
      opened[name] = await this.openJson(messageId, `${metadataField}.${name}`, value);
    return opened as Metadata;
  }

  /** The citations of a message, read without the rest of its metadata. */
  async openCitations(messageId: string, stored: unknown): Promise<Citation[]> {
    const citations = await this.openJson(messageId, `${metadataField}.citations`, stored);
    return Array.isArray(citations) ? citations : [];
  }

  /** Decrypts rows of `messages`. */
  async openMessages<Row extends MessageTexts>(rows: readonly Row[]): Promise<Row[]> {
    if (!rows.some(isStoredSealed)) return [...rows];
    return Promise.all(
      rows.map(async (row) => {
        const { id, content, metadata } = row;
        return {
          ...row,
          ...(typeof content === 'string' && { content: await this.open(id, content) }),
          ...(metadata !== undefined && { metadata: await this.openMetadata(id, metadata) }),
        };
      }),
    );
  }

  /** Encrypts the summary of a conversation's oldest messages. */
  sealSummary(conversationId: string, text: string): Promise<string> {
    return this.sealText({ row: conversationId, field: 'summary' }, text);
  }

  openSummary(conversationId: string, stored: string): Promise<string> {
    return this.openText({ row: conversationId, field: 'summary' }, stored);
  }

  /** Encrypts a text of a row other than a message. */
  async sealText(place: FieldLocation, text: string, at = 0): Promise<string> {
    const clean = withoutMarks(text);
    return this.isOn && clean !== '' ? sealValue(await this.keys.current(), place, clean, at) : clean;
  }

  async openText(place: FieldLocation, stored: string): Promise<string> {
    if (!isSealed(stored)) return stored;
    const parts = readPieces(stored);
    if (!parts) throw new TextUnreadable(place);
    let text = parts.before;
    for (const piece of parts.pieces) {
      const opened = openPiece(await this.keys.find(piece.keyId), place, piece);
      if (opened === null || piece.at > text.length) throw new TextUnreadable(place);
      // A text that was rewritten as a whole may still be followed by pieces that it already contains.
      text = text.slice(0, piece.at) + opened + text.slice(piece.at + opened.length);
    }
    return text;
  }

  /** Encrypts a JSON object or list as one text, or returns it unchanged if encryption is off. */
  async sealJson(row: string, field: string, value: unknown): Promise<unknown> {
    return this.isOn ? this.sealText({ row, field }, JSON.stringify(value)) : value;
  }

  async openJson<Value>(row: string, field: string, stored: Value): Promise<Value> {
    return typeof stored === 'string' && isSealed(stored)
      ? JSON.parse(await this.openText({ row, field }, stored))
      : stored;
  }
}

/** For a database without keys: everything is stored as plaintext. */
export const readableTexts = (): StoredTexts => {
  const none = async () => {
    throw new AppError('unavailable', 'Texts are encrypted with a key that is missing.');
  };
  return new StoredTexts({ current: none, find: none }, false);
};
