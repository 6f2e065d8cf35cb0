/** Under which path stored pictures are served. */
export const mediaPath = '/media';

/** The small picture beside a stored one; another address stays as it is. */
export const cardAddress = (address: string) =>
  address.startsWith(`${mediaPath}/`) || !address.includes('/')
    ? address.replace(/\.webp$/, '.card.webp')
    : address;
