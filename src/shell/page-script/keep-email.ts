const key = 'promptory-typed-email';
const emailField = () => document.querySelector<HTMLInputElement>('main input[type=email]');

/**
 * Where code of the app was lost, the page is loaded again with the email address that was typed, which signing in takes. A password is never
 * written down.
 */
export function keepEmail() {
  document.addEventListener('click', ({ target }) => {
    const typed = emailField()?.value;
    if (!typed || !(target instanceof Element && target.closest('.when-lost'))) return;
    try {
      sessionStorage.setItem(key, typed);
    } catch {
      // The browser keeps nothing.
    }
  });
  const restore = () => {
    const field = emailField();
    if (!field || field.value !== '') return;
    try {
      field.value = sessionStorage.getItem(key) ?? '';
      sessionStorage.removeItem(key);
    } catch {
      // The browser keeps nothing.
    }
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', restore);
  else restore();
}
