import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text';

const words = 'Die Erlöse stiegen um 7 % – größer als für 2023 erwartet. ';

describe('UTF-8 text with a few invalid bytes', () => {
  const around = (invalid: number[]) =>
    Buffer.concat([Buffer.from(words), Buffer.from(invalid), Buffer.from(words), Buffer.from(words)]);

  it.each([
    ['a single byte', [0xff]],
    ['a letter of Windows-1252', [0xfc]],
    ['half a character', [0xe2, 0x80]],
  ])('stays UTF-8: %s', (_name, invalid) => {
    expect(decodeText(around(invalid))).toBe(`${words}\ufffd${words}${words}`);
  });

  it('stays UTF-8 where it ends within a character', () => {
    expect(decodeText(Buffer.from('Die Erlöse stiegen um 4,2 Mrd. €').subarray(0, -1))).toBe(
      'Die Erlöse stiegen um 4,2 Mrd. ',
    );
  });

  it('keeps replacement characters of its own', () => {
    const text = `${'\ufffd'.repeat(50)}${words}`;
    expect(decodeText(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x0a])]))).toBe(`${text}\ufffd\n`);
  });

  it('stays UTF-8 whatever the page declares', () => {
    expect(decodeText(around([0xff]), { declared: 'iso-8859-1' })).toBe(`${words}\ufffd${words}${words}`);
  });
});

describe('text in another encoding', () => {
  it('of Windows is not taken for UTF-8, even if it contains some of its characters', () => {
    const western = Buffer.from('Gr\xf6\xdfe f\xfcr \xc4rzte: 5 m\xb2, Caf\xe9, T\xc3\xbcr', 'latin1');
    expect(decodeText(western)).toBe('Größe für Ärzte: 5 m², Café, TÃ¼r');
    expect(decodeText(Buffer.from('Caf\xe9', 'latin1'))).toBe('Café');
  });

  it('of Chinese is not taken for UTF-8, although some pairs of its bytes are valid', () => {
    const chinese = '公司营业收入为四十二亿元，同比增长百分之七。联通与移动的市场份额有所下降。';
    const bytes = iconv.encode(chinese, 'gbk');
    expect(decodeText(bytes)).toBe(chinese);
  });

  const french = 'Le chiffre d’affaires de l’exercice s’élève à 4,2 Md en hausse, grâce à la société française.';
  it.each([
    ['macintosh', french],
    ['macintosh', 'Die Umsatzerlöse stiegen gegenüber dem Vorjahr. Größe und Vermögen, Änderung'],
    ['cp850', 'Die Umsatzerlöse stiegen gegenüber dem Vorjahr. Größe und Vermögen, Änderung'],
    ['cp850', french.replaceAll('’', "'")],
    ['windows-1252', french],
    ['windows-1252', 'The company’s profit—or loss–was “good”…more of Acme™ at €5, cœur, žena, Tomašek'],
  ])('of Western Europe is recognized: %s %j', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toBe(text);
  });

  it('of a Macintosh keeps the euro sign', () => {
    expect(decodeText(Buffer.from('gegen\x9fber Verm\x9agen \xdb 5', 'latin1'))).toBe('gegenüber Vermögen € 5');
  });

  it('of Japanese emails is recognized by its escape sequences', () => {
    const bytes = Buffer.concat([Buffer.from('Sales, '), Buffer.from('1b244247643e6539621b2842', 'hex')]);
    expect(decodeText(bytes)).toBe('Sales, 売上高');
  });
});
