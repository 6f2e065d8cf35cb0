import { afterEach, beforeEach, expect, vi } from 'vitest';

// What is written to console.error points at a fault that nobody handled.
beforeEach(() => {
  vi.spyOn(console, 'error');
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});
