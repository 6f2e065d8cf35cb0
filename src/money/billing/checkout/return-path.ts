import { safePath } from '#people/session/public/destination.ts';

const key = 'promptory-return';

/** Keeps, for this tab, where a member came from to pay; the provider's pages lie between. */
export function keepReturnPath(path: string | undefined) {
  try {
    if (path === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, path);
  } catch {
    // The browser keeps nothing: the member comes to the page of what was bought.
  }
}

/** The path that was kept, once. */
export function takeReturnPath(): string | undefined {
  try {
    const path = safePath(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return path;
  } catch {
    return undefined;
  }
}
