/** Tests which images of an answer the browser loads as soon as the text is rendered: only the user's own files. */
import { ChakraProvider } from '@chakra-ui/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { system } from '~/client/app/theme';
import { AnswerMarkdown } from './answer-markdown';
import { imageAddress } from './image-address';

const page = 'https://insight.example/chat/1';
const file = '/objects/0f8fad5b-d9cb-469f-a165-70867728950e';
const leak = 'remote-image?url=http%3A%2F%2Fevil.example%2Fp.png%3Fq%3DTHE-SECRET';

const atPage = () => void vi.stubGlobal('location', new URL(page));
beforeAll(atPage);
beforeEach(atPage);

const drawn = (content: string) =>
  renderToStaticMarkup(
    <ChakraProvider value={system}>
      <AnswerMarkdown content={content} citations={undefined} isRunning={false} />
    </ChakraProvider>,
  ).replace(/<style.*?<\/style>/gs, '');

/** The image component is loaded with the first image. */
beforeAll(() => vi.waitFor(() => expect(drawn(`![chart](${file})`)).toContain('<img'), { timeout: 60_000 }));

describe('an image of an answer', () => {
  it.each([file, `${file}/preview`])('is rendered without a click when it is a file of the user: %s', (src) => {
    expect(drawn(`![chart](${src})`)).toMatch(new RegExp(`<img[^>]* src="${src}"`));
  });

  it.each([
    `/${leak}`,
    leak,
    `./${leak}`,
    `../${leak}`,
    `../../../${leak}`,
    `//insight.example/${leak}`,
    `https://insight.example/${leak}`,
    `https://INSIGHT.example:443/${leak}`,
    `https://x@insight.example/${leak}`,
    `https:/${leak}`,
    `/./${leak}`,
    `/objects/../${leak}`,
    `/objects/%2e%2e/${leak}`,
    `/%72emote-image?url=x`,
    `/REMOTE-IMAGE?url=x`,
    '/api/admin/waitlist/export',
    '/trpc/auth.user',
    '/livez',
    '?url=x',
    '#x',
    // Almost a URL of a user's file.
    `https://insight.example${file}`,
    `//insight.example${file}`,
    `.${file}`,
    file.slice(1),
    file.toUpperCase(),
    file.replace('objects', 'Objects'),
    file.replace('0f8f', '0F8F'),
    file.replace('objects', '%6fbjects'),
    `${file}?q=THE-SECRET`,
    `${file}#THE-SECRET`,
    `${file}/`,
    `${file}//preview`,
    `${file}/preview?x`,
    `${file}/preview/..`,
    `${file}/../../${leak}`,
    '/objects/THE-SECRET',
  ])('is a link when it points to this installation in any other form: %s', (src) => {
    for (const markdown of [`![chart](<${src}>)`, `![chart][1]\n\n[1]: <${src}>`, `[![chart](<${src}>)](/x)`]) {
      const html = drawn(markdown);
      expect(html).not.toContain('<img');
      expect(html).not.toContain('<button');
      expect(html).toContain('chart');
    }
    expect(imageAddress(src, page)?.kind).toBe('link');
  });

  it.each([
    'https://evil.example/x.png?q=THE-SECRET',
    '//evil.example/x.png',
    'http://insight.example/x.png',
    'https://insight.example:8443/x.png',
    'https://insight.example.evil.example/x.png',
    'https://insight.example@evil.example/x.png',
    // A host named like a path of this site.
    `/${file}`,
  ])('waits for a click when it is on another site: %s', (src) => {
    expect(drawn(`![chart](${src})`)).toMatch(/^(?!.*<img).*<button/s);
    expect(imageAddress(src, page)?.kind).toBe('remote');
  });

  it.each(['data:image/png;base64,AAAA', 'blob:https://insight.example/1', 'javascript:alert(1)', 'file:///etc/x'])(
    'is its description when it has no web URL: %s',
    (src) => {
      expect(imageAddress(src, page)).toBeUndefined();
      expect(drawn(`![chart](${src})`)).not.toMatch(/<img|<button|<a /);
    },
  );
});
