import { describe, expect, it } from 'vitest';
import { conversationMarkdown } from '~/server/features/account/conversation-files';
import type { ExportedConversation } from '~/server/features/account/exported-conversations';
import { toSources } from '~/shared/answer-text/sources';
import { findSlowInputs, hostileLength } from '~/shared/testing/hostile-text';
import { withClosedBlocks } from './close-blocks';
import type { Block } from './document';
import { answer, exampleSource, firstNote, otherNote, question } from './document-example';
import { coverFacts, makeDocument } from './make-document';
import { markdownHead, messageMarkdown } from './markdown-file';
import { readBlocks } from './read-blocks';
import { SourceNotes } from './source-notes';

const blocksOf = (markdown: string): Block[] => readBlocks(markdown, () => undefined);
const textOf = (block: Block | undefined): string =>
  block?.kind === 'paragraph' ? block.runs.map(({ text }) => text).join('') : '';

describe('a document', () => {
  const document = makeDocument(exampleSource);

  it('begins with its date, the model and the results of the checks', () => {
    expect(document.title).toBe('What moves "rates"? #panic()');
    expect(document.cover).toEqual([
      'qInsight qChat, 2026-11-21 12:00 UTC',
      'AI model: grok-4',
      'Checks of sources: 1 verified quote, 1 not found on the page',
    ]);
  });

  it('shows a message as it was typed, with the names of its files', () => {
    expect(document.sections[0]).toMatchObject({
      heading: 'Question, 2026-11-20 09:59 UTC',
      blocks: [{ kind: 'paragraph', runs: [{ text: 'What moves rates?\nIn *one* line.' }] }],
      files: ['report.pdf (application/pdf)'],
    });
  });

  it('shows a source whose check was still running as not checked yet', () => {
    const citations = (answer.metadata.citations ?? []).map((one) =>
      one.check ? { ...one, check: { ...one.check, verdict: 'pending' as const } } : one,
    );
    const running = { ...answer, metadata: { ...answer.metadata, citations } };
    expect(makeDocument({ ...exampleSource, messages: [question, running] }).cover).toContain(
      'Checks of sources: 2 not checked yet',
    );
  });

  it('warns of figures whose sources were still being checked', () => {
    const citations = [
      { source: 'A', url: 'https://a.example', check: { verdict: 'pending' as const, checkedAt: '' } },
    ];
    const citedFigures = [{ start: 0, end: 3, text: '41%', sources: [0] }];
    const running = { ...answer, content: '41% of it.', metadata: { citations, citedFigures } };
    const made = makeDocument({ ...exampleSource, messages: [running] });
    const warning = "Some figures in this answer don't come from our position data.";
    expect(made.sections[0]?.remarks).toEqual([warning]);
    expect(made.cover).toContain('Not investment advice');
    expect(messageMarkdown(running, 1)).toContain(warning);
    expect(markdownHead('A', exampleSource.madeAt, [coverFacts(running)])).toContain('Not investment advice');
  });

  it.each([
    ['quote', '2 verified quotes'],
    ['figures', '2 with figures found'],
    ['partial', '2 partly confirmed'],
    ['differs', '2 different from the source'],
    ['absent', '2 not found on the page'],
    ['unreadable', '2 unreadable pages'],
  ] as const)('counts sources with the result %s', (verdict, words) => {
    const citations = (answer.metadata.citations ?? []).map((one) =>
      one.check ? { ...one, check: { ...one.check, verdict } } : one,
    );
    const checked = { ...answer, metadata: { ...answer.metadata, citations } };
    expect(makeDocument({ ...exampleSource, messages: [question, checked] }).cover).toContain(
      `Checks of sources: ${words}`,
    );
  });

  it('lists the figures of the first text that were corrected', () => {
    const firstText = 'Tesla is up 41%.';
    const correction = { firstText, figures: [{ start: 12, end: 15, text: '41%' }], corrected: 1 };
    const corrected = { ...answer, metadata: { ...answer.metadata, correction } };
    const { sections } = makeDocument({ ...exampleSource, messages: [question, corrected] });
    expect(sections[1]?.remarks).toContain('1 figure was corrected. The first text said "41%".');
  });

  it.each([
    ['chatgpt', 'Imported from ChatGPT'],
    ['shared', 'From a shared conversation'],
  ] as const)('marks messages that were not written here (%s)', (source, remark) => {
    const messages = [{ ...question, metadata: { imported: { source } } }];
    expect(makeDocument({ ...exampleSource, messages }).sections[0]?.remarks).toEqual([remark]);
  });

  it('says that an answer was not reviewed', () => {
    const unreviewed = { ...answer, metadata: { status: 'stopped' as const, isUnreviewed: true } };
    const remarks = ['This answer was stopped.', 'The figures and sources of this answer were not checked.'];
    expect(makeDocument({ ...exampleSource, messages: [unreviewed] }).sections[0]?.remarks).toEqual(remarks);
  });

  it('has the blocks of an answer', () => {
    expect(document.sections[1]?.blocks.map(({ kind }) => kind)).toEqual([
      'heading',
      'paragraph',
      'table',
      'list',
      'list',
      'quote',
      'code',
      'paragraph',
      'paragraph',
      'paragraph',
    ]);
    expect(document.sections[1]?.blocks[2]).toEqual({
      kind: 'table',
      columns: ['left', 'right'],
      rows: [
        [[{ text: 'Year' }], [{ text: 'Rate' }]],
        [[{ text: '2024' }], [{ text: '4.5%' }]],
        [[{ text: '2025' }], [{ text: '3.9%' }]],
      ],
    });
  });

  it('has a footnote where a source is cited, and one at the end for each other source', () => {
    const runs = document.sections[1]?.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.runs : [])) ?? [];
    const at = runs.findIndex(({ note }) => note);
    expect(runs[at - 1]).toEqual({ text: '4.5%', isBold: true });
    expect(runs.flatMap(({ note }) => note ?? [])).toEqual([
      { text: firstNote, url: 'https://www.fed.example/a' },
      { text: otherNote, url: 'https://other.example/' },
    ]);
  });

  it('only links to safe URLs, and never shows an image of another site', () => {
    const links = document.sections[1]?.blocks.flatMap((block) => (block.kind === 'paragraph' ? block.runs : []));
    expect(links?.filter(({ url }) => url)).toEqual([
      { text: 'link', url: 'https://a.example/x' },
      { text: 'a chart', url: 'https://i.example/a.png' },
    ]);
    expect(links).toContainEqual({ text: 'bad one' });
  });
});

describe('parsing Markdown for a document', () => {
  it('keeps raw HTML as text, and drops characters that are invalid in documents', () => {
    expect(textOf(blocksOf('<script>alert(1)</script>')[0])).toBe('<script>alert(1)</script>');
    expect(textOf(blocksOf('a\u0001b\ud800c')[0])).toBe('ab\ufffdc');
  });

  it('uses the footnotes of the answer', () => {
    const [paragraph] = blocksOf('Said.[^x]\n\n[^x]: By *whom*.');
    expect(paragraph).toEqual({
      kind: 'paragraph',
      runs: [{ text: 'Said.' }, { text: '', note: { text: 'By whom.' } }],
    });
  });

  it('ends emphasis next to Chinese and Japanese punctuation', () => {
    expect(blocksOf('これは**「重要」**です。')).toEqual([
      {
        kind: 'paragraph',
        runs: [{ text: 'これは' }, { text: '「重要」', isBold: true }, { text: 'です。' }],
      },
    ]);
  });

  it('joins lists that are nested too deep', () => {
    const deep = Array.from({ length: 30 }, (_, depth) => `${'  '.repeat(depth)}- level ${depth}`).join('\n');
    const depthOf = (blocks: readonly Block[]): number =>
      Math.max(0, ...blocks.map((block) => (block.kind === 'list' ? 1 + depthOf(block.items.flat()) : 0)));
    expect(depthOf(blocksOf(deep))).toBe(8);
  });

  it.each(['[', '*', '`', '<', '> ', '![', '|'])('parses %j repeated as text', (sign) => {
    expect(blocksOf(sign.repeat(hostileLength / sign.length)).length).toBeGreaterThan(0);
  });

  it('parses a long answer in parts', () => {
    const blocks = blocksOf(`${'A paragraph of an answer.\n\n'.repeat(5000)}\`\`\`\ncode\n\nmore\n\`\`\`\n`);
    expect(blocks).toHaveLength(5001);
    expect(blocks.at(-1)).toEqual({ kind: 'code', text: 'code\n\nmore' });
  });
});

describe('the footnote of a file', () => {
  const noteOf = (title: string, source: string) => {
    const citation = { title, source, objectId: '00000000-0000-4000-8000-000000000003', page: 2 };
    return new SourceNotes(toSources([citation]), [citation]).whole(1).text;
  };

  it('has the file name and page once, wherever they come from', () => {
    const names = ['report.pdf', 'report.pdf, page 2'];
    for (const title of names) for (const source of names) expect(noteOf(title, source)).toBe('report.pdf, page 2');
    expect(noteOf('Outlook', 'report.pdf')).toBe('Outlook, report.pdf, page 2');
    expect(noteOf('Out\u0008look', 'report.pdf')).toBe('Outlook, report.pdf, page 2');
  });
});

describe('the Markdown file', () => {
  it('begins like a document, and escapes the title', () => {
    const head = markdownHead('A *title*\n# [x](y)', exampleSource.madeAt, [answer]);
    expect(head.split('\n').slice(0, 3)).toEqual([
      '# A \\*title\\* \\# \\[x\\](y)',
      '',
      'qInsight qChat, 2026-11-21 12:00 UTC  ',
    ]);
  });

  it('marks sources with footnotes that are unique across messages', () => {
    const text = messageMarkdown(answer, 2);
    expect(text).toContain('**4.5%**[^2-1] in *March*');
    expect(text).toContain('\n\nSources[^2-2]\n\n[^2-1]: Minutes, fed.example. Verified quote');
    expect(text).toContain('<https://other.example/>');
    expect(messageMarkdown(question, 1)).toContain(
      '\n\nWhat moves rates?\nIn *one* line.\n\nAttached files:\n\n- report',
    );
  });

  it('keeps the links and footnotes that a message defines apart from those of other messages', () => {
    const uses = 'See [docs][1], [1], ![a] [ 1 ], [One][] and [![b][1]][one].[^1] `[1]` [^2] [other]\r\n\r\n';
    const content = `${uses}[1]: https://a.example\n[one]: <https://b.example> "[1]"\n> [^1]: Note on [1].`;
    expect(messageMarkdown({ ...question, content }, 3)).toContain(
      'See [docs][3.1], [1][3.1], ![a] [ 1 ][3.1], [One][3.One] and [![b][3.1]][3.one].[^3.1] `[1]` [^2] [other]\r\n\r\n[3.1]: https://a.example\n[3.one]: <https://b.example> "[1]"\n> [^3.1]: Note on [1][3.1].',
    );
  });

  it('replaces a citation mark that the answer also defines as a link', () => {
    const check = { verdict: 'quote', checkedAt: '' } as const;
    const citations = [{ source: 'A', url: 'https://a.example', start: 12, end: 15, check }];
    const content = 'Rates rose. [1] See [1].\n\n[1]: https://a.example';
    expect(messageMarkdown({ ...answer, content, metadata: { citations } }, 2)).toContain(
      'Rates rose. [^2-1] See [1][2.1].\n\n[2.1]: https://a.example\n\n[^2-1]: a.example',
    );
  });
});

describe('a code block that is open at the end of a message', () => {
  it('ends in the Markdown file before the sources, files and messages that follow', () => {
    expect(messageMarkdown({ ...answer, content: 'Run:\n\n```sh\nls' }, 1)).toContain('\nls\n```\n\nSources[^1-1]');
    expect(messageMarkdown({ ...question, content: '~~~~\n~~~\nls\n' }, 1)).toContain('\nls\n~~~~\n\nAttached files:');
  });

  it('ends in the export of an account, also in a summary', async () => {
    const message = { ...question, content: '```\nls', parentId: null, isActive: true };
    const conversation = { title: 'A', createdAt: new Date(0), updatedAt: new Date(0), summary: '```\nold\n' };
    const messages = (async function* () {
      yield message;
    })();
    let text = '';
    for await (const part of conversationMarkdown({ ...conversation, messages } as unknown as ExportedConversation))
      text += part;
    expect(text).toContain('\nold\n```\n\n## Question,');
    expect(text).toContain('\nls\n```\n\nAttached files:');
  });

  it.each([
    ['that is closed', '```ts\na\n```\nText'],
    ['in a list, which ends it', '- Run:\n  ```sh\n  ls'],
    ['in a quotation, which ends it', '> ```sh\n> ls'],
    ['that is inline code', '```ls``` lists files'],
  ])('is not closed again: %s', (_what, markdown) => {
    expect(withClosedBlocks(markdown)).toBe(markdown);
  });

  it('is found in time in proportion to the length, however deep the quotations', async () => {
    const quotations = '>'.repeat(49_000);
    const texts = ['```\n```\n', '```\r```\r', '```\n~~~\n```\n', '- a\n  ```\n'].map((name) => ({
      name,
      text: `${name}${quotations}`,
    }));
    expect(await findSlowInputs(withClosedBlocks, texts)).toEqual([]);
  }, 120_000);

  it('is closed in Markdown that takes too long to parse', () => {
    const markdown = `${'['.repeat(hostileLength)}\n\n\`\`\`\nls`;
    expect(withClosedBlocks(markdown)).toBe(`${markdown}\n\`\`\``);
  });
});

describe('a formula or HTML that is open at the end of a message', () => {
  it.each([
    ['a comment', 'Text\n\n<!-- to do\n\nMore', '-->'],
    ['a comment with a fence', '<!--\n```', '-->'],
    ['a formula', 'So:\n\n$$\nx = 1', '$$'],
    ['a formula with more signs', '$$$\nx = 1\n$$', '$$$'],
    ['a formula with a comment', '$$\nx\n<!--', '$$'],
    ['a script', '<script>\n\nlet a;', '</script>'],
    ['preformatted text', '  <PRE class="a">\n\na', '</PRE>'],
    ['an instruction', '<?php\n\na', '?>'],
    ['a declaration', '<!DOCTYPE a\n\nb', '>'],
    ['character data', '<![CDATA[\n\na', ']]>'],
  ])('ends in the Markdown file: %s', (_what, markdown, closer) => {
    expect(withClosedBlocks(markdown)).toBe(`${markdown}\n${closer}`);
    expect(messageMarkdown({ ...question, content: markdown }, 1)).toContain(`\n${closer}\n\nAttached files:`);
  });

  it.each([
    ['a closed comment', '<!-- a -->\n\nText'],
    ['a comment in a line of text', 'A <!-- b'],
    ['a closed formula', '$$\nx\n$$\n'],
    ['a formula in one line', '$$x = 1$$'],
    ['prices', 'From $5 to $10'],
    ['a formula in a list, which ends it', '- So:\n  $$\n  x'],
    ['a comment in a quotation, which ends it', '> <!-- a'],
    ['a comment in code', '```html\n<!--\n```'],
    ['HTML that ends at a blank line', '<div>\nText'],
  ])('is not closed: %s', (_what, markdown) => {
    expect(withClosedBlocks(markdown)).toBe(markdown);
  });

  it.each([
    ['<!-- a', '-->'],
    ['$$\nx', '$$'],
  ])('is closed in Markdown that takes too long to parse: %j', (open, closer) => {
    const markdown = `${'['.repeat(hostileLength)}\n\n${open}`;
    expect(withClosedBlocks(markdown)).toBe(`${markdown}\n${closer}`);
  });
});

describe('formulas', () => {
  it.each([
    ['an unclosed fence', '```bash\nsed "s/\\(a_b\\)/\\1/" f\necho $HOME'],
    ['indented code', '    sed "s/\\(a_b\\)/\\1/" f\n    echo $HOME'],
    ['code in a list', '- Item\n\n      sed "s/\\(a_b\\)/\\1/" f\n      echo $HOME'],
    ['HTML', '<div>\nsed "s/\\(a_b\\)/\\1/" f\necho $HOME\n</div>'],
  ])('%s stays as written beside a formula', (_what, markdown) => {
    const blocks = blocksOf(`So $x^2$ for $5.\n\n${markdown}`);
    expect(textOf(blocks[0])).toBe('So x^2 for $5.');
    expect(JSON.stringify(blocks.slice(1))).toContain(
      JSON.stringify('sed "s/\\(a_b\\)/\\1/" f\necho $HOME').slice(1, -1),
    );
  });

  it('are marked as such, and prices and tildes stay text', () => {
    const [inline, display] = blocksOf('From $5 to $10, ~2 times, so \\(x_1 * y_1 * z\\).\n\n\\[\n\\frac{a}{b}\n\\]');
    expect(inline).toEqual({
      kind: 'paragraph',
      runs: [
        { text: 'From $5 to $10, ~2 times, so ' },
        { text: 'x_1 * y_1 * z', isCode: true, isMath: true },
        { text: '.' },
      ],
    });
    expect(display).toEqual({ kind: 'code', text: '\\frac{a}{b}', isMath: true });
  });
});
