/** Where a tab keeps the language that was chosen in it, until a profile has it too. */
export const chosenLanguageKey = 'promptory-language';

/** Keeps a language for this browser, as the form does that chooses one. @returns whether it is kept; the next page is in it */
export async function keepLanguage(language: string): Promise<boolean> {
  const body = new URLSearchParams({ language, from: '/' });
  // The answer leads to a page, which nobody wants here.
  const answer = await fetch('/language', { method: 'POST', body, redirect: 'manual' });
  return answer.type === 'opaqueredirect';
}
