/** Providers that ignore everything after a plus sign; some of them also ignore dots. */
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

/** The same text for all spellings of one mailbox: ignores case and, if the provider does, dots and plus parts. */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  const domain = host === 'googlemail.com' ? 'gmail.com' : host;
  const name = address.slice(0, at);
  const base = ignoringPlus.has(domain) ? name.replace(/\+.*$/, '') : name;
  return `${domain === 'gmail.com' ? base.replaceAll('.', '') : base}@${domain}`;
}
