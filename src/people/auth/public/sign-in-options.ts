import { createContext } from 'react-router';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';

/** The ways to sign in that the owner has switched on. */
export type SignInOptions = {
  signup: SignUpMode;
  byEmail: boolean;
  passkeys: boolean;
  /** Whether visitors can try the site without an account. */
  trial: boolean;
  /** Whether the site has nothing in it yet, so that its owner goes to the list of what it needs. */
  isNew: boolean;
  /** Other providers: how the protocol and how people call them. */
  providers: { name: string; label: string }[];
  /** Public: with this token, visitors' pages identify themselves as the site's own. */
  anonymousToken: string;
};
export type SignInOptionsServices = { read(): Promise<SignInOptions> };

export const signInOptionsContext = createContext<SignInOptionsServices>();
