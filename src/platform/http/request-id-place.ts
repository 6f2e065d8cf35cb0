/** A placeholder in a rendered error page, which is cached for many requests; each response replaces it with its request's id. */
export const requestIdPlace = 'Request: ………';
