import { safePath } from '#people/session/public/destination.ts';

const key = 'promptory-return';

/** Keeps the path that a member came from to pay, for this tab, because the provider's pages come in between. */
export function keepReturnPath(path: string | undefined) {
  try {
    if (path === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, path);
  } catch {
    // Without storage, the member gets to the page of the purchase instead.
  }
}

export function readReturnPath(): string | undefined {
  try {
    return safePath(sessionStorage.getItem(key));
  } catch {
    return undefined;
  }
}

/** Returns the stored path, and forgets it. */
export function takeReturnPath(): string | undefined {
  const path = readReturnPath();
  keepReturnPath(undefined);
  return path;
}
