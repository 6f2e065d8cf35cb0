/** Splits a text into texts and web addresses in turn. A mark after an address, such as ")" or ".", isn't part of it. */
export const splitAtLinks = (text: string): string[] => text.split(/(https?:\/\/\S*[^\s.,;:!?'")\]}>])/);
