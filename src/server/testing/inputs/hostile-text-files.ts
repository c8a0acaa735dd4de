/** Malicious texts, tables and web pages. */
import { bytesOf, type HostileFile, hostileFile } from './hostile-file';
import { makePdf, makeZip, pngOfSize } from './make-files';

const html = '<!DOCTYPE html><html><script>document.title = "run"</script></html>';
const png = () => pngOfSize(1, 1);
const program = () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200)]);
const words = 'Plain words that go on and on. ';
const bytesAfter = (text: string, tail: readonly number[]) => () =>
  Buffer.concat([Buffer.from(text.repeat(300)), Buffer.from(tail)]);
const refused = [
  hostileFile('refused', 'a web page named .txt', 'a.txt', bytesOf(html), 'text/plain'),
  hostileFile('refused', 'a web page named .csv', 'a.csv', bytesOf(`<!-- x --> ${html}`), 'text/csv'),
  hostileFile('refused', 'a program named .txt', 'a.txt', program, 'text/plain'),
  hostileFile('refused', 'a PNG named .csv', 'a.csv', png, 'text/csv'),
  hostileFile('refused', 'a PDF named .txt', 'a.txt', () => makePdf([['x']])),
  hostileFile('refused', 'a zip named .json', 'a.json', () => makeZip([{ name: 'a.json', data: '{}' }])),
  hostileFile('refused', 'rich text named .txt', 'a.txt', bytesOf('{\\rtf1 hello}')),
  hostileFile('refused', 'a text with NUL in it', 'a.txt', bytesOf('hello\0world')),
  hostileFile('refused', 'a table with NUL in it', 'a.csv', bytesOf('a,b\n1,\0\n')),
  hostileFile('refused', 'a text named .json', 'a.json', bytesOf('hello')),
  hostileFile('refused', 'a text named .html', 'a.html', bytesOf('hello'), 'text/html'),
  hostileFile('refused', 'an image named .html', 'a.html', png, 'text/html'),
  hostileFile('refused', 'a text declared as a web page', 'a.txt', bytesOf('hello'), 'text/html'),
];

const harmless = [
  hostileFile(
    'harmless',
    'a text that turns into bytes far behind its start',
    'a.txt',
    bytesAfter(words, [0, 1, 2, 255, 254]),
  ),
  hostileFile('harmless', 'a text whose last character is half there', 'a.txt', bytesAfter(words, [0xe2, 0x82])),
  hostileFile('harmless', 'UTF-16 with half a pair at the end', 'a.txt', () =>
    Buffer.concat([Buffer.from(`\ufeff${words}`, 'utf16le'), Buffer.from([0x00, 0xd8])]),
  ),
  hostileFile('harmless', 'a single line of 10 MB', 'a.txt', () => Buffer.alloc(10_000_000, 'word ')),
  hostileFile('harmless', '10 MB of spaces', 'a.txt', () =>
    Buffer.concat([Buffer.from('a'), Buffer.alloc(10_000_000, ' '), Buffer.from('b')]),
  ),
  hostileFile('harmless', '10 MB of line breaks', 'a.md', () =>
    Buffer.concat([Buffer.from('a'), Buffer.alloc(10_000_000, '\n'), Buffer.from('b')]),
  ),
  hostileFile('harmless', 'a table of 2,000,000 columns', 'a.csv', () => Buffer.alloc(4_000_000, 'a,')),
  hostileFile('harmless', 'a table of 2,000,000 rows', 'a.csv', () => Buffer.alloc(4_000_000, '1\n')),
  hostileFile(
    'harmless',
    'a table whose cells are formulas with links',
    'a.csv',
    bytesOf('a,b\n=WEBSERVICE("http://127.0.0.1:9/x"),=cmd|x!A1\n'),
  ),
  hostileFile(
    'harmless',
    'a table whose quotation mark is never closed',
    'a.csv',
    bytesOf(`a,b\n1,2\n3,"${'x,y\n'.repeat(9000)}`),
  ),
  hostileFile('harmless', 'JSON nested 100,000 deep', 'a.json', bytesOf('['.repeat(100_000))),
  hostileFile(
    'harmless',
    'JSON with the names of parts of objects',
    'a.json',
    bytesOf('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  ),
  hostileFile(
    'error',
    'a web page nested 200,000 deep',
    'a.html',
    bytesOf(`<html>${'<div><ul><li>'.repeat(200_000)}Text.`),
  ),
  hostileFile(
    'error',
    'a web page of tables in tables',
    'a.html',
    bytesOf(`<html>Text.${'<table><tr><td>'.repeat(20_000)}`),
  ),
  hostileFile(
    'harmless',
    'a web page with a cell over 65,534 rows and columns',
    'a.html',
    bytesOf(`<table><tr><td rowspan=65534 colspan=65534>${words.repeat(5)}${'<tr><td>x'.repeat(70_000)}`),
  ),
  hostileFile(
    'harmless',
    'a web page that reads files and other sites',
    'a.html',
    bytesOf(
      '<html><p>Text.<iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.1:9/"><link rel=import href="file:///etc/passwd">',
    ),
  ),
  hostileFile(
    'harmless',
    'a web page with entities that multiply',
    'a.html',
    bytesOf('<!DOCTYPE html [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><html><p>Text &b;'),
  ),
  hostileFile('harmless', 'a web page cut off in a tag', 'a.html', bytesOf('<html><p>Text.<a href="')),
];

export const hostileTexts: readonly HostileFile[] = [...refused, ...harmless];
