import { onTestFinished, vi } from 'vitest';

/** Collects full page loads instead of leaving the page, until the end of the test. */
export function pageLoads() {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => void assign.mockRestore());
  return assign;
}

/** Simulates that Back or Forward restores this page from the browser's cache. */
export const restorePage = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
