/** Malicious emails and rich text. */
import { bytesOf, type HostileFile } from './hostile-file';
import { compoundFile, makeDoc } from './make-doc';
import { pngOfSize } from './make-files';
import { makeMsg } from './make-mail';

const trick = (end: HostileFile['end'], what: string, name: string, make: () => Buffer): HostileFile => ({
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

export const hostileMail: readonly HostileFile[] = [
  trick('refused', 'a text', 'a.eml', bytesOf('hello')),
  trick('refused', 'a web page', 'a.eml', bytesOf('<!doctype html><html></html>')),
  trick('refused', 'bytes', 'a.eml', bytesOf(`${head}\r\n\0\0\0`)),
  trick('refused', 'a program', 'a.eml', bytesOf('MZ\x90\x00')),
  trick('refused', 'an old Word document', 'a.msg', () => makeDoc('x')),
  trick('refused', 'an email in its transfer format', 'a.msg', bytesOf(`${head}\r\nText.`)),
  trick('refused', 'a compound file of another program', 'a.msg', () =>
    compoundFile([{ name: 'Workbook', data: Buffer.alloc(5000) }]),
  ),
  trick('refused', 'cut off behind its header', 'a.msg', () => makeMsg({ subject: 'x' }).subarray(0, 512)),
  trick('refused', 'an email from Outlook', 'a.doc', () => makeMsg({ subject: 'x' })),
  trick('refused', 'a text', 'a.rtf', bytesOf('hello')),
  trick('refused', 'an image', 'a.rtf', () => pngOfSize(1, 1)),
  trick('refused', 'an old Word document', 'a.rtf', () => makeDoc('x')),
  trick('refused', 'one byte late', 'a.rtf', bytesOf('\n{\\rtf1 x}')),
  trick('error', 'parts within parts, 1,000 deep', 'a.eml', bytesOf(head + nestedParts(1000))),
  trick('harmless', 'emails within emails, 500 deep', 'a.eml', bytesOf(head + nestedMails(500))),
  trick('harmless', '100,000 headers', 'a.eml', bytesOf(`${head}${'X: y\r\n'.repeat(100_000)}\r\nText.`)),
  trick(
    'harmless',
    'a boundary that never comes',
    'a.eml',
    bytesOf(`${head}Content-Type: multipart/mixed; boundary=x\r\n\r\nText.`),
  ),
  trick(
    'harmless',
    'an unknown character set',
    'a.eml',
    bytesOf(`${head}Content-Type: text/plain; charset=klingon\r\n\r\nText.`),
  ),
  trick('harmless', 'base64 that is none', 'a.eml', bytesOf(`${head}Content-Transfer-Encoding: base64\r\n\r\n!!!!`)),
  trick(
    'harmless',
    'a body elsewhere',
    'a.eml',
    bytesOf(`${head}Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"\r\n\r\n`),
  ),
  trick(
    'harmless',
    'HTML with remote images and scripts',
    'a.eml',
    bytesOf(
      `${head}Content-Type: text/html\r\n\r\n<img src="http://127.0.0.1:9/x"><script>Object.prototype.polluted = 1</script>`,
    ),
  ),
  trick(
    'harmless',
    'headers named like parts of objects',
    'a.eml',
    bytesOf(`${head}__proto__: polluted\r\nconstructor: x\r\n\r\nText.`),
  ),
  trick('harmless', 'a single line of 9 MB', 'a.eml', () =>
    Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.alloc(9_000_000, 'x')]),
  ),
  trick('harmless', 'groups 100,000 deep', 'a.rtf', bytesOf(`{\\rtf1 Text.${'{'.repeat(100_000)}`)),
  trick('harmless', 'more ends than beginnings', 'a.rtf', bytesOf(`{\\rtf1 Text.${'}'.repeat(1000)} more`)),
  trick('harmless', 'cut off in a control word', 'a.rtf', bytesOf('{\\rtf1 Text.\\par\\b')),
  trick('harmless', 'binary data without an end', 'a.rtf', bytesOf('{\\rtf1 Text.\\bin999999999 abc}')),
  trick(
    'harmless',
    'an object that runs',
    'a.rtf',
    bytesOf(
      '{\\rtf1 Text.{\\object\\objautlink\\objupdate{\\*\\objdata 0105}}{\\field{\\*\\fldinst DDEAUTO c:\\\\x}{\\fldrslt x}}}',
    ),
  ),
  trick(
    'harmless',
    'a template from elsewhere',
    'a.rtf',
    bytesOf('{\\rtf1{\\*\\template http://127.0.0.1:9/x.dot}Text.}'),
  ),
  trick('harmless', 'an encoding that is none', 'a.rtf', bytesOf("{\\rtf1\\ansicpg99999 Text.\\'ff\\u-99999?}")),
  trick(
    'harmless',
    'rows without cells by the hundred thousand',
    'a.rtf',
    bytesOf(`{\\rtf1 Text.${'\\row'.repeat(100_000)}}`),
  ),
];
