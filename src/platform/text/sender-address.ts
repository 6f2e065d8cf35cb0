const pattern = /^(?:(?:"[^"\\<>]*"|[^<>"\\,;:]*)\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** As written by the owner, or a name and an address; its name is quoted and encoded when it is sent. */
export type Sender = string | { name: string; address: string };

/** A sender as text for people. */
export const shownSender = (sender: Sender): string =>
  typeof sender === 'string' ? sender : `${sender.name} <${sender.address}>`;

/** The email address of a sender such as `Name <name@example.com>`; undefined for anything else. */
export function addressOfSender(from: Sender): string | undefined {
  if (typeof from !== 'string') return from.address;
  const match = pattern.exec(from.trim());
  return match?.[1] ?? match?.[2];
}
