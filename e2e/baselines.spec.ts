/**
 * How every page looks, kept as pictures in e2e/baselines. A page that looks otherwise than its picture fails; what is
 * meant to change is drawn anew by `UPDATE_BASELINES=1 npx playwright test e2e/baselines.spec.ts`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './fixtures';
import { startWorld, untilSettled, type World } from './world';

const folder = path.join(import.meta.dirname, 'baselines');
const isDrawing = Boolean(process.env.UPDATE_BASELINES);

/**
 * Other machines set the same letters by other pixels: pictures are compared at a quarter of their size, where letters
 * are grey and edges, grounds and places remain, and a small part may differ.
 */
const reduction = 4;
const tolerance = { perPixel: 26, part: 0.025 };

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.close();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
test.describe.configure({ timeout: 300_000 });

/** Times of day, days and the course of prices are other ones tomorrow. */
const passing = 'time, main [role=slider]';

async function picture(page: Page): Promise<Buffer> {
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
    mask: [page.locator(passing)],
    maskColor: '#808080',
  });
}

const small = async (png: Buffer) => {
  const { width = 1 } = await sharp(png).metadata();
  return sharp(png)
    .flatten()
    .resize(Math.ceil(width / reduction))
    .raw()
    .toBuffer({ resolveWithObject: true });
};

/** The part of the picture that looks otherwise. */
async function difference(before: Buffer, now: Buffer): Promise<number> {
  const [a, b] = await Promise.all([small(before), small(now)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  const { channels } = a.info;
  const pixels = a.data.length / channels;
  let other = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    let most = 0;
    for (let channel = 0; channel < channels; channel++) {
      const at = pixel * channels + channel;
      most = Math.max(most, Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)));
    }
    if (most > tolerance.perPixel) other += 1;
  }
  return other / pixels;
}

for (const theme of ['dark', 'light'] as const) {
  for (const width of [1280, 390]) {
    test(`every page looks as it did, ${theme}, ${width} wide`, async ({ browser, world }, info) => {
      const troubles: string[] = [];
      for (const who of ['visitor', 'member', 'admin'] as const) {
        const page = await world.enter(browser, who, { theme, viewport: { width, height: 1400 } });
        for (const { name, path: address } of world.places.filter((place) => place.who === who)) {
          await page.goto(`${world.server.url}${address}`);
          await untilSettled(page);
          const now = await picture(page);
          const file = path.join(folder, `${name}-${theme}-${width}.png`);
          if (isDrawing) {
            mkdirSync(folder, { recursive: true });
            writeFileSync(
              file,
              await sharp(now).png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 }).toBuffer(),
            );
          } else if (!existsSync(file)) {
            troubles.push(`${name} has no picture: draw it with UPDATE_BASELINES=1`);
          } else {
            const part = await difference(readFileSync(file), now);
            if (part > tolerance.part) {
              troubles.push(`${name}: ${(part * 100).toFixed(1)} % look otherwise`);
              await info.attach(`${name}-${theme}-${width}`, { body: now, contentType: 'image/png' });
            }
          }
        }
        await page.context().close();
      }
      expect(troubles).toEqual([]);
    });
  }
}
