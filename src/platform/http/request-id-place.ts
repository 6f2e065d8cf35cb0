/** Stands in a rendered error page where its answer puts the id of the request: the page is rendered once for many. */
export const requestIdPlace = 'Request: ………';
