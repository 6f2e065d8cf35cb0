import { useLazyQuery } from '#platform/client/use-lazy-query.ts';
import type { Profile } from './profile.contract.ts';
import { profileQuery } from './profile-query.ts';
import { useSession } from './session.tsx';

/** The profile of whoever is signed in; undefined for visitors, and while it cannot be loaded. */
export const useProfile = (): Profile | undefined =>
  useLazyQuery(profileQuery, useSession().status === 'signed-in');
