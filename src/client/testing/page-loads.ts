import { onTestFinished, vi } from 'vitest';

/** Where the page leads with a full page load, in place of leaving it, until the end of the test. */
export function pageLoads() {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => void assign.mockRestore());
  return assign;
}
