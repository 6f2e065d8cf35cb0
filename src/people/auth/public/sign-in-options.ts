import { createContext } from 'react-router';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';

/** The ways to sign in that the owner has enabled. */
export type SignInOptions = {
  signup: SignUpMode;
  byEmail: boolean;
  passkeys: boolean;
  /** Whether visitors can try the site without an account. */
  trial: boolean;
  /** Whether the site is still empty, so that its owner is sent to the setup list. */
  isNew: boolean;
  /** Other providers: their names in the protocol, and their labels. */
  providers: { name: string; label: string }[];
  /** A public token with which visitors' pages identify themselves as the site's own. */
  anonymousToken: string;
};
export type SignInOptionsServices = { read(): Promise<SignInOptions> };

export const signInOptionsContext = createContext<SignInOptionsServices>();
