import { ChakraProvider } from '@chakra-ui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { system } from '~/client/app/theme';
import { AnswerMarkdown } from './answer-markdown';

beforeAll(() => void vi.stubGlobal('location', new URL('https://insight.example.com/qchat')));
afterAll(() => void vi.unstubAllGlobals());

const drawn = (content: string) =>
  renderToStaticMarkup(
    <ChakraProvider value={system}>
      <AnswerMarkdown content={content} citations={undefined} isRunning={false} />
    </ChakraProvider>,
  );

/** The image component is loaded with the first image. */
beforeAll(() =>
  vi.waitFor(() => expect(drawn('![a](https://example.org/a.png)')).toContain('<button'), { timeout: 60_000 }),
);

/** Spellings of URLs that a browser might run, read from the user's disk, or take for another scheme. */
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '&#106;avascript:alert(1)',
  'javascript%3aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2Zz4=',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'filesystem:https://example.org/x',
  'view-source:https://example.org',
  'about:blank',
  'tel:123',
  'ftp://example.org',
  'ws://example.org',
  'intent://example.org#Intent;end',
];
/** Every Markdown syntax that contains a URL. */
const forms: ((address: string) => string)[] = [
  (address) => `[text](${address})`,
  (address) => `[text](<${address}>)`,
  (address) => `[text](${address} "title")`,
  (address) => `![image](${address})`,
  (address) => `![image](<${address}>)`,
  (address) => `<${address}>`,
  (address) => `[text][1]\n\n[1]: ${address}`,
  (address) => `![image][1]\n\n[1]: <${address}>`,
  (address) => `<a href="${address}">text</a><img src="${address}"><iframe src="${address}"></iframe>`,
];
const html = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<style>@import url(https://evil.example/x)</style>',
  '<link rel=stylesheet href=https://evil.example/x>',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><button>Go</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<div style="background:url(https://evil.example/x)">',
  '<details open ontoggle=alert(1)>',
  '<!-- --><img src=x onerror=alert(1)>',
  '`<img src=x onerror=alert(1)>`',
  '```html\n<script>alert(1)</script>\n```',
  '~~~"><script>alert(1)</script>\ntext\n~~~',
  '| <script>alert(1)</script> |\n| --- |\n| <img src=x onerror=alert(1)> |',
  '[^1]\n\n[^1]: <script>alert(1)</script>',
  '- [ ] <input onfocus=alert(1) autofocus>',
];

// React escapes attribute values and text, so every quote and angle bracket in the markup is React's own.
const attributes = (markup: string) =>
  [...markup.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => ({ name, value }));
const tags = (markup: string) => new Set([...markup.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag = '']) => tag));
const allowedScheme = /^(https?|ircs?|mailto|xmpp):/i;

describe('malicious Markdown', () => {
  it('renders only URLs with an allowed scheme, however they are spelled', () => {
    for (const content of addresses.flatMap((address) => forms.map((form) => form(address)))) {
      const markup = drawn(content);
      const reached = attributes(markup).filter(({ name }) => ['href', 'src', 'srcset', 'action'].includes(name));
      for (const { value } of reached) {
        const isRelative = !/^[^/?#]*:/.test(value);
        expect(isRelative || allowedScheme.test(value), `${content} → ${value}`).toBe(true);
      }
    }
  });

  it('shows HTML as text, without its elements, handlers or styles', () => {
    const forbidden = ['script', 'style', 'iframe', 'object', 'embed', 'form', 'link', 'meta', 'base'];
    for (const content of [...html, ...html.map((one) => `> ${one}`), ...html.map((one) => `1. ${one}`)]) {
      const markup = drawn(content).replaceAll(/<style data-emotion[^>]*>[^<]*<\/style>/g, '');
      expect(
        [...tags(markup)].filter((tag) => forbidden.includes(tag)),
        content,
      ).toEqual([]);
      expect(
        attributes(markup).filter(({ name }) => name.startsWith('on') || name === 'style' || name === 'srcdoc'),
        content,
      ).toEqual([]);
    }
  });
});

it('does not mistake a link in an answer for the mark of a source check', () => {
  const citations = [{ source: 'Example', url: 'https://example.org/', start: 0, end: 5 }];
  const html = renderToStaticMarkup(
    <ChakraProvider value={system}>
      <AnswerMarkdown
        content="Rates fell. [[1]](#source-1-quote) [1](#source-1) [·](#figure-0) [41%](#unconfirmed)"
        citations={citations}
        figures={{ confirmedFigures: [{ start: 0, end: 5, source: 'Prices of today' }] }}
        isRunning={false}
      />
    </ChakraProvider>,
  );
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual(['#source-1-quote', '#source-1', '#figure-0', '#unconfirmed']);
});
