/** Under which path stored pictures are served. */
export const mediaPath = '/media';

/** The name of a stored picture: when it was stored, in milliseconds since 1970, and what it was called. */
export const storedName = /^(\d{13})-[A-Za-z0-9.-]{1,100}\.webp$/;
const storedAddress = /\/(prompts|playbooks)\/\d{13}-[A-Za-z0-9.-]{1,100}(?<!\.card)\.webp$/;

/** Whether an address is that of a stored picture of this folder. */
export const isStored = (address: string, folder: string) => storedAddress.exec(address)?.[1] === folder;

/** The small picture beside a stored one; another address stays as it is. */
export const cardAddress = (address: string) =>
  storedAddress.test(address) ? address.replace(/\.webp$/, '.card.webp') : address;
