/** Where the router stores how far each entry of the browser's history was scrolled. A file of its own keeps the rest out of first pages. */
export const placesKey = 'places';
