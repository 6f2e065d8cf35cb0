/** How long typing must pause before the text is saved. */
export const savePauseMilliseconds = 600;

/** Saves when the page is left or hidden, and when the connection is back. @returns a function that stops that */
export function saveWhenLeft(save: () => unknown): () => void {
  const leave = () => {
    if (document.visibilityState === 'hidden') void save();
  };
  const retry = () => void save();
  document.addEventListener('visibilitychange', leave);
  window.addEventListener('online', retry);
  return () => {
    document.removeEventListener('visibilitychange', leave);
    window.removeEventListener('online', retry);
  };
}
