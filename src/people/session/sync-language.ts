import { localeCookie } from '#constants';
import { chosenLanguageKey, keepLanguage } from '#platform/language/chosen-language.ts';
import { isLocale, locale } from '#platform/language/locale.ts';
import type { Profile } from './public/profile.contract.ts';

const loadApi = () => import('#platform/client/api-client.ts');

/**
 * Lets browser and profile agree on a language. What was chosen in this tab goes to the profile. Otherwise whoever signs in, or has
 * chosen nothing in this browser, gets their profile's language.
 * @returns whether the page is loaded again, in another language
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
  // A browser that does not keep the cookie would load the page for ever.
  if (!document.cookie.includes(`${localeCookie.name}=${profile.locale}`)) return false;
  location.reload();
  return true;
}
