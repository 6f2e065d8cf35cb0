/** Providers that ignore what comes after a plus sign, and of those, the ones that ignore dots. */
const ignoringPlus = new Set([
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'me.com',
  'fastmail.com',
  'proton.me',
  'protonmail.com',
]);

/** The address of one mailbox, however it is written: case, and where the provider ignores them, dots and plus parts. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  const domain = host === 'googlemail.com' ? 'gmail.com' : host;
  const name = address.slice(0, at);
  const base = ignoringPlus.has(domain) ? name.replace(/\+.*$/, '') : name;
  return `${domain === 'gmail.com' ? base.replaceAll('.', '') : base}@${domain}`;
}
