import { onTestFinished, vi } from 'vitest';

/** Collects full page loads instead of leaving the page, until the end of the test. */
export function pageLoads() {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => void assign.mockRestore());
  return assign;
}

/** Back or Forward shows this page as the browser has kept it. */
export const restorePage = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
