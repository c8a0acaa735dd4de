import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { unzipped } from '~/server/testing/clients/unzipped';
import { findProgram } from '~/server/testing/fakes/find-program';
import { exampleSource, firstNote, otherNote } from './document-example';
import { writeExport } from './export-writer';
import { makeDocument } from './make-document';
import { isDrawable } from './scripts';

const signal = AbortSignal.timeout(120_000);
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const attributes = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, value]) => value);

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

describe('the Word document', () => {
  it('has headings, a table with a repeated header, lists, and a footnote for each source', async () => {
    const entries = await unzipped(await writeExport({ format: 'docx', source: exampleSource }, signal));
    const xml = decode(entries.get('word/document.xml'));
    expect(attributes(xml, /<w:pStyle w:val="(Title|Heading\d)"/g)).toEqual([
      'Title',
      'Heading2',
      'Heading2',
      'Heading3',
    ]);
    expect(xml.match(/<w:tbl>/g)).toHaveLength(1);
    expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(1);
    expect(xml.match(/<w:tc>/g)).toHaveLength(6);
    expect(xml.match(/<w:numPr>/g)).toHaveLength(5);
    expect(attributes(xml, /<w:footnoteReference w:id="(\d+)"/g)).toEqual(['1', '2']);
    const notes = decode(entries.get('word/footnotes.xml')).replaceAll('&quot;', '"');
    expect(notes).toContain(firstNote);
    expect(notes).toContain(otherNote);
    expect(xml).toContain('שלום');
    expect(xml).not.toContain('javascript:');
    expect(decode(entries.get('word/_rels/document.xml.rels'))).not.toContain('javascript:');
  });

  const entriesOf = async (content: string) => {
    const [question, answer] = exampleSource.messages;
    const messages = [question, { ...answer, content, metadata: {} }] as typeof exampleSource.messages;
    return unzipped(await writeExport({ format: 'docx', source: { ...exampleSource, messages } }, signal));
  };
  const textIn = async (content: string) => decode((await entriesOf(content)).get('word/document.xml'));

  it('gives columns a width that fits their texts', async () => {
    const xml = await textIn('| Q | Comment |\n| - | - |\n| 1 | Helped by the new pricing model in Europe |');
    const [short = 0, long = 0] = attributes(xml, /<w:gridCol w:w="(\d+)"/g).map(Number);
    expect(long / short).toBeGreaterThan(2);
    expect(short + long).toBeLessThanOrEqual(9026);
  });

  it('states the rule of the line height, so that lines of a long title do not overlap', async () => {
    const xml = decode((await entriesOf('Yes.')).get('word/styles.xml'));
    const spacings = attributes(xml, /(<w:spacing [^>]*w:before="[^>]*>)/g);
    expect(spacings.length).toBeGreaterThan(5);
    for (const spacing of spacings) expect(spacing).toContain('w:lineRule="auto"');
  });

  it('numbers lists from their first number, also from 0, and keeps bullets apart', async () => {
    const entries = await entriesOf('0. Zero\n1. One\n\n- Bullet\n\nText\n\n5. Five');
    const numbering = decode(entries.get('word/numbering.xml'));
    const concrete = new Map(
      [...numbering.matchAll(/<w:num w:numId="(\d+)"[^>]*>.*?<w:abstractNumId w:val="(\d+)"/g)].map(
        ([, id = '', abstract = '']) => [id, abstract],
      ),
    );
    const firstLevels = new Map(
      [
        ...numbering.matchAll(
          /<w:abstractNum w:abstractNumId="(\d+)".*?<w:start w:val="(\d+)"\/><w:numFmt w:val="(\w+)"/g,
        ),
      ].map(([, id = '', start, format]) => [id, `${format} from ${start}`]),
    );
    const used = attributes(decode(entries.get('word/document.xml')), /<w:numId w:val="(\d+)"\/>/g);
    expect(used.map((id) => firstLevels.get(concrete.get(id ?? '') ?? ''))).toEqual([
      'decimal from 0',
      'decimal from 0',
      'bullet from 1',
      'decimal from 5',
    ]);
  });

  it('sets paragraphs, lists and tables from right to left if their first letter is', async () => {
    const xml = await textIn('**1. שלום** IBM\n\nHello שלום\n\n- مرحبا\n\n| שנה | Rate |\n| --- | --- |\n| 2025 | 4 |');
    const paragraphs = attributes(xml, /(<w:p>(?:(?!<\/w:p>).)*<\/w:p>)/g).slice(-9);
    const isSet = (text: string) =>
      paragraphs.filter((paragraph) => paragraph?.includes(text)).map((paragraph) => paragraph?.includes('<w:bidi/>'));
    expect(isSet('שלום')).toEqual([true, false]);
    expect(isSet('مرحبا')).toEqual([true]);
    expect(isSet('שנה')).toEqual([true]);
    expect(isSet('Rate')).toEqual([false]);
    expect(xml.match(/<w:bidiVisual\/>/g)).toHaveLength(1);
    expect(xml).toMatch(/<w:rtl\/>(?:(?!<w:r>).)*שלום/);
    expect(xml).not.toMatch(/<w:rtl\/>(?:(?!<w:r>).)*IBM/);
  });

  const office = findProgram('soffice');
  it.skipIf(!office)('opens in LibreOffice with its text, table and footnotes', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'document-'));
    const file = path.join(folder, 'document.docx');
    writeFileSync(file, await writeExport({ format: 'docx', source: exampleSource }, signal));
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    execFileSync(office ?? '', [profile, '--headless', '--convert-to', 'html', '--outdir', folder, file]);
    const html = readFileSync(path.join(folder, 'document.html'), 'utf8');
    rmSync(folder, { recursive: true, force: true });
    const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, part = '']) => textOf(part));
    expect(texts(/<h[23]\b[^>]*>(.*?)<\/h[23]>/gs)).toEqual([
      'Question, 2026-11-20 09:59 UTC',
      'qChat, 2026-11-20 10:00 UTC, grok-4',
      'Rates',
    ]);
    expect(html.match(/<table/g)).toHaveLength(1);
    expect(texts(/<td\b[^>]*>(.*?)<\/td>/gs)).toEqual(['Year', 'Rate', '2024', '4.5%', '2025', '3.9%']);
    expect(texts(/href="#sdfootnote(\d+)sym"/g)).toEqual(['1', '2']);
    expect(texts(/<div id="sdfootnote\d+">(.*?)<\/div>/gs)).toEqual([
      `1 ${firstNote} https://www.fed.example/a`,
      `2 ${otherNote} https://other.example/`,
    ]);
    const whole = textOf(html);
    for (const text of [
      'What moves rates?',
      'Checks of sources: 1 verified quote',
      'print("$5")',
      'Ελλάδα Москва שלום',
    ])
      expect(whole).toContain(text);
  });
});

describe('the PDF', () => {
  it('contains real text in several scripts, with its title, its table and its footnotes', async () => {
    const bytes = await writeExport({ format: 'pdf', source: exampleSource }, signal);
    expect((await getMeta(bytes.slice())).info.Title).toBe(exampleSource.title);
    const { text } = await extractText(bytes.slice(), { mergePages: true });
    const plain = text.replace(/\s+/g, ' ');
    for (const part of [
      'Rates rose to 4.5%',
      '2025 3.9%',
      'Ελλάδα Москва',
      '#let x = 1',
      firstNote,
      otherNote,
      'if x:',
    ])
      expect(plain).toContain(part);
    expect(plain).not.toContain('javascript:');
  });

  it.each(['Հայ ქართ ລາວ ᐃᓄᒃ ⵜⵉⴼ ߒߞߏ', 'é̂ ½ ② ∑ 𝐱 ', '\ue000 \u{10fffd} \u0378 \ud800'])('can draw %j', (title) => {
    expect(isDrawable(makeDocument({ ...exampleSource, title }))).toBe(true);
  });

  it.each(['、', '。', '「', '・', 'ー', '㈱'])('can not draw %j', (title) => {
    expect(isDrawable(makeDocument({ ...exampleSource, title }))).toBe(false);
  });

  it('has similar signs where its fonts have none', async () => {
    const title = '₿0.5 or 2 ₾, ₼3 ⮕ ⓘ　ＩＢＭ：５０％！';
    const bytes = await writeExport({ format: 'pdf', source: { ...exampleSource, title } }, signal);
    expect((await getMeta(bytes)).info.Title).toBe('BTC\u00a00.5 or 2 GEL, AZN\u00a03 → (i) IBM:50%!');
  });
});

it('a PDF has no emoji that its fonts draw as a box', async () => {
  const [question, answer] = exampleSource.messages;
  const content =
    '# 📊 Results\n\n✅ Sales rose 🚀 again, ❌ costs **too**🎉 fell 👍🏽. ☀️ 👩‍👩‍👧 1️⃣ first 🇩🇪\n\n| ✅ | 🔴 high |\n| --- | --- |\n| `🚀` | نمی‌خواهم |\n\n```\nstart() # 🚀\nstop()\n```';
  const messages = [question, { ...answer, content, metadata: {} }] as typeof exampleSource.messages;
  const bytes = await writeExport({ format: 'pdf', source: { ...exampleSource, title: '🎉 Title', messages } }, signal);
  expect((await getMeta(bytes.slice())).info.Title).toBe('Title');
  const { text } = await extractText(bytes.slice(), { mergePages: true });
  const plain = text.replace(/\s+/g, ' ');
  expect(text).toMatch(/start\(\) # *\n+stop\(\)/);
  for (const part of ['Results', '✔ Sales rose again, ✘ costs too fell', '☀', '1 first', '● high'])
    expect(plain).toContain(part);
  for (const lacking of ['📊', '✅', '❌', '🚀', '👍', '🏽', '👩', '🇩', '🎉', '🔴', '\u20e3'])
    expect(plain).not.toContain(lacking);
});

describe('the direction of a PDF', () => {
  it('is that of the first letter of each block', async () => {
    const [question, answer] = exampleSource.messages;
    const content = 'שלום IBM\n\nHello שלום\n\n- مرحبا\n\n| שנה | Rate |\n| --- | --- |\n| 2025 | 4 |';
    const messages = [question, { ...answer, content, metadata: {} }] as typeof exampleSource.messages;
    const bytes = await writeExport({ format: 'pdf', source: { ...exampleSource, messages } }, signal);
    const pdf = await getDocumentProxy(bytes);
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const placed = items.flatMap((item) => ('str' in item ? [{ text: item.str, x: Number(item.transform[4]) }] : []));
    const leftOf = (text: string) => Math.min(...placed.filter((item) => item.text.includes(text)).map(({ x }) => x));
    expect(leftOf('IBM')).toBeGreaterThan(300);
    expect(leftOf('Hello')).toBeLessThan(100);
    // In a table from right to left, the first column is on the right.
    expect(leftOf('2025')).toBeGreaterThan(leftOf('4'));
    await pdf.destroy();
  });
});

describe('the HTML page', () => {
  const write = async (content: string) => {
    const [question, answer] = exampleSource.messages;
    const messages = [question, { ...answer, content, metadata: {} }] as typeof exampleSource.messages;
    return decode(await writeExport({ format: 'html', source: { ...exampleSource, messages } }, signal));
  };

  it('has headings, a table, lists, and a footnote for each source that links back', async () => {
    const html = decode(await writeExport({ format: 'html', source: exampleSource }, signal));
    expect(attributes(html, /<(h\d)[ >]/g)).toEqual(['h1', 'h2', 'h2', 'h3', 'h2']);
    expect(html.match(/<th /g)).toHaveLength(2);
    expect(html.match(/<td /g)).toHaveLength(4);
    expect(attributes(html, /<ol start="(\d)"/g)).toEqual(['1']);
    expect(attributes(html, /<li id="note-(\d)"/g)).toEqual(attributes(html, /<a id="mark-(\d)"/g));
    for (const note of [firstNote, otherNote]) expect(html).toContain(note.replaceAll('"', '&#34;'));
    expect(html).toContain('href="https://a.example/x"');
  });

  it('loads nothing, and runs no script without a receipt to verify', async () => {
    const html = await write('<script>alert(1)</script>\n\n![a"b](https://i.example/a.png) [x](javascript:alert(1))');
    expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    expect(html).not.toMatch(/<script|<img|<link|"javascript:/);
    expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  });
});

it('a document that is no longer wanted while it waits for another is rejected at once', async () => {
  const request = { format: 'html', source: exampleSource } as const;
  let isFirstWritten = false;
  const first = writeExport(request, signal).then(() => {
    isFirstWritten = true;
  });
  const leave = new AbortController();
  const second = writeExport(request, leave.signal);
  leave.abort(new Error('The reader left'));
  await expect(second).rejects.toThrow('The reader left');
  expect(isFirstWritten).toBe(false);
  await first;
});
