/** The URLs at which video hosts serve players for embedding. */
export const videoPlaces = [
  'https://www.youtube.com/embed/',
  'https://www.youtube-nocookie.com/embed/',
  'https://player.vimeo.com/video/',
  'https://www.loom.com/embed/',
];
