/** The path under which the site serves stored images. */
export const mediaPath = '/media';

/** The name of a stored image: the upload time in milliseconds since 1970, and the original name. */
export const storedName = /^(\d{13})-[A-Za-z0-9.-]{1,100}\.webp$/;
const storedAddress = /\/(prompts|playbooks|site)\/\d{13}-[A-Za-z0-9.-]{1,100}(?<!\.card)\.webp$/;

/** Whether a URL belongs to a stored image in this folder. */
export const isStored = (address: string, folder: string) => storedAddress.exec(address)?.[1] === folder;

/** The name of the stored image at a URL; undefined if it is on another site or in another folder. `base` is the storage's. */
export function storedAt(address: string | null, base: string, folder: string): string | undefined {
  const name = address?.split('/').at(-1) ?? '';
  // After switching to a bucket, images in the local folder keep their URLs.
  const isOwn = [base, mediaPath].some((own) => address === `${own}/${folder}/${name}`);
  return isOwn && storedName.test(name) ? name : undefined;
}

/** The URL of the card version of a stored image; any other URL is returned unchanged. */
export const cardAddress = (address: string) =>
  storedAddress.test(address) ? address.replace(/\.webp$/, '.card.webp') : address;
