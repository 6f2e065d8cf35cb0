/** Made by `vite.config.ts`: the address of the built script of every page. */
declare module 'virtual:page-script' {
  const address: string;
  export default address;
}
