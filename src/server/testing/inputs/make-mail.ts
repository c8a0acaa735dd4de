/** Emails and rich text for tests. */
import { burn, type Entry } from '@kenjiuno/msgreader/lib/Burner.js';
import { TypeEnum } from '@kenjiuno/msgreader/lib/Reader.js';

/** A multipart email. Each part is the content between two boundaries. */
export const makeEml = (headers: readonly string[], parts: readonly string[]): Buffer =>
  Buffer.from(
    [
      ...headers,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b1"',
      '',
      ...parts.flatMap((part) => ['--b1', part]),
      '--b1--',
      '',
    ].join('\r\n'),
  );

export interface MadeMsg {
  subject: string;
  body?: string;
  html?: string;
  sender?: { name: string; address: string };
  recipients?: readonly { name: string; address: string }[];
  attachments?: readonly string[];
}

/** An email in Outlook's format: a compound file with one stream per property. */
export function makeMsg({ subject, body, html, sender, recipients = [], attachments = [] }: MadeMsg): Buffer {
  const entries: Entry[] = [{ name: 'Root Entry', type: TypeEnum.ROOT, length: 0, children: [] }];
  const add = (parent: number, name: string, bytes: Buffer | null): number => {
    const isFolder = bytes === null;
    entries.push({
      name,
      type: isFolder ? TypeEnum.DIRECTORY : TypeEnum.DOCUMENT,
      length: bytes?.length ?? 0,
      ...(isFolder ? { children: [] } : { binaryProvider: () => Uint8Array.from(bytes) }),
    });
    entries[parent]?.children?.push(entries.length - 1);
    return entries.length - 1;
  };
  const text = (parent: number, property: string, value: string) =>
    add(parent, `__substg1.0_${property}001F`, Buffer.from(value, 'utf16le'));
  add(0, '__nameid_version1.0', null);
  add(0, '__properties_version1.0', Buffer.alloc(32));
  text(0, '0037', subject);
  if (body !== undefined) text(0, '1000', body);
  if (html !== undefined) add(0, '__substg1.0_10130102', Buffer.from(html));
  if (sender) {
    text(0, '0C1A', sender.name);
    text(0, '5D01', sender.address);
  }
  for (const [index, { name, address }] of recipients.entries()) {
    const folder = add(0, `__recip_version1.0_#${String(index).padStart(8, '0')}`, null);
    // Its type, 1, is "to".
    const kind = Buffer.alloc(24);
    kind.writeUInt32LE(0x0c150003, 8);
    kind.writeUInt32LE(1, 16);
    add(folder, '__properties_version1.0', kind);
    text(folder, '3001', name);
    text(folder, '39FE', address);
  }
  for (const [index, name] of attachments.entries()) {
    const folder = add(0, `__attach_version1.0_#${String(index).padStart(8, '0')}`, null);
    add(folder, '__properties_version1.0', Buffer.alloc(8));
    text(folder, '3707', name);
    add(folder, '__substg1.0_37010102', Buffer.from('x'));
  }
  return Buffer.from(burn(entries));
}
