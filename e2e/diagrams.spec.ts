import { expectAccessible } from './accessibility';
import { answer, ask, waitForAnswer } from './chat';
import { collectPageErrors, expect, signUp } from './fixtures';
import { modelStories } from './model-stories';

const test = modelStories;

const flow = `flowchart TD
  A[Order arrives] --> B{In stock?}
  B -- yes --> C[Ship today]
  B -- no --> D[Order from supplier]
  D --> C
  click A href "https://evil.example"`;
const hostile = `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { fill: url(https://evil.example/x) }"}}%%
flowchart LR
  A["<img src=x onerror=alert(1)>"] --> B`;
const broken = 'flowchart TD\n  A -->';
const sequence = 'sequenceDiagram\n  Ada->>Bank: Transfer 100 euros\n  Bank-->>Ada: Done';

test('Mermaid code in an answer is drawn as an image, or shown as code if invalid', async ({
  page,
  model,
  product,
}) => {
  const pageErrors = collectPageErrors(page, product);
  await page.setViewportSize({ width: 1280, height: 900 });
  model.queue({ text: [flow, sequence, hostile, broken].map((code) => `\`\`\`mermaid\n${code}\n\`\`\``).join('\n\n') });
  await signUp(page, product);
  await ask(page, 'Draw it');
  await waitForAnswer(page);
  const images = answer(page).getByRole('img', { name: 'Diagram. Its code follows.' });
  await expect(images).toHaveCount(3);
  for (const image of await images.all())
    expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(50);
  const drawn = await images.evaluateAll((all) => all.map((one) => decodeURIComponent((one as HTMLImageElement).src)));
  for (const svg of drawn) expect(svg).not.toMatch(/<script| on\w+="|<foreignObject|evil\.example/i);
  await expect(answer(page).getByText("This diagram can't be drawn.")).toBeVisible();
  await expectAccessible(page, 'diagrams');
  await page.getByRole('button', { name: 'Switch to light theme' }).first().click();
  for (const image of await images.all())
    await expect.poll(() => image.getAttribute('src')).toContain(encodeURIComponent('fill:#15181e'));
  await expectAccessible(page, 'diagrams in light');
  expect(pageErrors).toEqual([]);
});
