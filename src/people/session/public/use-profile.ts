import { useLazyQuery } from '#platform/client/use-lazy-query.ts';
import type { Profile } from './profile.contract.ts';
import { profileQuery } from './profile-query.ts';
import { useSession } from './session.tsx';

/** The signed-in member's profile; undefined for visitors, and while it can't be loaded. */
export const useProfile = (): Profile | undefined =>
  useLazyQuery(profileQuery, useSession().status === 'signed-in');
