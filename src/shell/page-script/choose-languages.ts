import { chosenLanguageKey, keepLanguage } from '#platform/language/chosen-language.ts';

/**
 * The language buttons on every page. The server keeps the choice for the browser; this keeps it for the profile of
 * the person who signs in.
 */
export function chooseLanguages() {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[name=language]');
    if (!button) return;
    try {
      sessionStorage.setItem(chosenLanguageKey, button.value);
    } catch {
      // Without storage, the choice applies to this browser only.
    }
    if (button.type === 'button' && (await keepLanguage(button.value).catch(() => false))) location.reload();
  });
}
