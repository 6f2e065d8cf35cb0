/** Provided by `vite.config.ts`: the URL of the built code that formats texts. */
declare module 'virtual:formatter' {
  const address: string;
  export default address;
}
