import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Ends a test that hangs. A busy machine needs more than the default of one second.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
