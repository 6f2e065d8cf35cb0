/** Asks the page to open its search palette. */
export const searchEvent = 'promptory:search';

/** @returns whether the page has a palette; public pages have none. */
export const openSearch = () => !window.dispatchEvent(new Event(searchEvent, { cancelable: true }));
