/**
 * Creates the images that other programs show: icons from public/favicon.svg, and the social card from the landing
 * page. The results are committed; run it again when the logo or the page changes.
 * Usage: npm run build && npx tsx scripts/brand-images.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { startServer } from './bench/lib/server';
import { openBrowser } from './open-browser';

const folder = path.resolve(import.meta.dirname, '../public');
const mark = readFileSync(path.join(folder, 'favicon.svg'));
const ground = '#0A0C10';
const save = (name: string, bytes: Buffer) => writeFileSync(path.join(folder, name), bytes);

const icon = (size: number) => sharp(mark, { density: 1024 }).resize(size, size).png({ compressionLevel: 9 });

/** An icon with its mark in the middle and the background to the edges, because operating systems crop it. */
async function fullBleed(size: number, share: number): Promise<Buffer> {
  const inner = Math.round(size * share);
  const drawn = await icon(inner).toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background: ground } })
    .composite([{ input: drawn, gravity: 'center' }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An .ico file with one directory entry and an embedded PNG. */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

for (const size of [192, 512]) save(`icon-${size}.png`, await icon(size).toBuffer());
save('icon-maskable-512.png', await fullBleed(512, 0.78));
save('apple-touch-icon.png', await fullBleed(180, 0.86));
save('favicon.ico', ico(await icon(32).toBuffer(), 32));

const server = await startServer({});
const browser = await openBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(server.url);
await page.evaluate('document.fonts.ready');
// Hides all controls, so that the name, the headline and the product image remain.
await page.addStyleTag({
  content: `
    header nav, header nav ~ *, main [data-lead], main [data-actions] { display: none !important; }
    header { position: static !important; border: 0 !important; padding-top: 1rem; }
    main > div:first-of-type { padding-top: 1.5rem !important; }
    main figure { margin-top: -1rem; }
  `,
});
save(
  'social-card.png',
  await sharp(await page.screenshot())
    .png({ palette: true, quality: 95 })
    .toBuffer(),
);
await browser.close();
await server.stop();
process.exit();
