import { afterEach, beforeEach, expect, vi } from 'vitest';

// Any output to console.error points at an unhandled error.
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
