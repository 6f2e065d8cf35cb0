/** The key in localStorage of a session at this host, as `@supabase/supabase-js` derives it. Pages have this function inline. */
export const sessionKeyOf = (host: string) => `sb-${host.split('.')[0]}-auth-token`;

/** The key of this site's session. */
export const sessionKey = () => sessionKeyOf(location.hostname);

/** The key up to version 0.3.0. */
export const formerSessionKey = 'promptory-auth';
