import type { Profile } from './profile.contract.ts';

/** Whether the member can use any part of the admin area. */
export const isOfTeam = (profile: Profile | undefined): boolean =>
  profile !== undefined && Object.values(profile.can).includes(true);
