/** How long typing must pause before the text is saved. */
export const savePauseMilliseconds = 600;

/**
 * Saves when the page is left or hidden, and when the connection is back, then with `retry` if given.
 * @returns a function that stops that
 */
export function saveWhenLeft(save: () => unknown, retry = save): () => void {
  const leave = () => {
    if (document.visibilityState === 'hidden') void save();
  };
  const goOn = () => void retry();
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('online', goOn);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    window.removeEventListener('online', goOn);
  };
}
