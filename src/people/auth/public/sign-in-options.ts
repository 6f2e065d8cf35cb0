import { createContext } from 'react-router';
import type { SignUpMode } from '#site/settings/public/sign-in-settings.ts';

/** Which ways in the owner has switched on. */
export type SignInOptions = { signup: SignUpMode; byEmail: boolean; passkeys: boolean };
export type SignInOptionsServices = { read(): Promise<SignInOptions> };

export const signInOptionsContext = createContext<SignInOptionsServices>();
