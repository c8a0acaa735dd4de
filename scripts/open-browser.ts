/** Opens the system's Chromium, for scripts that use pages. */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './find-chromium.mjs';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (!executablePath) throw new Error('Install Chromium, or say where it is in CHROMIUM_PATH.');
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}
