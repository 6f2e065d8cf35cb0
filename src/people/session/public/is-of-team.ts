import type { Profile } from './profile.contract.ts';

/** Whether the admin area has something for them. */
export const isOfTeam = (profile: Profile | undefined): boolean =>
  profile !== undefined && Object.values(profile.can).includes(true);
