import { redirect } from 'react-router';

/** Where password managers look for the page that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export const loader = () => redirect('/settings#password');
