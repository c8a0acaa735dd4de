/**
 * Visual regression tests: every page is compared with its image in e2e/baselines. After an intended change,
 * `UPDATE_BASELINES=1 npx playwright test e2e/everyone.spec.ts` writes the images again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, 'baselines');
const isUpdating = Boolean(process.env.UPDATE_BASELINES);

/**
 * Font rendering differs between machines, so images are compared at a quarter of their size, where letters blur to gray
 * while edges, backgrounds and positions remain, and a small part may differ.
 */
const reduction = 4;
const tolerance = { perPixel: 26, part: 0.025 };
/** How long a page may take to match its baseline. */
const settleMs = 10_000;

/** Times, dates and price charts change every day. */
const volatile = 'time, main [role=slider]';

async function capture(page: Page): Promise<Buffer> {
  return page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
    mask: [page.locator(volatile)],
    maskColor: '#808080',
  });
}

const downscaled = async (png: Buffer) => {
  const { width = 1 } = await sharp(png).metadata();
  return sharp(png)
    .flatten()
    .resize(Math.ceil(width / reduction))
    .raw()
    .toBuffer({ resolveWithObject: true });
};

/** The share of pixels that differ. */
async function difference(before: Buffer, now: Buffer): Promise<number> {
  const [a, b] = await Promise.all([downscaled(before), downscaled(now)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  const { channels } = a.info;
  const pixels = a.data.length / channels;
  let other = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    let largest = 0;
    for (let channel = 0; channel < channels; channel++) {
      const at = pixel * channels + channel;
      largest = Math.max(largest, Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0)));
    }
    if (largest > tolerance.perPixel) other += 1;
  }
  return other / pixels;
}

/** The differences between the page and its image; none while images are written. */
export async function compareWithBaseline(page: Page, name: string, info: TestInfo): Promise<string[]> {
  let now = await capture(page);
  const file = path.join(folder, `${name}.png`);
  if (isUpdating) {
    mkdirSync(folder, { recursive: true });
    const image = sharp(now).png({ palette: true, colours: 32, compressionLevel: 9, effort: 10 });
    writeFileSync(file, await image.toBuffer());
    return [];
  }
  if (!existsSync(file)) return ['has no image: write it with UPDATE_BASELINES=1'];
  const before = readFileSync(file);
  let part = await difference(before, now);
  // On a busy machine the last data or font can come a moment after the page is complete.
  for (const until = Date.now() + settleMs; part > tolerance.part && Date.now() < until; ) {
    now = await capture(page);
    part = await difference(before, now);
  }
  if (part <= tolerance.part) return [];
  await info.attach(name, { body: now, contentType: 'image/png' });
  return [`${(part * 100).toFixed(1)} % looks different`];
}
