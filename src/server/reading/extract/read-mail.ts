/** Emails: .eml files and Outlook's .msg. Reads the people, date, subject and text, and the names of attachments. */
import { decompressRTF } from '@kenjiuno/decompressrtf';
import MsgReader, { type FieldsData } from '@kenjiuno/msgreader';
import PostalMime, { type Address, type Attachment, type Mailbox } from 'postal-mime';
import { decodeText, repairWindows } from '~/server/reading/detect/decode-text';
import { count, type Reading, ReadingFailure, readingMessages } from '~/server/reading/reading';
import { htmlBlocks } from '~/server/reading/structure/html-blocks';
import { type Block, heading, paragraph, verbatim } from '~/server/reading/structure/outline';
import { rtfBlocks } from '~/server/reading/structure/rtf-blocks';
import { cleanLayout } from './clean-text';
import { textOfBlocks } from './read-text';

/** The library is CommonJS: depending on the loader, its class is wrapped or not. */
const OutlookReader = 'default' in MsgReader ? (MsgReader.default as typeof MsgReader) : MsgReader;

interface Mail {
  subject: string;
  from: string;
  to: string;
  cc: string;
  date: string;
  body: Block[];
  attachments: string[];
}

export async function readEml(bytes: Uint8Array): Promise<Reading> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50, rfc822Attachments: true });
  const mailboxes = (addresses: Address[] | undefined) =>
    repairWindows((addresses ?? []).flatMap(mailboxesOf).map(named).join(', '));
  return written('eml', {
    subject: repairWindows(mail.subject ?? ''),
    from: mailboxes(mail.from && [mail.from]),
    to: mailboxes(mail.to),
    cc: mailboxes(mail.cc),
    date: mail.date ?? '',
    body: filled(htmlBlocks(repairWindows(mail.html ?? ''))) ?? plain(repairWindows(mail.text ?? '')),
    attachments: mail.attachments
      .filter((part) => !isShownInText(part))
      .map(({ filename, mimeType }) => repairWindows(filename ?? mimeType)),
  });
}

/** Some programs mark each attachment as inline, so only images of the text are left out. */
const isShownInText = ({ related, disposition, contentId, mimeType }: Attachment): boolean =>
  related === true || (disposition === 'inline' && contentId !== undefined && mimeType.startsWith('image/'));

const mailboxesOf = (address: Address): Mailbox[] => address.group ?? [address];

const named = ({ name, address }: { name?: string | undefined; address?: string | undefined }): string =>
  name && address && name !== address ? `${name} <${address}>` : (address ?? '') || (name ?? '');

export function readMsg(bytes: Uint8Array): Reading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mail = new OutlookReader(view).getFileData();
  if (mail.error) throw new ReadingFailure(readingMessages.damaged, { cause: mail.error });
  const recipients = (type: string) =>
    (mail.recipients ?? [])
      .filter(({ recipType }) => recipType === type)
      .map(({ name, smtpAddress, email }) => named({ name, address: smtpAddress ?? email }))
      .join(', ');
  return written('msg', {
    subject: mail.subject ?? '',
    from: named({ name: mail.senderName, address: mail.senderSmtpAddress ?? mail.senderEmail }),
    to: recipients('to'),
    cc: recipients('cc'),
    date: mail.clientSubmitTime ?? mail.messageDeliveryTime ?? '',
    body: bodyOf(mail),
    attachments: (mail.attachments ?? []).map(
      ({ fileName, fileNameShort, name }) => fileName ?? fileNameShort ?? name ?? '',
    ),
  });
}

/** Only HTML preserves tables; the other formats follow in the order of how much they preserve. */
function bodyOf({ html, bodyHtml, body, compressedRtf }: FieldsData): Block[] {
  const blocks = filled(htmlBlocks(html ? decodeText(html) : (bodyHtml ?? '')));
  if (blocks) return blocks;
  if (body) return plain(body);
  return compressedRtf ? rtfBlocks(Uint8Array.from(decompressRTF([...compressedRtf]))) : [];
}

/** Undefined for blocks without text, such as a single image. */
const filled = (blocks: Block[]): Block[] | undefined =>
  blocks.some(({ text }) => text.trim() !== '') ? blocks : undefined;

const plain = (text: string): Block[] => [verbatim(cleanLayout(text))];

function written(processedType: 'eml' | 'msg', { subject, from, to, cc, date, body, attachments }: Mail): Reading {
  const listed = attachments.filter((name) => name !== '');
  const lines = [
    from && `From: ${from}`,
    to && `To: ${to}`,
    cc && `Cc: ${cc}`,
    date && `Date: ${readableDate(date)}`,
    listed.length > 0 && `Attachments: ${listed.join(', ')}`,
  ];
  const head = paragraph(lines.filter((line) => line !== '' && line !== false).join('\n'));
  const reading: Reading = { processedType, ...textOfBlocks([heading(1, subject), head, ...body]) };
  if (listed.length === 0 || reading.note) return reading;
  return { ...reading, note: unreadAttachments(listed.length) };
}

function readableDate(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const unreadAttachments = (number: number): string =>
  number === 1
    ? '1 attachment of this email was not read. Upload it as a file.'
    : `${count(number)} attachments of this email were not read. Upload them as files.`;
