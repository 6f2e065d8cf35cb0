/** The event that opens the page's search palette. */
export const searchEvent = 'promptory:search';

/** @returns whether the page has a palette; public pages don't. */
export const openSearch = () => !window.dispatchEvent(new Event(searchEvent, { cancelable: true }));
