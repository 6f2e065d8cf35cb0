import { redirect } from 'react-router';

/** The URL where password managers look for the page to change a password (W3C, A Well-Known URL for Changing Passwords). */
export const loader = () => redirect('/settings#password');
