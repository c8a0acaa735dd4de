import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/**
 * A new folder for a test file or a group of tests, deleted when they have ended. Called outside of hooks and tests.
 */
export function createTestFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'qinsight-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
