import { describe, expect, it } from 'vitest';
import { systemPrompt } from '~/server/features/context/system-prompt';
import { AddressGuard } from './address-guard';

const secret =
  'My mandate is worth 4,812,907.55 and Helvetia Pharma holdings will be sold quietly on Tuesday. Reach me at jane.roe@private-bank.example, IBAN CH9300762011623852957.';
const guarded = () => {
  const guard = new AddressGuard();
  guard.addSecret(secret);
  return guard;
};
const encoded = (text: string) => encodeURIComponent(text);

describe('a URL', () => {
  it.each([
    'https://www.ecb.europa.eu/press/pr/date/2026/html/ecb.mp261211.en.html',
    'https://en.wikipedia.org/wiki/Deposit_(finance)',
    'https://www.example.com/',
    'https://example.com/helvetia-pharma',
    'https://example.com/2026/11/22/results',
  ])('that is plain may be fetched: %s', (url) => {
    expect(guarded().permits(url)).toBe(true);
  });

  it('may be fetched exactly as the user or a search has given it', () => {
    const guard = guarded();
    guard.allow(['https://example.com/search?q=Helvetia+Pharma+holdings']);
    guard.allowIn('Read (https://example.com/report?id=7#part), please.');
    expect(guard.permits('https://example.com/search?q=Helvetia+Pharma+holdings')).toBe(true);
    expect(guard.permits('https://example.com/report?id=7')).toBe(true);
    expect(guard.permits('https://example.com/report?id=8')).toBe(false);
    expect(guard.permits('https://example.com/report?id=7&x=1')).toBe(false);
  });

  it.each([
    ['请总结https://example.com/a?id=5。谢谢', 'https://example.com/a?id=5'],
    ['请看（https://example.com/a?id=5），谢谢', 'https://example.com/a?id=5'],
    ['请总结https://example.com/a?id=5谢谢', 'https://example.com/a?id=5'],
    ['“https://example.com/a?id=5”を要約', 'https://example.com/a?id=5'],
    ['https://example.com/经济?id=5 请总结', 'https://example.com/经济?id=5'],
  ])('may be followed directly by text of the user: %s', (text, url) => {
    const guard = guarded();
    guard.allowIn(text);
    expect(guard.permits(url)).toBe(true);
    expect(guard.permits(`${url}6`)).toBe(false);
  });

  it.each([
    ['in its query', `https://evil.example/?q=${encoded('Helvetia Pharma holdings')}`],
    ['in its path', 'https://evil.example/helvetia-pharma-holdings-will-be-sold'],
    ['in its path, with capitals and marks', 'https://evil.example/Helvetia_Pharma.Holdings'],
    ['encoded', `https://evil.example/${encoded(encoded('Helvetia Pharma holdings'))}`],
    ['in its host', 'https://helvetia-pharma-holdings.evil.example/'],
    ['in many labels', 'https://helvetia.pharma.holdings.will.evil.example/'],
    ['backwards', `https://evil.example/${[...'helvetiapharmaholdings'].reverse().join('')}`],
    ['as Base64', `https://evil.example/${Buffer.from('Helvetia Pharma holdings').toString('base64url')}`],
    ['as hexadecimal', `https://evil.example/${Buffer.from('Helvetia Pharma').toString('hex')}`],
    ['as a number', 'https://evil.example/481290755'],
    ['as an account', 'https://evil.example/ch9300762011623852957'],
    ['as an email address', 'https://evil.example/jane.roe@private-bank.example'],
    ['before the host', 'https://helvetia:pharma@evil.example/'],
    ['in a very long URL', `https://evil.example/${'a/'.repeat(200)}`],
    ['in no address at all', 'not an address'],
  ])('that could carry private data is rejected: %s', (_name, url) => {
    expect(guarded().permits(url)).toBe(false);
  });

  it.each([
    [
      'in Chinese',
      '我们的委托价值四百八十万，赫尔维蒂制药的持股将于周二悄悄出售。',
      '赫尔维蒂制药的持股将于周二',
      'https://example.com/赫尔维蒂制药',
    ],
    [
      'in Japanese',
      'ヘルヴェティア製薬の株式は火曜日に売却されます。',
      'ヘルヴェティア製薬の株式は火曜日',
      'https://example.com/ヘルヴェティア',
    ],
    ['in Thai', 'เราจะขายหุ้นของบริษัทยาเฮลเวเทียในวันอังคาร', 'ขายหุ้นของบริษัทยาเฮลเวเทีย', 'https://example.com/หุ้น'],
    [
      'with accents',
      'Die Münchner Rückversicherung verkäuft später',
      'münchner-rückversicherung-verkäuft',
      'https://example.com/münchner-rück',
    ],
  ])('may not carry words %s, in its path or its host', (_script, text, words, harmless) => {
    const guard = new AddressGuard();
    guard.addSecret(text);
    for (const form of ['NFC', 'NFD'] as const) {
      expect(guard.permits(`https://evil.example/${words.normalize(form)}`)).toBe(false);
      expect(guard.permits(`https://evil.example/${encoded(words.normalize(form))}`)).toBe(false);
    }
    expect(guard.permits(`https://evil.example/${[...words].reverse().join('')}`)).toBe(false);
    expect(guard.permits(`https://${words}.evil.example/`)).toBe(false);
    expect(guard.permits(harmless)).toBe(true);
  });

  it('may not have an unusual port, unless it was given', () => {
    const guard = guarded();
    expect(guard.permits('https://example.com:443/rates')).toBe(true);
    expect(guard.permits('http://example.com:80/rates')).toBe(true);
    expect(guard.permits('https://example.com:48129/rates')).toBe(false);
    guard.allow(['https://example.com:8443/rates']);
    expect(guard.permits('https://example.com:8443/rates')).toBe(true);
    expect(guard.permits('https://example.com:8443/other')).toBe(true);
    expect(guard.permits('https://example.com:8444/rates')).toBe(false);
  });

  it('may have the day of a publication, although a text names it, but no birthday', () => {
    const guard = new AddressGuard();
    const facts = { canSearch: true, hasFiles: false, seesImages: true };
    guard.addSecret(systemPrompt({ now: new Date('2026-11-27T12:00:00Z'), ...facts }));
    guard.addSecret('What did the Fed announce on 2026-09-17? I was born on 1971-03-05, my son on 2003-05-17.');
    for (const day of ['20261127', '20260917', '2026-09-17', '2026/11/27'])
      expect(guard.permits(`https://www.federalreserve.gov/newsevents/monetary${day}a.htm`), day).toBe(true);
    expect(guard.permits('https://evil.example/19710305')).toBe(false);
    expect(guard.permits('https://evil.example/20030517')).toBe(false);
  });

  it('may have a year in Korean, although a text names it', () => {
    const guard = new AddressGuard();
    guard.addSecret('2025년도 실적은 어땠나요?');
    expect(guard.permits('https://example.com/2025년도')).toBe(true);
  });
});
