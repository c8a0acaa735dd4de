import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEml, makeMsg } from '~/server/testing/inputs/make-mail';
import { readUploaded } from '~/server/testing/inputs/read-uploaded';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
beforeAll(() => {
  pool = createReaderPool({ workers: 1, timeoutMs: 120_000 });
});
afterAll(() => pool.close());

const read = (name: string, bytes: Buffer | string): Promise<Reading> => readUploaded(pool, name, bytes);

describe('an email', () => {
  const headers = [
    'From: =?utf-8?B?QW5uYSBNw7xsbGVy?= <anna@example.com>',
    'To: Board <board@example.com>, cfo@example.com',
    'Cc: Legal: legal@example.com, law@example.com;',
    'Date: Tue, 03 Feb 2026 09:15:00 +0100',
    'Subject: =?iso-8859-1?Q?Budget_f=FCr_2026?=',
  ];

  it('of text and HTML is read with its tables, and lists its attachments', async () => {
    const mail = makeEml(headers, [
      'Content-Type: text/plain; charset=utf-8\r\n\r\nShort version.',
      'Content-Type: text/html; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>Gr=FC=DFe</p><table><tr><th>Year</th><th>Costs</th></tr><tr><td>2026</td><td>10</td></tr></table>',
      'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=',
    ]);
    const { extractedText = '', ...rest } = await read('budget.eml', mail);
    expect(rest).toEqual({
      processedType: 'eml',
      note: '1 attachment of this email was not read. Upload it as a file.',
    });
    expect(extractedText).toBe(`# Budget für 2026

From: Anna Müller <anna@example.com>
To: Board <board@example.com>, cfo@example.com
Cc: legal@example.com, law@example.com
Date: 2026-02-03 08:15 UTC
Attachments: plan.pdf

Short version.

Grüße

| Year | Costs |
| --- | --- |
| 2026 | 10 |`);
  });

  it('lists files that are marked as inline, but not the images of its text', async () => {
    const file = (type: string, name: string, more = '') =>
      `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: inline; filename=${name}\r\n${more}Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=`;
    const mail = makeEml(headers, [
      'Content-Type: text/plain; charset=utf-8\r\n\r\nSee below.',
      file('application/pdf', 'report.pdf'),
      file('image/png', 'photo.png'),
      file('image/png', 'logo.png', 'Content-ID: <logo@example.com>\r\n'),
      `Content-Type: multipart/related; boundary="b2"\r\n\r\n--b2\r\nContent-Type: text/html\r\n\r\n<p>Regards</p>\r\n--b2\r\n${file('image/png', 'seal.png', 'Content-ID: <seal@example.com>\r\n')}\r\n--b2--`,
    ]);
    const { extractedText, note } = await read('inline.eml', mail);
    expect(extractedText).toContain('\nAttachments: report.pdf, photo.png\n');
    expect(note).toBe('2 attachments of this email were not read. Upload them as files.');
  });

  it.each(['windows-1252', 'iso-8859-1'])('in %s keeps the characters of Windows', async (charset) => {
    const mail = makeEml(
      [`From: =?${charset}?Q?O=92Neil?= <o@example.com>`, `Subject: =?${charset}?Q?10_=80?=`],
      [
        `Content-Type: text/html; charset=${charset}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n<p>don\x92t \x93pay\x94</p>`,
      ],
    );
    const bytes = Buffer.from(mail.toString('utf8'), 'latin1');
    expect((await read('a.eml', bytes)).extractedText).toBe('# 10 €\n\nFrom: O’Neil <o@example.com>\n\ndon’t “pay”');
  });

  it('of plain text keeps its lines', async () => {
    const mail = `${headers[0]}\r\nSubject: Lines\r\n\r\nOne\r\n  two\r\n> three\r\n`;
    expect((await read('lines.eml', mail)).extractedText).toBe(
      '# Lines\n\nFrom: Anna Müller <anna@example.com>\n\nOne\n  two\n> three',
    );
  });

  it.each(['', '<html><body><img src="cid:a"></body></html>'])(
    'whose HTML has no text is read as plain text: %s',
    async (html) => {
      const mail = makeEml(
        ['Subject: Budget'],
        [
          `Content-Type: multipart/alternative; boundary="b2"\r\n\r\n--b2\r\nContent-Type: text/plain\r\n\r\nCosts fell.\r\n--b2\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b2--`,
        ],
      );
      expect((await read('a.eml', mail)).extractedText).toBe('# Budget\n\nCosts fell.');
      const outlook = makeMsg({ subject: 'Budget', html, body: 'Costs fell.' });
      expect((await read('a.msg', outlook)).extractedText).toBe('# Budget\n\nCosts fell.');
    },
  );

  it('from Outlook is read with people, text and names of attachments', async () => {
    const mail = makeMsg({
      subject: 'Budget für 2026',
      html: '<p>Dear board,</p><ul><li>Costs fell</li></ul>',
      body: 'Dear board, * Costs fell',
      sender: { name: 'Anna Müller', address: 'anna@example.com' },
      recipients: [{ name: 'Board', address: 'board@example.com' }],
      attachments: ['plan.xlsx', 'notes.docx'],
    });
    expect(await read('budget.msg', mail)).toEqual({
      processedType: 'msg',
      extractedText: `# Budget für 2026

From: Anna Müller <anna@example.com>
To: Board <board@example.com>
Attachments: plan.xlsx, notes.docx

Dear board,

- Costs fell`,
      note: '2 attachments of this email were not read. Upload them as files.',
    });
  });
});

describe('rich text', () => {
  it('keeps headings, lists, tables, footnotes and characters of any language', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\stylesheet{\s1 heading 1;}}{\*\generator Riched20;}{\info{\author Someone}}
\pard\outlinelevel0 Results\par
\pard Gr\'fc\'dfe aus K\'f6ln \u8211?\~\ldblquote yes\rdblquote{\v hidden}\v hidden too\v0{\footnote\pard\plain Unaudited.} rose\par
{\listtext\tab \'95\tab}North\par
{\field{\*\fldinst HYPERLINK "http://127.0.0.1:9/"}{\fldrslt our site}}\par
\trowd\cellx1000\cellx2000\pard\intbl Year\cell Sales\cell\row
\trowd\cellx1000\cellx2000\pard\intbl 2025\cell 10\cell\row
\pard The end.\par}`;
    expect(await read('report.rtf', rtf)).toEqual({
      processedType: 'rtf',
      extractedText: `# Results

Grüße aus Köln –\u00a0“yes”[1] rose

- North

our site

| Year | Sales |
| --- | --- |
| 2025 | 10 |

The end.

[1] Unaudited.`.replace('\u00a0', ' '),
    });
  });

  it('keeps the numbers of headings, clauses and cells as they are written', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252
{\listtext\pard\plain 7.\tab}\pard\plain\outlinelevel0 Warranties\par
{\listtext\pard\plain 7.3\tab}\pard\plain The seller owns the shares.\par
{\listtext\pard\plain (a)\tab}\pard\plain All of them.\par
{\listtext\pard\plain 2)\tab}\pard\plain Free of debt.\par
{\listtext\pard\plain iv.\tab}\pard\plain Paid up.\par
{\listtext\pard\plain o\tab}\pard\plain A bullet.\par
{\listtext\pard\plain \'a7\tab}\pard\plain Another.\par
\trowd\cellx1000\cellx2000{\listtext\pard\plain 1.\tab}\pard\plain\intbl Price\par{\listtext\pard\plain 2.\tab}\pard\plain\intbl Tax\cell\pard\intbl 10\cell\row
\trowd\cellx1000\cellx2000{\listtext\pard\plain \'b7\tab}\pard\plain\intbl Fee\cell\pard\intbl 11\cell\row
\pard\plain The end.\par}`;
    expect((await read('contract.rtf', rtf)).extractedText).toBe(`# 7. Warranties

7.3 The seller owns the shares.
(a) All of them.
2) Free of debt.
iv. Paid up.
- A bullet.
- Another.

| 1. Price 2. Tax | 10 |
| --- | --- |
| Fee | 11 |

The end.`);
  });

  it('of LibreOffice keeps headings, footnotes and text boxes', async () => {
    const rtf = String.raw`{\rtf1\ansi
\pard\plain \s1\outlinelevel0{\listtext\pard\plain \tab}\ls1\fs36 Results\par
\pard\plain {Revenue rose{{\super \chftn{\*\footnote\chftn\pard\plain \s29 Unaudited.}}} again.}\par
\pard\plain Before {\field{\*\fldinst SHAPE }{\fldrslt{\shp{\*\shpinst\shpleft0{\sp{\sn wzName}{\sv Shape1}}{\shptxt \ltrpar{Margin: 12.5%}\par}{\shprslt Copy}}}}}after.\par
\trowd\cellx1000\cellx2000\pard\intbl{\listtext\pard\plain 1.\tab}North\cell 10{\*\footnote\pard\plain Estimate.}\par net\cell\row}`;
    expect((await read('a.rtf', rtf)).extractedText).toBe(`# Results

Revenue rose[1] again.

Margin: 12.5%

Before after.

| 1. North | 10[2] net |
| --- | --- |

[1] Unaudited.

[2] Estimate.`);
  });

  it('keeps superscripts apart from the figures before them', async () => {
    const rtf = String.raw`{\rtf1\ansi $94.9{\super 1} billion, 10\super 6\nosupersub  units, 5 m{\super 2\plain }, CO{\sub 2}, 7\super 8\plain .}`;
    expect((await read('a.rtf', rtf)).extractedText).toBe('$94.9 billion, 10^6 units, 5 m^2, CO2, 7.');
  });

  it('has no text that was deleted in a tracked change', async () => {
    const rtf = String.raw`{\rtf1\ansi The fee is {\deleted 5}{\revised 7}% per year{\deleted\emdash\u8211? net}. \deleted Old \deleted0 New {\deleted x\plain end}.}`;
    expect((await read('a.rtf', rtf)).extractedText).toBe('The fee is 7% per year. New end.');
  });

  it('is decoded by the character sets of its fonts', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff1{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial CYR;}{\f2\fcharset238 Arial CE;}}\'cf\'f0\'e8\'e2\'e5\'f2 {\f0 Gr\'fc\'dfe} {\f2 \'b9} \f0\'b9\plain \'cf}`;
    expect((await read('a.rtf', rtf)).extractedText).toBe('Привет Grüße ą ¹П');
  });

  it('in Cyrillic is decoded by its code page', async () => {
    const rtf = Buffer.from("{\\rtf1\\ansi\\ansicpg1251 \\'cf\\'f0\\'e8\\'e2\\'e5\\'f2}");
    expect((await read('a.rtf', rtf)).extractedText).toBe('Привет');
  });
});
