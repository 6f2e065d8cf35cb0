/** Provided by `vite.config.ts`: the URL of the built script that every page includes. */
declare module 'virtual:page-script' {
  const address: string;
  export default address;
}
