const key = 'promptory-typed-email';
const emailField = () => document.querySelector<HTMLInputElement>('main input[type=email]');

/**
 * When the page is reloaded because code of the app failed to load, keeps the email address that was typed for
 * signing in. Passwords are never stored.
 */
export function keepEmail() {
  document.addEventListener('click', ({ target }) => {
    const typed = emailField()?.value;
    if (!typed || !(target instanceof Element && target.closest('.when-lost'))) return;
    try {
      sessionStorage.setItem(key, typed);
    } catch {
      // Storage is unavailable.
    }
  });
  const restore = () => {
    const field = emailField();
    if (!field || field.value !== '') return;
    try {
      field.value = sessionStorage.getItem(key) ?? '';
      sessionStorage.removeItem(key);
    } catch {
      // Storage is unavailable.
    }
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', restore);
  else restore();
}
