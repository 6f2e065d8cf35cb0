/** Lines that end as those of a textarea do, whatever system a text comes from. */
export const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n');
