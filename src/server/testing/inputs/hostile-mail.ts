/** Mails and rich text as an attacker sends them. */
import type { OfficeTrick } from './hostile-office';
import { compoundFile, makeDoc } from './make-doc';
import { pngOfSize } from './make-files';
import { makeMsg } from './make-mail';

const text = (value: string) => () => Buffer.from(value, 'latin1');
const trick = (end: OfficeTrick['end'], what: string, name: string, make: () => Buffer): OfficeTrick => ({
  end,
  what: `${name.slice(1)}: ${what}`,
  name,
  make,
});

const head = 'From: a@example.com\r\nSubject: Text.\r\n';
const part = (boundary: string, inner: string) =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n--${boundary}\r\n${inner}\r\n--${boundary}--\r\n`;
const nestedParts = (depth: number) =>
  Array.from({ length: depth }, (_, index) => `b${depth - index}`).reduce((inner, name) => part(name, inner), 'Text.');
const nestedMails = (depth: number) =>
  Array.from({ length: depth }).reduce<string>(
    (inner) => `Content-Type: message/rfc822\r\n\r\n${head}${inner}`,
    '\r\nText.',
  );

export const hostileMail: readonly OfficeTrick[] = [
  trick('refused', 'a text', 'a.eml', text('hello')),
  trick('refused', 'a web page', 'a.eml', text('<!doctype html><html></html>')),
  trick('refused', 'bytes', 'a.eml', text(`${head}\r\n\0\0\0`)),
  trick('refused', 'a program', 'a.eml', text('MZ\x90\x00')),
  trick('refused', 'a Word document of old', 'a.msg', () => makeDoc('x')),
  trick('refused', 'a mail as it travels', 'a.msg', text(`${head}\r\nText.`)),
  trick('refused', 'a compound file of another program', 'a.msg', () =>
    compoundFile([{ name: 'Workbook', data: Buffer.alloc(5000) }]),
  ),
  trick('refused', 'cut off behind its header', 'a.msg', () => makeMsg({ subject: 'x' }).subarray(0, 512)),
  trick('refused', 'a mail from Outlook', 'a.doc', () => makeMsg({ subject: 'x' })),
  trick('refused', 'a text', 'a.rtf', text('hello')),
  trick('refused', 'an image', 'a.rtf', () => pngOfSize(1, 1)),
  trick('refused', 'a Word document of old', 'a.rtf', () => makeDoc('x')),
  trick('refused', 'one byte late', 'a.rtf', text('\n{\\rtf1 x}')),
  trick('error', 'parts in parts, a thousand deep', 'a.eml', text(head + nestedParts(1000))),
  trick('harmless', 'mails in mails, five hundred deep', 'a.eml', text(head + nestedMails(500))),
  trick('harmless', '100,000 headers', 'a.eml', text(`${head}${'X: y\r\n'.repeat(100_000)}\r\nText.`)),
  trick(
    'harmless',
    'a boundary that never comes',
    'a.eml',
    text(`${head}Content-Type: multipart/mixed; boundary=x\r\n\r\nText.`),
  ),
  trick(
    'harmless',
    'an unknown character set',
    'a.eml',
    text(`${head}Content-Type: text/plain; charset=klingon\r\n\r\nText.`),
  ),
  trick('harmless', 'base64 that is none', 'a.eml', text(`${head}Content-Transfer-Encoding: base64\r\n\r\n!!!!`)),
  trick(
    'harmless',
    'a body elsewhere',
    'a.eml',
    text(`${head}Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"\r\n\r\n`),
  ),
  trick(
    'harmless',
    'HTML with remote images and scripts',
    'a.eml',
    text(
      `${head}Content-Type: text/html\r\n\r\n<img src="http://127.0.0.1:9/x"><script>Object.prototype.polluted = 1</script>`,
    ),
  ),
  trick(
    'harmless',
    'headers named like parts of objects',
    'a.eml',
    text(`${head}__proto__: polluted\r\nconstructor: x\r\n\r\nText.`),
  ),
  trick('harmless', 'a single line of 9 MB', 'a.eml', () =>
    Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.alloc(9_000_000, 'x')]),
  ),
  trick('harmless', 'groups 100,000 deep', 'a.rtf', text(`{\\rtf1 Text.${'{'.repeat(100_000)}`)),
  trick('harmless', 'more ends than beginnings', 'a.rtf', text(`{\\rtf1 Text.${'}'.repeat(1000)} more`)),
  trick('harmless', 'cut off in a control word', 'a.rtf', text('{\\rtf1 Text.\\par\\b')),
  trick('harmless', 'binary data without an end', 'a.rtf', text('{\\rtf1 Text.\\bin999999999 abc}')),
  trick(
    'harmless',
    'an object that runs',
    'a.rtf',
    text(
      '{\\rtf1 Text.{\\object\\objautlink\\objupdate{\\*\\objdata 0105}}{\\field{\\*\\fldinst DDEAUTO c:\\\\x}{\\fldrslt x}}}',
    ),
  ),
  trick(
    'harmless',
    'a template from elsewhere',
    'a.rtf',
    text('{\\rtf1{\\*\\template http://127.0.0.1:9/x.dot}Text.}'),
  ),
  trick('harmless', 'an encoding that is none', 'a.rtf', text("{\\rtf1\\ansicpg99999 Text.\\'ff\\u-99999?}")),
  trick(
    'harmless',
    'rows without cells by the hundred thousand',
    'a.rtf',
    text(`{\\rtf1 Text.${'\\row'.repeat(100_000)}}`),
  ),
];
