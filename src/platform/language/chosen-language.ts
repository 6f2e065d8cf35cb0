/** The storage key for the language chosen in a tab, until the profile has it too. */
export const chosenLanguageKey = 'promptory-language';

/** Stores a language for this browser, like the language form does. @returns whether that worked; the next page will use it */
export async function keepLanguage(language: string): Promise<boolean> {
  const body = new URLSearchParams({ language, from: '/' });
  // The response redirects to a page, which isn't needed here.
  const answer = await fetch('/language', { method: 'POST', body, redirect: 'manual' });
  return answer.type === 'opaqueredirect';
}
