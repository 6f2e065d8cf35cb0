import { chosenLanguageKey, keepLanguage } from '#platform/language/chosen-language.ts';

/** The buttons that choose a language, on every page: forms keep it for the browser, this for the profile of whoever signs in. */
export function chooseLanguages() {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[name=language]');
    if (!button) return;
    try {
      sessionStorage.setItem(chosenLanguageKey, button.value);
    } catch {
      // The browser keeps nothing: the choice lasts for this browser only.
    }
    if (button.type === 'button' && (await keepLanguage(button.value).catch(() => false))) location.reload();
  });
}
