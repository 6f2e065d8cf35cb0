/** Made by `vite.config.ts`: the address of the built code that formats texts. */
declare module 'virtual:formatter' {
  const address: string;
  export default address;
}
