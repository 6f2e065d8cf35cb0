const sender = /^(?:(?:"[^"\\<>]*"|[^<>"\\,;:]*)\s*<([^<>\s]+)>|([^<>\s]+))$/;

/** The email address of a sender such as `Name <name@example.com>`; undefined for anything else. */
export function addressOfSender(text: string): string | undefined {
  const match = sender.exec(text.trim());
  return match?.[1] ?? match?.[2];
}
