import { wordOf } from '#ui/saving/conflict-words.ts';
import { logoTypes } from './branding-section.tsx';
import { encryptions } from './email-section.tsx';
import { chosenTargets, knownTargets } from './public/open-targets.ts';
import { currencyOptions, taxBehaviors, taxChoices } from './selling-section.tsx';
import { signupModes } from './sign-in-section.tsx';

/** The words for settings that are kept as codes. */
export const settingsWords = {
  currency: wordOf(currencyOptions),
  tax: wordOf(taxChoices),
  tax_behavior: wordOf(taxBehaviors),
  signup: wordOf(signupModes),
  smtp_security: wordOf(encryptions),
  site_logo_type: wordOf(logoTypes),
  open_in: (tools: unknown) =>
    chosenTargets(String(tools))
      .map((name) => knownTargets[name].name)
      .join(', ') || '—',
};
