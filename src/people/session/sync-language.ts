import { localeCookie } from '#constants';
import { chosenLanguageKey, keepLanguage } from '#platform/language/chosen-language.ts';
import { isLocale, locale } from '#platform/language/locale.ts';
import type { Profile } from './public/profile.contract.ts';

const loadApi = () => import('#platform/client/api-client.ts');

/**
 * Syncs the language of browser and profile. A language chosen in this tab is saved to the profile. Otherwise, members who sign in, or
 * haven't chosen a language in this browser, get their profile's language.
 * @returns whether the page is reloading in another language
 */
export async function syncLanguage(profile: Profile, hasSignedIn: boolean): Promise<boolean> {
  const chosen = sessionStorage.getItem(chosenLanguageKey);
  if (isLocale(chosen)) {
    const { api } = await loadApi();
    if (profile.locale !== chosen) await api.profile.$patch({ json: { locale: chosen } });
    sessionStorage.removeItem(chosenLanguageKey);
    return false;
  }
  const hasChoice = document.cookie.includes(`${localeCookie.name}=`);
  if (!isLocale(profile.locale) || profile.locale === locale() || (hasChoice && !hasSignedIn)) return false;
  if (!(await keepLanguage(profile.locale))) return false;
  // In a browser that doesn't keep the cookie, the page would reload forever.
  if (!document.cookie.includes(`${localeCookie.name}=${profile.locale}`)) return false;
  location.reload();
  return true;
}
